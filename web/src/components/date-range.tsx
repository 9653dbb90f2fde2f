import { CalendarDays, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { shortDay } from "../format/times";
import { Button, IconButton } from "./button";
import styles from "./date-range.module.css";
import { Icon } from "./icon";
import { Popover } from "./popover";

/** The calendar is its own chunk: most visits never open it. */
const Calendar = lazy(() => import("./calendar").then((module) => ({ default: module.Calendar })));

export interface DayRange {
  /** YYYY-MM-DD, both ends included. */
  from: string;
  to: string;
}

interface DateRangeProps {
  label: string;
  value: DayRange | null;
  onChange: (range: DayRange | null) => void;
  /** The first and last day on offer. */
  min: string | null;
  max: string;
  /** Days that get a dot. */
  marked: readonly string[];
  /** What a dot means. */
  legend: string;
}

/** A range of days, with a way to clear it. */
export function DateRange({ label, value, onChange, min, max, marked, legend }: DateRangeProps) {
  const [open, setOpen] = useState(false);
  const said = value ? `${shortDay(value.from, "UTC")} to ${shortDay(value.to, "UTC")}` : label;
  const trigger = (
    <Button className={value ? styles.chosen : styles.trigger} aria-label={value ? `${label}: ${said}` : label}>
      <Icon of={CalendarDays} />
      <span className={styles.said}>{said}</span>
    </Button>
  );
  return (
    <div className={styles.range}>
      <Popover open={open} onOpenChange={setOpen} trigger={trigger} label={label}>
        <div className={styles.calendar}>
          <Suspense fallback={<div className={styles.coming} />}>
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
          </Suspense>
          <p className="caption">{legend}</p>
        </div>
      </Popover>
      {value && <IconButton icon={X} label="Clear dates" className={styles.clear} onClick={() => onChange(null)} />}
    </div>
  );
}
