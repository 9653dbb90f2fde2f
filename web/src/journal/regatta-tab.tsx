import { LIMITS } from "@leebow/api/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Pencil, Plus, X } from "lucide-react";
import { useId, useRef } from "react";
import { clock, dayAndMonth, dayKey } from "../format/times";
import { allRows } from "../server/paged-list";
import { fullName, useUser } from "../server/session";
import { fetchTracks, trackDatesOptions } from "../tracks/track-list";
import { Avatar } from "../ui/avatar";
import { Button, IconButton } from "../ui/button";
import { Checkbox } from "../ui/choices";
import { DateRange } from "../ui/date-range";
import { Field, FieldError } from "../ui/field";
import field from "../ui/field.module.css";
import { Spinner } from "../ui/progress";
import { SuggestField, type Suggestion } from "../ui/suggest-field";
import { type CompetitorDraft, MAX_CHARS, type RegattaDraft } from "./entry-draft";
import styles from "./regatta-tab.module.css";
import type { EntryForm } from "./use-entry-form";

const PATH = "regatta_report";

/** A regatta: name, size of the fleet, place, days, tracks and the results of others. */
export function RegattaTab({ form }: { form: EntryForm }) {
  const { draft, change, check, errors } = form;
  const { regatta } = draft;
  const set = (part: Partial<RegattaDraft>) => change({ regatta: { ...regatta, ...part } });
  const text = (name: "name" | "number_competitors" | "finish_position") => ({
    value: regatta[name],
    error: errors[`${PATH}.${name}`],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => set({ [name]: event.target.value }),
    onBlur: () => check(`${PATH}.${name}`),
  });
  return (
    <div className="grid one-column gap-14">
      <Field label="Regatta name" maxLength={MAX_CHARS.name} {...text("name")} />
      <div className="halves gap-12 top">
        <Field label="Number of competitors" inputMode="numeric" autoComplete="off" {...text("number_competitors")} />
        <Field label="Finishing position" inputMode="numeric" autoComplete="off" {...text("finish_position")} />
      </div>
      <Days form={form} set={set} />
      {regatta.days && <TracksOfDays regatta={regatta} set={set} />}
      {errors[`${PATH}.tracks`] && <FieldError>{errors[`${PATH}.tracks`]}</FieldError>}
      <CompetitorRows form={form} set={set} />
    </div>
  );
}

interface PartProps {
  form: EntryForm;
  set: (part: Partial<RegattaDraft>) => void;
}

