/** The 90 % confidence band of a regression line. */
import type { Regression } from "@leebow/core";

/**
 * 95 % quantiles of Student's t for 1 to 30 degrees of freedom, *from* statistical tables; above 30,
 * 1.645 + 1.5 / df approximates them.
 */
const T_95 = [
  6.314, 2.92, 2.353, 2.132, 2.015, 1.943, 1.895, 1.86, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.74,
  1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711, 1.708, 1.706, 1.703, 1.701, 1.699, 1.697,
];
const t95 = (df: number): number => T_95[df - 1] ?? 1.645 + 1.5 / df;

export interface BandPoint {
  x: number;
  low: number;
  high: number;
}

/** The band at evenly spaced x; empty with fewer than three points or without spread in x. */
export function bandOf(
  points: readonly { x: number; y: number }[],
  line: Pick<Regression, "slope" | "intercept">,
  [from, to]: readonly [number, number],
  steps = 40,
): BandPoint[] {
  const n = points.length;
  if (n < 3) return [];
  const mean = points.reduce((sum, { x }) => sum + x, 0) / n;
  const spread = points.reduce((sum, { x }) => sum + (x - mean) ** 2, 0);
  if (spread === 0) return [];
  const at = (x: number) => line.intercept + line.slope * x;
  const scatter = Math.sqrt(points.reduce((sum, { x, y }) => sum + (y - at(x)) ** 2, 0) / (n - 2));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const x = from + ((to - from) * step) / steps;
    const half = t95(n - 2) * scatter * Math.sqrt(1 / n + (x - mean) ** 2 / spread);
    return { x, low: at(x) - half, high: at(x) + half };
  });
}
