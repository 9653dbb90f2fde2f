import { ChevronLeft, ChevronRight } from "lucide-react";
import { type DateRange, DayPicker, type PropsBase } from "react-day-picker";
import styles from "./calendar.module.css";
import type { DayRange } from "./date-range";
import { Icon } from "./icon";

interface CalendarProps {
  value: DayRange | null;
  onChange: (range: DayRange | null) => void;
  min: string | null;
  max: string;
  marked: readonly string[];
}

/** The accessible name of a day begins with the number shown on its button. */
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

function Chevron({ orientation }: { orientation?: "left" | "right" | "up" | "down" }) {
  return <Icon of={orientation === "left" ? ChevronLeft : ChevronRight} />;
}

/** A month to choose a range from: dots on marked days, days outside struck through. */
export function Calendar({ value, onChange, min, max, marked }: CalendarProps) {
  const selected: DateRange | undefined = value ? { from: toDate(value.from), to: toDate(value.to) } : undefined;
  return (
    <DayPicker
      mode="range"
      selected={selected}
      onSelect={(range) =>
        onChange(range?.from ? { from: toDay(range.from), to: toDay(range.to ?? range.from) } : null)
      }
      defaultMonth={selected?.to ?? toDate(max)}
      modifiers={{ marked: marked.map(toDate) }}
      modifiersClassNames={{ marked: styles.marked ?? "" }}
      {...shared(min, max)}
    />
  );
}

interface DayCalendarProps {
  /** YYYY-MM-DD. */
  value: string | null;
  onChange: (day: string) => void;
  min: string;
  max: string;
  /** The days that can be chosen, each with a dot; without them every day from `min` to `max`. */
  days?: readonly string[];
}

/** A month to choose one day from; days outside struck through. */
export function DayCalendar({ value, onChange, min, max, days }: DayCalendarProps) {
  const selected = value ? toDate(value) : undefined;
  const common = shared(min, max);
  return (
    <DayPicker
      mode="single"
      required
      selected={selected}
      onSelect={(day) => onChange(toDay(day))}
      defaultMonth={selected ?? toDate(min)}
      {...common}
      modifiers={days ? { marked: days.map(toDate) } : {}}
      modifiersClassNames={{ selected: `${styles.start} ${styles.end}`, marked: styles.marked ?? "" }}
      {...(days && { disabled: (date: Date) => !days.includes(toDay(date)) })}
    />
  );
}

/** What both calendars have in common. */
function shared(min: string | null, max: string): Omit<PropsBase, "mode" | "required"> {
  const last = toDate(max);
  const first = min ? toDate(min) : undefined;
  return {
    startMonth: first,
    endMonth: last,
    disabled: [{ after: last }, ...(first ? [{ before: first }] : [])],
    labels: {
      labelDayButton: (date, { selected }) => `${DAY.format(date)}${selected ? ", selected" : ""}`,
    },
    weekStartsOn: 1,
    navLayout: "around",
    components: { Chevron },
    classNames: {
      root: styles.root ?? "",
      months: styles.months ?? "",
      month: styles.month ?? "",
      month_caption: styles.caption ?? "",
      button_previous: styles.step ?? "",
      button_next: styles.step ?? "",
      month_grid: styles.grid ?? "",
      weekday: styles.weekday ?? "",
      day: styles.day ?? "",
      day_button: styles.button ?? "",
      disabled: styles.outside ?? "",
      hidden: styles.hidden ?? "",
      range_start: styles.start ?? "",
      range_middle: styles.middle ?? "",
      range_end: styles.end ?? "",
      today: styles.today ?? "",
    },
  };
}

/** A calendar day has no time zone; as a Date it is midnight in local time. */
function toDate(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

function toDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