function Days({ form: { draft, errors }, set }: PartProps) {
  const { data } = useQuery(trackDatesOptions());
  const today = dayKey(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const error = errors[`${PATH}.start_date`] ?? errors[`${PATH}.end_date`];
  return (
    <div>
      <p className={field.label} aria-hidden="true">
        Dates
      </p>
      <DateRange
        wide
        label="Dates"
        value={draft.regatta.days}
        min={null}
        max={today}
        marked={data?.dates ?? []}
        legend="A dot marks a day with tracks."
        onChange={(days) => set({ days, tracks: [] })}
      />
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** The tracks of the user on the days of the regatta, and those that were chosen before, on whatever day. */
function TracksOfDays({ regatta, set }: { regatta: RegattaDraft } & Pick<PartProps, "set">) {
  const id = useId();
  const { days, tracks: chosen } = regatta;
  const { data, isError } = useQuery(tracksOnDaysOptions(days!.from, days!.to));
  const others = chosen.filter((one) => !data?.some((track) => track.id === one));
  const choose = (track: number, isOn: boolean) =>
    set({ tracks: isOn ? [...chosen, track] : chosen.filter((one) => one !== track) });
  return (
    <div>
      <p className={field.label} id={id}>
        Your tracks on these days
      </p>
      {isError && (
        <p className="small secondary">Your tracks could not be read. The report can be saved without them.</p>
      )}
      {!data && !isError && <Spinner label="Loading your tracks" />}
      {data?.length === 0 && others.length === 0 && <p className="small secondary">You have no track on these days.</p>}
      {data && data.length + others.length > 0 && (
        <ul className={styles.tracks} aria-labelledby={id}>
          {data.map(({ id: track, start_time, end_time, tz }) => (
            <li key={track}>
              <Checkbox
                label={`Track ${track}`}
                checked={chosen.includes(track)}
                onChange={(isOn) => choose(track, isOn)}
              />
              <span className="caption">
                {dayAndMonth(start_time, tz)}, {clock(start_time, tz)} to {clock(end_time, tz)}
              </span>
            </li>
          ))}
          {others.map((track) => (
            <li key={track}>
              <Checkbox label={`Track ${track}`} checked onChange={(isOn) => choose(track, isOn)} />
              <span className="caption">of another day</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const COMPETITORS_PATH = "regatta_report.competitor_results";

/** The results of competitors: a member of the user's teams or a name as written, and a place. */
function CompetitorRows({ form, set }: { form: EntryForm; set: (part: Partial<RegattaDraft>) => void }) {
  const { competitors } = form.draft.regatta;
  const add = useRef<HTMLButtonElement>(null);
  const change = (key: number, part: Partial<CompetitorDraft>) =>
    set({ competitors: competitors.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  const remove = (key: number) => {
    set({ competitors: competitors.filter((one) => one.key !== key) });
    add.current?.focus();
  };
  const append = () => {
    const key = Math.max(-1, ...competitors.map((one) => one.key)) + 1;
    set({ competitors: [...competitors, { key, name: "", user: null, position: "" }] });
  };
  return (
    <div role="group" aria-label="Competitor results">
      <p className={field.label}>Competitor results</p>
      {competitors.map((one, at) => (
        <Row key={one.key} at={at} competitor={one} form={form} onChange={change} onRemove={remove} />
      ))}
      <Button ref={add} kind="quiet" icon={Plus} onClick={append}>
        Add competitor
      </Button>
    </div>
  );
}

interface RowProps {
  at: number;
  competitor: CompetitorDraft;
  form: EntryForm;
  onChange: (key: number, part: Partial<CompetitorDraft>) => void;
  onRemove: (key: number) => void;
}

function Row({ at, competitor, form: { errors, check }, onChange, onRemove }: RowProps) {
  const { key, name, user, position } = competitor;
  const mates = useTeammates();
  const [name_path, user_path, place_path] = ["name", "user", "finish_position"].map(
    (part) => `${COMPETITORS_PATH}.${at}.${part}`,
  );
  const [name_error, place_error] = [errors[name_path!] ?? errors[user_path!], errors[place_path!]];
  return (
    <div className={styles.row}>
      {user !== null && (
        <span className={styles.face}>
          <Avatar name={name} size="small" />
        </span>
      )}
      <SuggestField
        bare
        label={`Competitor ${at + 1}`}
        placeholder="Name"
        value={name}
        maxLength={MAX_CHARS.name}
        className={user === null ? styles.name : styles.member}
        isWrong={name_error !== undefined}
        suggestions={suggested(mates, name, user)}
        onBlur={() => check(name_path!)}
        onChange={(text, chosen) =>
          onChange(key, { name: text, user: chosen && chosen.id !== AS_WRITTEN ? Number(chosen.id) : null })
        }
      />
      <Field
        bare
        label={`Place of competitor ${at + 1}`}
        placeholder="Place"
        inputMode="numeric"
        autoComplete="off"
        value={position}
        className={styles.place}
        aria-invalid={place_error ? true : undefined}
        onBlur={() => check(place_path!)}
        onChange={(event) => onChange(key, { position: event.target.value })}
      />
      <IconButton icon={X} label={`Remove competitor ${at + 1}`} onClick={() => onRemove(key)} />
      {[name_error, place_error].map((error) => error && <FieldError key={error}>{error}</FieldError>)}
    </div>
  );
}

const AS_WRITTEN = "as written";

interface Mate {
  id: number;
  name: string;
}

/** The user and the members of the user's teams. */
function useTeammates(): Mate[] {
  const user = useUser();
  if (!user) return [];
  const others = user.teammates.filter(({ id }) => id !== user.id);
  return [{ id: user.id, name: fullName(user) }, ...others.map((one) => ({ id: one.id, name: fullName(one) }))];
}

/** Members whose name contains what is written, and last the text itself; none once a member is chosen. */
export function suggested(mates: readonly Mate[], text: string, user: number | null): Suggestion[] {
  if (user !== null) return [];
  const words = text.trim().toLocaleLowerCase();
  const found = mates.filter(({ name }) => name.toLocaleLowerCase().includes(words));
  const members = found.map(({ id, name }) => ({
    id: String(id),
    text: name,
    picture: <Avatar name={name} size="small" />,
  }));
  if (words === "") return members;
  return [...members, { id: AS_WRITTEN, text: text.trim(), label: `Keep “${text.trim()}” as written`, icon: Pencil }];
}

// The user's own tracks of a range of days, as the form of a regatta offers them.

/** Days are YYYY-MM-DD, both ends included. First started first; at most as many as a report may have. */
const tracksOnDaysOptions = (from: string, to: string) =>
  queryOptions({
    queryKey: ["tracks", "on days", from, to],
    queryFn: async ({ signal }) => {
      const filter = { mode: "mine", search: "", start_date: from, end_date: to, users: [] } as const;
      const tracks = await allRows((cursor) => fetchTracks(filter, cursor, signal), LIMITS.regatta_tracks);
      return tracks.reverse();
    },
    gcTime: 0,
    meta: { silent: true },
  });
