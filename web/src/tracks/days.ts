/** Tracks or races grouped by day, in the time zone of each. */

import type { Track } from "@leebow/api/contract";
import { distance } from "../format/numbers";
import { dayKey, hms, longDay } from "../format/times";
import { unitName } from "../format/units";

export interface Placed {
  start_time: string | null;
  tz: string | null;
  location: string | null;
}

export interface Day<Row> {
  key: string;
  title: string;
  /** Whether the rows have the same day, which is then the title, or none of them has one. */
  isOneDay: boolean;
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

/** Rows that came without a time, which the server was still reading, and the list that they came in. */
export interface Arrivals {
  ids: readonly number[];
  undated: ReadonlySet<number>;
}
export const NO_ARRIVALS: Arrivals = { ids: [], undated: new Set() };

/**
 * The arrivals of a list after those before. A row stays one when it has its time, so that no other row is moved by it, until
 * rows are taken out of the list or are in another order.
 */
export function arrivalsOf(rows: readonly (Placed & { id: number })[], before: Arrivals): Arrivals {
  const ids = rows.map(({ id }) => id);
  const first = ids.indexOf(before.ids[0] ?? Number.NaN);
  const isSame = before.ids.every((id, at) => ids[first + at] === id);
  const undated = new Set(rows.filter(({ start_time }) => start_time === null).map(({ id }) => id));
  if (isSame) for (const id of before.undated) undated.add(id);
  const isUnchanged = isSame && ids.length === before.ids.length && undated.size === before.undated.size;
  return isUnchanged ? before : { ids, undated };
}

/**
 * Groups consecutive rows of the same day, in the order of the list. Rows of `undated` are a group of their own, whose title
 * is `title` until all of them have the same day.
 */
export function byDay<Row extends Placed & { id: number }>(
  rows: readonly Row[],
  title = "Just uploaded",
  undated: ReadonlySet<number> = NO_ARRIVALS.undated,
): Day<Row>[] {
  const grouped: { key: string; rows: Row[] }[] = [];
  const groups = new Map<string, number>();
  for (const row of rows) {
    const key = undated.has(row.id) ? "" : dayOf(row);
    const last = grouped.at(-1);
    if (last?.key.startsWith(`${key}#`)) {
      last.rows.push(row);
      continue;
    }
    const nth = groups.get(key) ?? 0;
    groups.set(key, nth + 1);
    grouped.push({ key: `${key}#${nth}`, rows: [row] });
  }
  return grouped.map(({ key, rows: ofDay }) => {
    const [first] = ofDay as [Row, ...Row[]];
    const isOneDay = ofDay.every((row) => dayOf(row) === dayOf(first));
    const isOnePlace = ofDay.every((row) => row.location === first.location);
    return {
      key,
      title: first.start_time && isOneDay ? longDay(first.start_time, first.tz) : title,
      isOneDay,
      location: isOnePlace ? first.location : null,
      rows: ofDay,
    };
  });
}

// What a sailor sailed on a day with several tracks.

/** "2 tracks, 6.97 mi, 01:32:00"; null for one track, and while figures are still being worked out. */
export function dayTotal(tracks: readonly Pick<Track, "metric">[]): string | null {
  const metrics = tracks.map(({ metric }) => metric).filter((metric) => metric !== null);
  if (tracks.length < 2 || metrics.length < tracks.length) return null;
  const sum = (of: (metric: (typeof metrics)[number]) => number) => metrics.reduce((all, one) => all + of(one), 0);
  const sailed = `${distance(sum((one) => one.distance))} ${unitName("mi")}`;
  return `${tracks.length} tracks, ${sailed}, ${hms(sum(({ duration }) => duration))}`;
}
