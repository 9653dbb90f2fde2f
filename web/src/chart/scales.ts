/** Scales of charts: d3's linear scales, with steps of a compass for directions. */
import { extent, type ScaleLinear, scaleLinear } from "d3";
import type { TimeRange } from "../playback/clock";
import type { Frame } from "./frame";

export type Scale = ScaleLinear<number, number>;

/** A scale of values with its ticks. */
export interface ValueScale {
  y: Scale;
  ticks: readonly number[];
}

/** Space between the values and the ends of a scale, share of their range. *guess* */
const PADDING_SHARE = 0.06;

/**
 * The extent of the values with some space, none below zero where no value is; a range about the value where all are
 * equal, 0 to 1 without any.
 */
export function padded(values: Iterable<number | null | undefined>): [number, number] {
  const [low, high] = extent(values, (value) => value);
  if (low === undefined || high === undefined) return [0, 1];
  const padding = (high - low) * PADDING_SHARE || Math.max(0.5, Math.abs(high) * 0.05);
  return [low >= 0 ? Math.max(0, low - padding) : low - padding, high + padding];
}

/** The first and the last moment of a scale, which may have several parts. */
export function endsOf(x: Scale): [number, number] {
  const edges = x.domain();
  return [edges[0]!, edges.at(-1)!];
}

export const timeScale = ({ from_ms, to_ms }: TimeRange, { left, right }: Pick<Frame, "left" | "right">): Scale =>
  scaleLinear([from_ms, Math.max(to_ms, from_ms + 1)], [left, right]);

/** A vertical scale that holds these values, with round ends; of directions with steps of a compass. */
export function valueScale(
  values: Iterable<number | null | undefined>,
  { top, bottom }: Pick<Frame, "top" | "bottom">,
  { isDirection = false, steps = 4 } = {},
): ValueScale {
  const domain = padded(values);
  if (!isDirection) {
    const y = scaleLinear(domain, [bottom, top]).nice(steps);
    return { y, ticks: y.ticks(steps) };
  }
  const ticks = bearings(...domain);
  return { y: scaleLinear([ticks[0]!, ticks.at(-1)!], [bottom, top]), ticks };
}

/** Steps of a compass, degrees. */
const COMPASS_STEPS_DEG = [1, 2, 5, 10, 15, 30, 45, 90];
const MAX_STEPS = 5;

/** Round bearings from below `low` to above `high`. */
export function bearings(low: number, high: number): number[] {
  const step = COMPASS_STEPS_DEG.find((one) => Math.ceil(high / one) - Math.floor(low / one) <= MAX_STEPS) ?? 90;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, at) => (first + at) * step);
}
