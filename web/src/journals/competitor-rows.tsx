import { Pencil, Plus, X } from "lucide-react";
import { useRef } from "react";
import { useSnapshot } from "valtio";
import { Avatar } from "../components/avatar";
import { Button, IconButton } from "../components/button";
import { Field, FieldError } from "../components/field";
import { SuggestField, type Suggestion } from "../components/suggest-field";
import { fullName, session } from "../stores/session";
import styles from "./competitor-rows.module.css";
import { type CompetitorDraft, MAX_CHARS, type RegattaDraft } from "./entry-draft";
import type { EntryForm } from "./use-entry-form";

const PATH = "regatta_report.competitor_results";

interface CompetitorRowsProps {
  form: EntryForm;
  set: (part: Partial<RegattaDraft>) => void;
}

/** The results of competitors: a member of the user's teams or a name as written, and a place. */
export function CompetitorRows({ form, set }: CompetitorRowsProps) {
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
      <p className={styles.label}>Competitor results</p>
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
  const [name_path, user_path, place_path] = ["name", "user", "finish_position"].map((part) => `${PATH}.${at}.${part}`);
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
  const { user } = useSnapshot(session);
  if (!user) return [];
  const others = user.teammates.filter(({ id }) => id !== user.id);
  return [
    { id: user.id, name: fullName(user) },
    ...others.map((one) => ({ id: one.id, name: `${one.first_name} ${one.last_name}`.trim() })),
  ];
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
