/** The curves of a wind report as the chart and the box plots need them. */
import type { WindReport } from "@leebow/api/contract";
import { quantileSorted } from "d3";

export interface CurvePoint {
  time_ms: number;
  tws: number | null;
  /** Degrees, continuous through north: within 180° of the mean. */
  twd: number;
}

/** Signed difference of two directions, (-180, 180]. */
const difference = (a: number, b: number): number => {
  const turned = (((a - b) % 360) + 360) % 360;
  return turned > 180 ? turned - 360 : turned;
};

export function curveOf({ windpoints, metrics }: Pick<WindReport, "windpoints" | "metrics">): CurvePoint[] {
  const mean = metrics?.avg_twd ?? windpoints[0]?.twd_smoothed ?? 0;
  return windpoints.map(({ time, tws_smoothed, twd_smoothed }) => ({
    time_ms: Date.parse(time),
    tws: tws_smoothed,
    twd: mean + difference(twd_smoothed, mean),
  }));
}

/** A direction as it is written, [0, 360). */
export const compass = (deg: number): number => ((deg % 360) + 360) % 360;

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

/** Steps of a compass, degrees. */
const COMPASS_STEPS = [1, 2, 5, 10, 15, 30, 45, 90];
const MOST_STEPS = 5;

/** Round bearings from below `low` to above `high`. */
export function bearings(low: number, high: number): number[] {
  const step = COMPASS_STEPS.find((one) => Math.ceil(high / one) - Math.floor(low / one) <= MOST_STEPS) ?? 90;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, at) => (first + at) * step);
}

/** Whether the direction went through the opposite of its mean: the curve ends at one edge and begins at the other. */
const isThroughOpposite = (before: CurvePoint, after: CurvePoint): boolean => Math.abs(before.twd - after.twd) > 180;

/** A path of directions: broken where they are missing, and where they leave one edge for the other. */
export const directionLine = (
  points: readonly CurvePoint[],
  at: (point: CurvePoint) => [x: number, y: number] | null,
): string => brokenLine(points, at, gapOf(points), isThroughOpposite);

/** An SVG path; broken where measurements are missing for more than `gap_ms`, and between points that `isBreak`. */
export function brokenLine<P extends { time_ms: number }>(
  points: readonly P[],
  at: (point: P) => [x: number, y: number] | null,
  gap_ms: number,
  isBreak: (before: P, after: P) => boolean = () => false,
): string {
  let last: P | null = null;
  return points
    .map((point) => {
      const place = at(point);
      if (place === null) return "";
      const isNew = last === null || point.time_ms - last.time_ms > gap_ms || isBreak(last, point);
      last = point;
      return `${isNew ? "M" : "L"}${place[0].toFixed(1)} ${place[1].toFixed(1)}`;
    })
    .join("");
}

/** Gaps longer than this break the curves, ms: six of the 5 s means that the server smooths. *guess* */
const MIN_GAP_MS = 30_000;

export function gapOf(points: readonly CurvePoint[]): number {
  const length = (points.at(-1)?.time_ms ?? 0) - (points[0]?.time_ms ?? 0);
  return Math.max(MIN_GAP_MS, (4 * length) / Math.max(1, points.length));
}
