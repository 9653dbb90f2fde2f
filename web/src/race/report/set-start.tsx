import type { RaceDay, RaceNote } from "@leebow/core";
import { useState } from "react";
import { clock, clockSeconds, zoneName } from "../../format/times";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Field, FieldError } from "../../ui/field";
import { timeOfDay } from "./clock";
import styles from "./set-start.module.css";
import type { CorrectionEditing } from "./use-corrections";

interface SetStartProps {
  notes: readonly RaceNote[];
  /** Moments that may be the start, the most likely first. */
  candidates?: RaceDay["candidates"];
  /** Start of the first track; null while it is not known. */
  start_time: string | null;
  zone: string | null;
  /** Null for a viewer who may not change the race. */
  editing: CorrectionEditing | null;
}

const NO_START = "No start was found in the tracks of this race.";

/** A day without a race: why, and the start as the user knows it. */
export function SetStart({ notes, candidates = [], start_time, zone, editing }: SetStartProps) {
  return (
    <EmptyState title="No race was found in these tracks">
      <div className={styles.reasons}>
        {(notes.length > 0 ? notes.map(({ text }) => text) : [NO_START]).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {candidates.map(({ time, score }) => {
          const text = `Start at ${clockSeconds(time, zone)} (${Math.round(100 * score)} %)`;
          return editing ? (
            <Button key={time} onClick={() => setGun(editing, time)}>
              {text}
            </Button>
          ) : (
            <p key={time}>{text}</p>
          );
        })}
        {editing && start_time && <StartForm start_time={start_time} zone={zone} editing={editing} />}
      </div>
    </EmptyState>
  );
}

const setGun = (editing: CorrectionEditing, gun_time: string) =>
  editing.change((list) => [
    ...list.filter((one) => one.action !== "set_gun"),
    { action: "set_gun", at: gun_time, gun_time },
  ]);

function StartForm({
  start_time,
  zone,
  editing,
}: {
  start_time: string;
  zone: string | null;
  editing: CorrectionEditing;
}) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const set = () => {
    const at_ms = timeOfDay(text, Date.parse(start_time), zone);
    if (at_ms === null) return setError("Write the time as hours, minutes and seconds, for example 12:30:00.");
    setGun(editing, new Date(at_ms).toISOString());
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <Field
        label={`Gun, ${zoneName(zone)}`}
        placeholder="hh:mm:ss"
        inputMode="numeric"
        value={text}
        error={error}
        hint={`The first track begins at ${clock(start_time, zone)}.`}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" kind="primary" busy={editing.isSaving}>
        Set the start by hand
      </Button>
      {editing.failure && <FieldError>{editing.failure}</FieldError>}
    </form>
  );
}
