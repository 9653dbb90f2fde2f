import { Wind, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "../components/button";
import { Field } from "../components/field";
import { Popover } from "../components/popover";
import type { WindChoice } from "./wind-choice";
import styles from "./wind-form.module.css";

/** Eight compass points, as directions the wind blows from. */
const WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].map((name, i) => ({ name, deg: i * 45 }));
const WRONG = "Write where the wind comes from in degrees, 0 to 359.";

/** Control to set, change and remove the wind direction given by the user. */
export function WindHint({ choice: { hint_deg, busy, onChange } }: { choice: WindChoice }) {
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
        label="Wind direction"
        trigger={
          <Button icon={Wind} busy={busy}>
            <span className="truncate">
              {hint_deg === null ? "Wind from °" : `Wind from ${Math.round(hint_deg)}°, yours`}
            </span>
          </Button>
        }
      >
        <Form start={hint_deg} onGive={give} />
      </Popover>
      {hint_deg !== null && !busy && <IconButton icon={X} label="Take your wind away" onClick={() => onChange(null)} />}
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
        hint="It decides which way the wind blew; courses and turns refine it by some degrees."
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
