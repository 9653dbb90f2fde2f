/** How much of a track's time a wind file covers. */
import type { Track, WindFile } from "@leebow/api/contract";
import { dayKey } from "../format/times";

type Times = { start_time: string | null; end_time: string | null };

/** Both ends as shares of the track's time, [0, 1]; null where they have no time in common or a time is not known. */
export function coveredPart(file: Times, track: Times): { from: number; to: number } | null {
  if (!file.start_time || !file.end_time || !track.start_time || !track.end_time) return null;
  const [start, end] = [Date.parse(track.start_time), Date.parse(track.end_time)];
  const first = Math.max(start, Date.parse(file.start_time));
  const last = Math.min(end, Date.parse(file.end_time));
  if (last < first || end <= start) return null;
  return { from: (first - start) / (end - start), to: (last - start) / (end - start) };
}

/** "covers 93 %", "other day", "other time", "no date"; null where the times are not known. */
export function coverageText(file: WindFile, track: Pick<Track, "start_time" | "end_time" | "tz">): string | null {
  if (!file.start_time || !file.end_time || !track.start_time) return null;
  if (file.undated) return "no date";
  const part = coveredPart(file, track);
  if (part) return `covers ${percentOf(part.to - part.from)}\u00a0%`;
  const days = [file.start_time, file.end_time].map((time) => dayKey(time, track.tz));
  return days.includes(dayKey(track.start_time, track.tz)) ? "other time" : "other day";
}

/** Whole percent; below 100 unless all is covered, above 0 if anything is. */
const percentOf = (share: number): number => (share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(100 * share))));

/** Files for the choice: those that cover most first, then the newest. */
export function byCoverage(files: readonly WindFile[], track: Times): WindFile[] {
  const share = (file: WindFile) => {
    const part = coveredPart(file, track);
    return part ? part.to - part.from : file.processing_status === 1 ? -1 : -2;
  };
  return [...files].sort((a, b) => share(b) - share(a) || Date.parse(b.time) - Date.parse(a.time));
}
