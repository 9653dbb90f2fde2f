import { CalendarDays } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { shortDay } from "../format/times";
import { Button } from "./button";
import { classes } from "./classes";
import styles from "./date-time-field.module.css";
import { FieldMessage } from "./field";
import field from "./field.module.css";
import { Icon } from "./icon";
import { lazyPanel } from "./lazy-component";
import { Popover } from "./popover";

/** A chunk of its own, loaded when the calendar is opened. */
const DayCalendar = lazyPanel(() => import("./calendar").then((module) => module.DayCalendar), {
  placeholder: <div className={styles.coming} />,
});

interface DateTimeFieldProps {
  label: string;
  /** Wall-clock time in `zone`, "2025-06-21T13:00"; null while day or time is missing. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** First and last wall-clock time allowed, in the form of `value`; the calendar offers the days between. */
  min: string;
  max: string;
  /** The zone the time is meant in, as shown: "Madrid time". */
  zone: string;
  error?: string | undefined;
  disabled?: boolean;
}

const TIME_NOT_VALID = "Write the time as hours and minutes, for example 13:05.";

/** A day from a calendar and a time of day as text, bounded by `min` and `max`. */
export function DateTimeField({ label, value, onChange, min, max, zone, error, disabled }: DateTimeFieldProps) {
  const id = useId();
  const [day, setDay] = useState<string | null>(value?.slice(0, 10) ?? null);
  const [time, setTime] = useState(value?.slice(11, 16) ?? "");
  const [isLeft, setIsLeft] = useState(false);
  useEffect(() => {
    if (value === null) return;
    setDay(value.slice(0, 10));
    setTime((typed) => (parseTime(typed) === value.slice(11, 16) ? typed : value.slice(11, 16)));
  }, [value]);
  const change = (nextDay: string | null, nextTime: string) => {
    setDay(nextDay);
    setTime(nextTime);
    const parsed = parseTime(nextTime);
    onChange(nextDay && parsed ? `${nextDay}T${parsed}` : null);
  };
  const isTimeWrong = isLeft && time !== "" && parseTime(time) === null;
  const message = error ?? (isTimeWrong ? TIME_NOT_VALID : boundsMessage(value, min, max));
  return (
    <fieldset className="shrinks" disabled={disabled} aria-describedby={`${id}-message`}>
      <legend className={field.label}>{label}</legend>
      <div className="flex gap-8">
        <DayButton label={label} day={day} min={min} max={max} onChange={(next) => change(next, time)} />
        <input
          className={classes(field.input, styles.time, message && field.wrong)}
          type="text"
          inputMode="numeric"
          placeholder="hh:mm"
          aria-label={`${label}, time`}
          aria-invalid={message ? true : undefined}
          value={time}
          onChange={(event) => change(day, event.target.value)}
          onBlur={() => {
            setIsLeft(true);
            setTime(parseTime(time) ?? time);
          }}
        />
      </div>
      <FieldMessage id={`${id}-message`} error={message} hint={zone} />
    </fieldset>
  );
}

interface DayButtonProps {
  label: string;
  day: string | null;
  min: string;
  max: string;
  onChange: (day: string) => void;
}

function DayButton({ label, day, min, max, onChange }: DayButtonProps) {
  const [open, setOpen] = useState(false);
  const text = day ? shortDay(day, "UTC") : "Choose a day";
  const trigger = (
    <Button className={styles.day} aria-label={`${label}, day: ${text}`}>
      <Icon of={CalendarDays} />
      <span className={day ? undefined : "quiet"}>{text}</span>
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={trigger} label={`${label}, day`} align="start">
      <div className={styles.calendar}>
        <DayCalendar
          value={day}
          min={min.slice(0, 10)}
          max={max.slice(0, 10)}
          onChange={(next) => {
            onChange(next);
            setOpen(false);
          }}
        />
      </div>
    </Popover>
  );
}

/** The message for a value outside the bounds. Wall-clock times of this form can be compared as text. */
function boundsMessage(value: string | null, min: string, max: string): string | undefined {
  if (value === null || (value >= min && value <= max)) return undefined;
  const written = (time: string) => `${shortDay(time.slice(0, 10), "UTC")}, ${time.slice(11, 16)}`;
  return `Choose a time from ${written(min)} to ${written(max)}.`;
}

/** "13:05" of "13:05", "9:5", "1305", "13.05" or "13"; null of what is no time of day. */
export function parseTime(text: string): string | null {
  const match = /^(\d{1,2})(?:[:.h ]?(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)];
  if (hours > 23 || minutes > 59) return null;
  return [hours, minutes].map((part) => String(part).padStart(2, "0")).join(":");
}
