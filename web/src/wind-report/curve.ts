/** The curves of a wind report as the chart and the box plots need them. */
import type { WindReport } from "@leebow/api/contract";
import { quantileSorted } from "d3";
import { turned } from "../format/directions";

export interface CurvePoint {
  time_ms: number;
  tws: number | null;
  /** Degrees, continuous through north: within 180° of the mean. */
  twd: number;
}

export function curveOf({ windpoints, metrics }: Pick<WindReport, "windpoints" | "metrics">): CurvePoint[] {
  const mean = metrics?.avg_twd ?? windpoints[0]?.twd_smoothed ?? 0;
  return windpoints.map(({ time, tws_smoothed, twd_smoothed }) => ({
    time_ms: Date.parse(time),
    tws: tws_smoothed,
    twd: mean + turned(twd_smoothed, mean),
  }));
}

/** Minimum, lower quartile, median, upper quartile, maximum of the differences from `mean`; null without values. */
export function fiveDifferences(values: readonly (number | null)[], mean: number | null): number[] | null {
  if (mean === null) return null;
  const sorted = values
    .filter((value) => value !== null)
    .map((value) => value - mean)
    .sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  return [0, 0.25, 0.5, 0.75, 1].map((p) => quantileSorted(sorted, p) ?? 0);
}

/** Gaps longer than this break the curves, ms: six of the 5 s means that the server smooths. *guess* */
const MIN_GAP_MS = 30_000;

/**
 * Whether the curve is broken between two of the points: where measurements are missing, and that of the direction also
 * where it went through the opposite of its mean, so that the curve ends at one edge and begins at the other.
 */
export function curveBreaks(
  points: readonly CurvePoint[],
  isDirection: boolean,
): (before: CurvePoint, after: CurvePoint) => boolean {
  const length_ms = (points.at(-1)?.time_ms ?? 0) - (points[0]?.time_ms ?? 0);
  const gap_ms = Math.max(MIN_GAP_MS, (4 * length_ms) / Math.max(1, points.length));
  return (before, after) =>
    after.time_ms - before.time_ms > gap_ms || (isDirection && Math.abs(before.twd - after.twd) > 180);
}
