/** Runs of rows that hang together in time: half-open ranges. A line is broken where the recording is. */
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

/** Runs of rows of these ranges in which `known` holds. */
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

/** The value at this share of the known values in their order; NaN without any. */
export function quantile(values: readonly number[], share: number): number {
  const known = values.filter((v) => !Number.isNaN(v)).sort((a, b) => a - b);
  return known[Math.round(share * (known.length - 1))] ?? NaN;
}

/** Into [-180, 180). */
export function wrap180(deg: number): number {
  return ((((deg + 180) % 360) + 360) % 360) - 180;
}
