/** The time of a recording without its empty hours, for axes of time. */

/** From so long without a fix on, the time is cut out of a plot. *guess* */
const EMPTY_MS = 3_600_000;

/** Spans of rising times, ms, with less than an hour between two of them; none without times. */
export function timeParts(time_ms: ArrayLike<number>): { from_ms: number; to_ms: number }[] {
  const parts: { from_ms: number; to_ms: number }[] = [];
  for (let row = 0; row < time_ms.length; row++) {
    const at_ms = time_ms[row]!;
    const last = parts.at(-1);
    if (last && at_ms - last.to_ms < EMPTY_MS) last.to_ms = at_ms;
    else parts.push({ from_ms: at_ms, to_ms: at_ms });
  }
  return parts;
}
