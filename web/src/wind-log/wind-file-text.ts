/** Texts of wind files and their grouping by day. */
import type { WindFile } from "@leebow/api/contract";
import { browserZone, clock, dayKey, longDay, shortDay, span } from "../format/times";
import { NO_ARRIVALS } from "../tracks/days";

/** The zone in which times of a file are written; that of the browser for a log without positions. */
export const zoneOf = ({ tz }: Pick<WindFile, "tz">): string => tz ?? browserZone();

/** "13:17 to 14:03, Budapest time", with both days where it runs over midnight, with its day where `shownDay` is another. */
export function fileTimes(file: WindFile, shownDay: string | null = null): string | null {
  const { start_time, end_time } = file;
  if (!start_time || !end_time) return null;
  if (file.undated) return `${clock(start_time, "UTC")} to ${clock(end_time, "UTC")}, without a date`;
  const zone = zoneOf(file);
  const day = dayKey(start_time, zone);
  if (day === dayKey(end_time, zone)) {
    const times = span(start_time, end_time, zone);
    return shownDay === null || shownDay === day ? times : `${shortDay(start_time, zone)}, ${times}`;
  }
  const written = (time: string) => `${shortDay(time, zone)}, ${clock(time, zone)}`;
  return `${written(start_time)} to ${written(end_time)}`;
}

interface WindFileDay {
  key: string;
  title: string;
  /** The place that all files of the day have in common; null if they differ. */
  location: string | null;
  files: WindFile[];
}

/**
 * The files by the day of their wind, the newest day first; a file without a date, and one that is being read, or was when it
 * was listed (`undated`), stands at the day of its upload.
 */
export function byWindDay(
  files: readonly WindFile[],
  undated: ReadonlySet<number> = NO_ARRIVALS.undated,
): WindFileDay[] {
  const isDated = (file: WindFile) => file.start_time !== null && !file.undated && !undated.has(file.id);
  const timeOf = (file: WindFile) => (isDated(file) ? file.start_time! : file.time);
  const zone = (file: WindFile) => (isDated(file) ? zoneOf(file) : browserZone());
  const days = new Map<string, WindFile[]>();
  for (const file of [...files].sort((a, b) => Date.parse(timeOf(b)) - Date.parse(timeOf(a)))) {
    const key = dayKey(timeOf(file), zone(file));
    days.set(key, [...(days.get(key) ?? []), file]);
  }
  return [...days].map(([key, ofDay]) => {
    const places = [...new Set(ofDay.map(({ location }) => location).filter((place) => place !== null))];
    return {
      key,
      title: longDay(timeOf(ofDay[0]!), zone(ofDay[0]!)),
      location: places.length === 1 ? places[0]! : null,
      files: ofDay,
    };
  });
}
