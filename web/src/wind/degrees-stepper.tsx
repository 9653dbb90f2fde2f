import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../components/button";
import { degreesOf, wholeDegrees } from "./wind-answers";
import styles from "./wind-picker.module.css";

interface DegreesProps {
  deg: number;
  onChange: (deg: number) => void;
}

/** Whole degrees from 0 to 359. */
export const wrapped = (deg: number): number => ((Math.round(deg) % 360) + 360) % 360;

/** A direction as a figure between its two steps. */
export function DegreesStepper({ deg, onChange }: DegreesProps) {
  return (
    <span className={styles.step}>
      <IconButton icon={Minus} label="One degree less" onClick={() => onChange(wrapped(deg - 1))} />
      <DegreesInput deg={deg} onChange={onChange} />
      <IconButton icon={Plus} label="One degree more" onClick={() => onChange(wrapped(deg + 1))} />
    </span>
  );
}

/** The direction as a figure, to be written too. What is no direction leaves the dial as it is. */
function DegreesInput({ deg, onChange }: DegreesProps) {
  const [written, setWritten] = useState<string | null>(null);
  const write = (text: string) => {
    setWritten(text);
    const next = degreesOf(text);
    if (next !== null) onChange(next);
  };
  return (
    <input
      aria-label="Wind from, degrees"
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={written ?? wholeDegrees(deg)}
      aria-invalid={written !== null && degreesOf(written) === null}
      onFocus={(event) => event.target.select()}
      onChange={(event) => write(event.target.value)}
      onBlur={() => setWritten(null)}
    />
  );
}
