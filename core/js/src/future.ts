import type { FileAnalysis } from "./core.ts";

const DAY_MS = 86_400_000;
/** A clock that is ahead by less may be that of this machine being late. */
const AHEAD_MS = 300 * DAY_MS;
/** After so many weeks the count of GPS receivers begins again. */
const COUNTED_WEEKS = 1024;

/** That a recording starts in the future, and by what its clock may be wrong. */
export function futureNote(
  { start_time, undated }: Pick<FileAnalysis, "start_time" | "undated">,
  now_ms: number,
): string[] {
  const start_ms = Date.parse(start_time);
  if (undated || !(start_ms > now_ms + AHEAD_MS)) return [];
  const earlier_ms = start_ms - COUNTED_WEEKS * 7 * DAY_MS;
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const why =
    earlier_ms <= now_ms + AHEAD_MS
      ? `If its receiver counts ${COUNTED_WEEKS} weeks too many, it was on ${dayOf(earlier_ms)}.`
      : "Its clock is wrong.";
  return [`This recording starts in the future, on ${dayOf(start_ms)}. ${why} Set the clock.`];
}
