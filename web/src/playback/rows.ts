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
  const steps = time_ms.slice(1).map((t, i) => t - time_ms[i]!);
  const median = steps.slice().sort()[Math.floor(steps.length / 2)] ?? 0;
  const limit = Math.max(GAP_MS, GAP_INTERVALS * median);
  const starts = time_ms.length > 0 ? [0] : [];
  for (const [i, step] of steps.entries()) if (step > limit) starts.push(i + 1);
  return Uint32Array.from(starts);
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
