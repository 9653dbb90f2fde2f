import { type CSSProperties, type KeyboardEvent, useId, useState } from "react";
import { classes } from "../components/classes";
import type { DayRange } from "../components/date-range";
import { useNarrow } from "../components/use-narrow";
import { addDays } from "../dashboard/report-filter";
import { longDay } from "../format/times";
import { columnOf, dayOfKey, mondayOf, monthStarts, type Strip, stripsOf, weekday } from "./calendar-days";
import styles from "./day-squares.module.css";

/** What a square shows. */
export interface SquareOfDay {
  date: string;
  /** 1 to 4: its colour. */
  step: 1 | 2 | 3 | 4;
  /** "1 session, 1:50 h" */
  text: string;
}

interface DaySquaresProps {
  label: string;
  days: readonly SquareOfDay[];
  /** First and last day that the filter has; null: no limit. */
  first: string | null;
  last: string | null;
  today: string;
  chosen: DayRange | null;
  onChoose: (days: DayRange) => void;
  /** Days with a ring. */
  ringed: DayRange | null;
}

const isWithin = (date: string, days: DayRange | null): boolean =>
  days !== null && date >= days.from && date <= days.to;

/**
 * A calendar with a square a day. It is a list with one stop of the Tab key: the arrow keys lead by day and week, Enter
 * chooses. On a phone, where a square is too small for a finger, a strip has half a year and a tap chooses the week.
 */
export function DaySquares(props: DaySquaresProps) {
  const { label, days, first, last, today, chosen, onChoose } = props;
  const id = useId();
  const narrow = useNarrow();
  const [active, setActive] = useState<string | null>(null);
  const end = last && last < today ? last : today;
  const begin = first ?? days[0]?.date ?? end;
  const strips = stripsOf(yearsBetween(begin, end, days), today, narrow);
  const at = active ?? chosen?.to ?? end;
  const choose = (date: string) => {
    setActive(date);
    onChoose(narrow ? { from: mondayOf(date), to: addDays(mondayOf(date), 6) } : { from: date, to: date });
  };
  const keys = (event: KeyboardEvent) => {
    const next = dayOfKey(event.key, at);
    if (next === null && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (next === null) choose(at);
    else if (next >= begin && next <= end) setActive(next);
  };
  return (
    <div
      className={styles.strips}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={keys}
      onClick={(event) => {
        const date = (event.target as HTMLElement).dataset.date;
        if (date) choose(date);
      }}
      onFocus={() => setActive(at)}
      onBlur={() => setActive(null)}
    >
      {strips.map((strip) => (
        <StripOfDays key={strip.label} {...props} strip={strip} {...{ id, begin, end, active }} />
      ))}
    </div>
  );
}

/** The years of the calendar: those with a session, or the last one. */
function yearsBetween(begin: string, end: string, days: readonly SquareOfDay[]): number[] {
  const [from, to] = [begin, end].map((day) => Number(day.slice(0, 4))) as [number, number];
  const sailed = new Set(days.map(({ date }) => Number(date.slice(0, 4))));
  const years = Array.from({ length: Math.max(0, to - from) + 1 }, (_, n) => from + n);
  const shown = years.filter((year) => sailed.has(year));
  return shown.length > 0 ? shown : [to];
}

interface StripProps extends DaySquaresProps {
  strip: Strip;
  id: string;
  begin: string;
  end: string;
  active: string | null;
}

function StripOfDays({ strip, days, chosen, ringed, id, begin, end, active }: StripProps) {
  const known = new Map(days.map((day) => [day.date, day]));
  const place = (date: string): CSSProperties => ({
    gridColumn: columnOf(strip, date) + 2,
    gridRow: weekday(date) + 2,
  });
  return (
    <div className={styles.strip} role="presentation">
      {monthStarts(strip).map((date) => (
        <span key={date} className={styles.month} style={{ gridColumn: columnOf(strip, date) + 2 }} aria-hidden="true">
          {MONTHS[Number(date.slice(5, 7)) - 1]}
        </span>
      ))}
      {["Mo", "We", "Fr", "Su"].map((name, n) => (
        <span key={name} className={styles.weekday} style={{ gridRow: 2 * n + 2 }} aria-hidden="true">
          {name}
        </span>
      ))}
      {strip.days.map((date) =>
        date < begin || date > end ? (
          <i key={date} className={styles.outside} style={place(date)} aria-hidden="true" />
        ) : (
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active option.
          <div
            key={date}
            id={`${id}-${date}`}
            role="option"
            aria-selected={isWithin(date, chosen)}
            aria-label={`${longDay(date, "UTC")}: ${known.get(date)?.text ?? "none"}`}
            title={`${longDay(date, "UTC")}: ${known.get(date)?.text ?? "none"}`}
            data-step={known.get(date)?.step ?? 0}
            className={classes(
              styles.day,
              isWithin(date, ringed) && styles.ringed,
              isWithin(date, chosen) && styles.chosen,
              date === active && styles.active,
            )}
            style={place(date)}
            data-date={date}
          />
        ),
      )}
    </div>
  );
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** What the colours mean, in the order of their steps. */
export function SquaresLegend({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles.legend}>
      {["none", ...names].map((name, step) => (
        <li key={name}>
          <i data-step={step} className={styles.swatch} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}
