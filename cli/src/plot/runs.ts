/**
 * Half-open ranges of rows without a gap in time. A gap is longer than 10 s and than 8 median intervals (guess).
 */
export function runsOf(time_ms: ArrayLike<number>): [number, number][] {
  const limit_ms = Math.max(10_000, 8 * medianStep(time_ms));
  const runs: [number, number][] = [];
  let start = 0;
  for (let i = 1; i <= time_ms.length; i += 1) {
    if (i < time_ms.length && time_ms[i]! - time_ms[i - 1]! <= limit_ms) continue;
    runs.push([start, i]);
    start = i;
  }
  return runs;
}

function medianStep(time_ms: ArrayLike<number>): number {
  const steps = [];
  for (let i = 1; i < time_ms.length; i += 1) steps.push(time_ms[i]! - time_ms[i - 1]!);
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}

/** Maximal subranges in which `known` holds. */
export function runsWhere(runs: readonly [number, number][], known: (row: number) => boolean): [number, number][] {
  return runs.flatMap(([start, end]) => {
    const found: [number, number][] = [];
    let from = -1;
    for (let i = start; i <= end; i += 1) {
      const holds = i < end && known(i);
      if (holds && from < 0) from = i;
      if (!holds && from >= 0) {
        found.push([from, i]);
        from = -1;
      }
    }
    return found;
  });
}

/** The quantile `share` (0 to 1) of the known values, nearest rank; NaN without any. */
export function quantile(values: readonly number[], share: number): number {
  const known = values.filter((v) => !Number.isNaN(v)).sort((a, b) => a - b);
  return known[Math.round(share * (known.length - 1))] ?? NaN;
}

/** An angle wrapped to [-180, 180). */
export function wrap180(deg: number): number {
  return ((((deg + 180) % 360) + 360) % 360) - 180;
}
