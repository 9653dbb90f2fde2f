/** Texts of wind files and their grouping by day. */
import type { WindFile } from "@leebow/api/contract";
import { clock, dayKey, longDay, shortDay, span } from "../format/times";
import { browserZone } from "../format/wall-time";

/** The zone in which times of a file are written; that of the browser for a log without positions. */
export const zoneOf = ({ tz }: Pick<WindFile, "tz">): string => tz ?? browserZone();

/** "13:17 to 14:03, Budapest time", with both days where it runs over midnight. */
export function fileTimes(file: WindFile): string | null {
  const { start_time, end_time } = file;
  if (!start_time || !end_time) return null;
  const zone = zoneOf(file);
  if (dayKey(start_time, zone) === dayKey(end_time, zone)) return span(start_time, end_time, zone);
  const written = (time: string) => `${shortDay(time, zone)}, ${clock(time, zone)}`;
  return `${written(start_time)} to ${written(end_time)}`;
}

export interface WindFileDay {
  key: string;
  title: string;
  /** The place that all files of the day have in common; null if they differ. */
  location: string | null;
  files: WindFile[];
}

/** The files by the day of their wind, the newest day first; a file that is being read stands at the day of its upload. */
export function byWindDay(files: readonly WindFile[]): WindFileDay[] {
  const timeOf = (file: WindFile) => file.start_time ?? file.time;
  const days = new Map<string, WindFile[]>();
  for (const file of [...files].sort((a, b) => Date.parse(timeOf(b)) - Date.parse(timeOf(a)))) {
    const key = dayKey(timeOf(file), zoneOf(file));
    days.set(key, [...(days.get(key) ?? []), file]);
  }
  return [...days].map(([key, ofDay]) => {
    const places = [...new Set(ofDay.map(({ location }) => location).filter((place) => place !== null))];
    return {
      key,
      title: longDay(timeOf(ofDay[0]!), zoneOf(ofDay[0]!)),
      location: places.length === 1 ? places[0]! : null,
      files: ofDay,
    };
  });
}
