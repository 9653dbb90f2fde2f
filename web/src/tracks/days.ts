/** Tracks or races grouped by day, in the time zone of each. */
import { dayKey, longDay } from "../format/times";

interface Placed {
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

/** Groups consecutive rows of the same day, in the order of the list; `undated` is the title of those without a time. */
export function byDay<Row extends Placed>(rows: readonly Row[], undated = "Just uploaded"): Day<Row>[] {
  const days: { key: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const key = row.start_time ? dayKey(row.start_time, row.tz) : "";
    const last = days.at(-1);
    if (last?.key === key) last.rows.push(row);
    else days.push({ key, rows: [row] });
  }
  return days.map(({ key, rows: ofDay }, at) => {
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
