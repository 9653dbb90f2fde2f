import { CalendarDays, X } from "lucide-react";
import { useState } from "react";
import { shortDay } from "../format/times";
import { Button, IconButton } from "./button";
import { classes } from "./classes";
import styles from "./date-range.module.css";
import { Icon } from "./icon";
import { lazyPanel } from "./lazy-component";
import { Popover } from "./popover";

/** A chunk of its own, loaded when the calendar is opened. */
const Calendar = lazyPanel(() => import("./calendar").then((module) => module.Calendar), {
  placeholder: <div className={styles.coming} />,
});

export interface DayRange {
  /** YYYY-MM-DD, both ends included. */
  from: string;
  to: string;
}

interface DateRangeProps {
  label: string;
  value: DayRange | null;
  onChange: (range: DayRange | null) => void;
  /** First and last day that can be chosen. */
  min: string | null;
  max: string;
  /** Days shown with a dot. */
  marked: readonly string[];
  /** Meaning of the dot, shown below the calendar. */
  legend: string;
  /** Whether a button clears the range. */
  isClearable?: boolean;
  /** As wide as its container, with its text on a phone as well. */
  wide?: boolean;
}

/** A range of days. */
export function DateRange(props: DateRangeProps) {
  const { label, value, onChange, min, max, marked, legend, isClearable = true, wide } = props;
  const [open, setOpen] = useState(false);
  const text = value ? `${shortDay(value.from, "UTC")} to ${shortDay(value.to, "UTC")}` : label;
  const trigger = (
    <Button
      className={value ? (isClearable ? styles.chosen : styles.fixed) : styles.trigger}
      aria-label={value ? `${label}: ${text}` : label}
    >
      <Icon of={CalendarDays} />
      <span className={styles.text}>{text}</span>
    </Button>
  );
  return (
    <div className={classes(styles.range, wide && styles.wide)}>
      <Popover open={open} onOpenChange={setOpen} trigger={trigger} label={label}>
        <div className={styles.calendar}>
          <Calendar
            value={value}
            min={min}
            max={max}
            marked={marked}
            onChange={(range) => {
              onChange(range);
              if (range && range.from !== range.to) setOpen(false);
            }}
          />

          <p className="caption">{legend}</p>
        </div>
      </Popover>
      {value && isClearable && (
        <IconButton icon={X} label="Clear dates" className={styles.clear} onClick={() => onChange(null)} />
      )}
    </div>
  );
}
