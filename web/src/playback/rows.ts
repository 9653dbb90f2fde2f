/** Rows by time in columns of increasing time. */

/** Last row at or before the time; -1 when the time is before all. */
export function rowAt(time_ms: Float64Array, at_ms: number): number {
  let low = 0;
  let high = time_ms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time_ms[middle]! <= at_ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** First row after the time, at `from` or later; found from there by steps that double, for a row near it. */
export function rowAfter(time_ms: Float64Array, at_ms: number, from: number): number {
  let [low, step] = [from, 1];
  while (low + step < time_ms.length && time_ms[low + step]! <= at_ms) {
    low += step;
    step *= 2;
  }
  let high = Math.min(time_ms.length, low + step);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time_ms[middle]! <= at_ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Half-open range of the rows with from ≤ time ≤ to. */
export function rowsBetween(time_ms: Float64Array, from_ms: number, to_ms: number): { start: number; end: number } {
  let start = rowAt(time_ms, from_ms);
  if (start < 0 || time_ms[start]! < from_ms) start++;
  return { start, end: Math.max(start, rowAt(time_ms, to_ms) + 1) };
}

/** A gap is longer than this and than this many median intervals; *from* the engine's rule. */
const GAP_MS = 10_000;
const GAP_INTERVALS = 5;

/** Rows after a gap; lines are not drawn across it. */
export function pieceStarts(time_ms: Float64Array): Uint32Array {
  const limit = longestStep(time_ms);
  const starts = time_ms.length > 0 ? [0] : [];
  for (let row = 1; row < time_ms.length; row++) if (time_ms[row]! - time_ms[row - 1]! > limit) starts.push(row);
  return Uint32Array.from(starts);
}

/** The longest interval that is no gap, ms. The median is computed only where it can exceed the fixed limit. */
function longestStep(time_ms: Float64Array): number {
  const steps = time_ms.length - 1;
  let short = 0;
  for (let row = 1; row <= steps; row++) if (time_ms[row]! - time_ms[row - 1]! <= GAP_MS / GAP_INTERVALS) short++;
  if (short > steps / 2) return GAP_MS;
  const median = time_ms
    .slice(1)
    .map((t, i) => t - time_ms[i]!)
    .sort()[Math.floor(steps / 2)];
  return Math.max(GAP_MS, GAP_INTERVALS * (median ?? 0));
}

/** The half-open range between gaps that contains a row. */
export function pieceOf(starts: Uint32Array, n: number, row: number): { start: number; end: number } {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= row) low = middle + 1;
    else high = middle;
  }
  return { start: starts[low - 1] ?? 0, end: starts[low] ?? n };
}
