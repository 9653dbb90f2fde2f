/** The days of a calendar of squares: a column a week from Monday, a row a weekday. */
import { addDays } from "../dashboard/report-filter";

export interface Strip {
  label: string;
  /** Monday of the first column. */
  monday: string;
  days: readonly string[];
}

/** 0 on Monday. */
export const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

export const mondayOf = (date: string): string => addDays(date, -weekday(date));

/** Column of a day in its strip. */
export const columnOf = ({ monday }: Strip, date: string): number =>
  Math.floor((Date.parse(date) - Date.parse(monday)) / (7 * 86_400_000));

/** All days from the first to the last. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

const stripOf = (label: string, first: string, last: string): Strip => ({
  label,
  monday: mondayOf(first),
  days: daysBetween(first, last),
});

/** A strip for each year, the latest first; of half a year on a phone, without halves that have not begun. */
export function stripsOf(years: readonly number[], today: string, isHalf: boolean): Strip[] {
  return [...years]
    .sort((a, b) => b - a)
    .flatMap((year) =>
      isHalf
        ? [
            stripOf(`${year}, first half`, `${year}-01-01`, `${year}-06-30`),
            stripOf(`${year}, second half`, `${year}-07-01`, `${year}-12-31`),
          ].filter(({ days }) => days[0]! <= today)
        : [stripOf(String(year), `${year}-01-01`, `${year}-12-31`)],
    );
}

/** The first days of the months of a strip. */
export const monthStarts = ({ days }: Strip): string[] => days.filter((day) => day.endsWith("-01"));

/** The day that an arrow key leads to: up and down by a day, left and right by a week; null of other keys. */
export function dayOfKey(key: string, from: string): string | null {
  const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };
  const step = steps[key];
  return step === undefined ? null : addDays(from, step);
}
