import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Checkbox } from "../components/choices";
import { DateRange } from "../components/date-range";
import { Field, FieldError } from "../components/field";
import { Spinner } from "../components/spinner";
import { clock, dayAndMonth, dayKey } from "../format/times";
import { tracksOnDaysOptions } from "../queries/regatta-tracks";
import { trackDatesOptions } from "../queries/track-list";
import { CompetitorRows } from "./competitor-rows";
import { MAX_CHARS, type RegattaDraft } from "./entry-draft";
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
    <div className={styles.tab}>
      <Field label="Regatta name" maxLength={MAX_CHARS.name} {...text("name")} />
      <div className={styles.two}>
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
      <p className={styles.label} aria-hidden="true">
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
      <p className={styles.label} id={id}>
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
