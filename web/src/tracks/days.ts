/** Tracks or races grouped by day, in the time zone of each. */
import { dayKey, longDay } from "../format/times";

export interface Placed {
  start_time: string | null;
  tz: string | null;
  location: string | null;
}

export interface Day<Row> {
  key: string;
  title: string;
  /** The location that all rows of the day have in common; null if they differ. */
  location: string | null;
  rows: readonly Row[];
}

/** The day of each row, because to write a date takes long: the list of 10,000 is grouped again with every page. */
const days = new WeakMap<object, string>();

function dayOf(row: Placed): string {
  const known = days.get(row);
  if (known !== undefined) return known;
  const key = row.start_time ? dayKey(row.start_time, row.tz) : "";
  days.set(row, key);
  return key;
}

/** Groups consecutive rows of the same day, in the order of the list; `undated` is the title of those without a time. */
export function byDay<Row extends Placed>(rows: readonly Row[], undated = "Just uploaded"): Day<Row>[] {
  const grouped: { key: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const key = dayOf(row);
    const last = grouped.at(-1);
    if (last?.key === key) last.rows.push(row);
    else grouped.push({ key, rows: [row] });
  }
  return grouped.map(({ key, rows: ofDay }, at) => {
    const [first] = ofDay;
    const one = ofDay.every((row) => row.location === first?.location);
    return {
      key: `${key}#${at}`,
      title: first?.start_time ? longDay(first.start_time, first.tz) : undated,
      location: one ? (first?.location ?? null) : null,
      rows: ofDay,
    };
  });
}
