/** Of sorted numbers, by linear interpolation between two of them (type 7), as PostgreSQL's percentile_cont. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const h = (sorted.length - 1) * p;
  const low = sorted[Math.floor(h)]!;
  return low + (sorted[Math.ceil(h)]! - low) * (h - Math.floor(h));
}
