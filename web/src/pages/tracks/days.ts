/** Tracks grouped by day, in the time zone of each track. */
import type { Track } from "@leebow/api/contract";
import { dayKey, longDay } from "../../format/times";

export interface Day {
  key: string;
  title: string;
  /** The location that all tracks of the day have in common; null if they differ. */
  location: string | null;
  tracks: readonly Track[];
}

/** Groups consecutive tracks of the same day, in the order of the list. */
export function byDay(rows: readonly Track[]): Day[] {
  const days: { key: string; rows: Track[] }[] = [];
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
      title: first?.start_time ? longDay(first.start_time, first.tz) : "Just uploaded",
      location: one ? (first?.location ?? null) : null,
      tracks: ofDay,
    };
  });
}
