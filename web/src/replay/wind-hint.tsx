import { Wind, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "../components/button";
import { Field } from "../components/field";
import { Popover } from "../components/popover";
import styles from "./wind-hint.module.css";

/** Eight compass points, as directions the wind blows from. */
const WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].map((name, i) => ({ name, deg: i * 45 }));
const WRONG = "Write where the wind comes from in degrees, 0 to 359.";

export interface WindHintProps {
  /** Direction the wind blows from as given by the user, degrees; null without a hint. */
  hint_deg: number | null;
  /** Whether the analysis with the hint is running. */
  busy?: boolean;
  onChange: (hint_deg: number | null) => void;
}

/** Control to set, change and remove the wind direction given by the user. */
export function WindHint({ hint_deg, busy = false, onChange }: WindHintProps) {
  const [open, setOpen] = useState(false);
  const give = (deg: number) => {
    setOpen(false);
    if (deg !== hint_deg) onChange(deg);
  };
  return (
    <span className={styles.hint}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label="Wind direction, a hint"
        trigger={
          <Button icon={Wind} busy={busy}>
            <span className="truncate">
              {hint_deg === null ? "Wind from °" : `Wind from ${Math.round(hint_deg)}°, a hint`}
            </span>
          </Button>
        }
      >
        <Form start={hint_deg} onGive={give} />
      </Popover>
      {hint_deg !== null && !busy && (
        <IconButton icon={X} label="Take the wind hint away" onClick={() => onChange(null)} />
      )}
    </span>
  );
}

function Form({ start, onGive }: { start: number | null; onGive: (deg: number) => void }) {
  const [text, setText] = useState(start === null ? "" : String(Math.round(start)));
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const deg = degreesOf(text);
    if (deg === null) setError(WRONG);
    else onGive(deg);
  };
  const write = (next: string) => {
    setText(next);
    setError(undefined);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label="Wind from, degrees"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={text}
        error={error}
        hint="A hint and no law: where courses and turns clearly tell another wind, theirs is used."
        onChange={(event) => write(event.target.value)}
      />
      <div className={styles.winds} role="group" aria-label="Winds by name">
        {WINDS.map(({ name, deg }) => (
          <button key={name} type="button" aria-pressed={degreesOf(text) === deg} onClick={() => write(String(deg))}>
            {name}
          </button>
        ))}
      </div>
      <Button kind="primary" type="submit" wide>
        Use this wind
      </Button>
    </form>
  );
}

/** Degrees of "225", "225°" or "360"; null for anything else. */
export function degreesOf(text: string): number | null {
  const match = /^\s*(\d{1,3})\s*°?\s*$/.exec(text);
  const deg = match ? Number(match[1]) : NaN;
  return deg <= 360 ? deg % 360 : null;
}

/** Text where no wind could be estimated from the track. */
export const WIND_UNKNOWN = "The wind could not be told from this track; give it here.";
