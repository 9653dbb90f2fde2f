import { type KeyboardEvent, useEffect, useState } from "react";
import { Button } from "../components/button";
import { Field } from "../components/field";
import { clockSeconds, zoneName } from "../format/times";
import { timeOfDay } from "./time-of-day";

interface GunFieldProps {
  time_ms: number;
  zone: string | null;
  onChange: (time_ms: number) => void;
}

/** The moment of the gun as hours, minutes and seconds; ↑ and ↓ move it by 1 s, with Shift by 10 s. Enter stores it. */
export function GunField({ time_ms, zone, onChange }: GunFieldProps) {
  const shown = clockSeconds(time_ms, zone);
  const [text, setText] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setText(shown);
    setWrong(false);
  }, [shown]);
  const store = () => {
    const at_ms = timeOfDay(text, time_ms, zone);
    setWrong(at_ms === null);
    if (at_ms !== null) onChange(at_ms);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return store();
    const step_s = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    const at_ms = timeOfDay(text, time_ms, zone);
    if (step_s === 0 || at_ms === null) return;
    event.preventDefault();
    setText(clockSeconds(at_ms + step_s * (event.shiftKey ? 10_000 : 1000), zone));
  };
  return (
    <>
      <Field
        label={`Gun, ${zoneName(zone)}`}
        value={text}
        inputMode="numeric"
        placeholder="hh:mm:ss"
        error={isWrong ? "Write the time as hours, minutes and seconds, for example 12:30:00." : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== shown && <Button onClick={store}>Set the gun</Button>}
    </>
  );
}
