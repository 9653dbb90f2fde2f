import type { Channel } from "@leebow/core";

/** Channels in degrees that the specification shows from 0 to 360. */
const COMPASS_IDS = new Set(["cog", "hdg", "ewd", "twd", "twa", "etwa", "awa"]);

/** Edges of the four intervals of a legend, five values in display units. */
export interface Scale {
  /** Compass colours, quadrants of the circle. */
  compass: boolean;
  edges: [number, number, number, number, number];
}

/** A channel in display units with the intervals of its legend. */
export interface Metric extends Channel {
  compass: boolean;
}

export function metricOf(channel: Channel): Metric {
  return { ...channel, compass: COMPASS_IDS.has(channel.id) };
}

/**
 * Directions: 0 to 360. Others from 0 to the largest value rounded up to a multiple of 4.
 * A metric that goes below zero (VMG downwind) starts at its smallest value, rounded down to a multiple of 4.
 */
export function scaleOf(metric: Metric, stored: Float32Array): Scale {
  if (metric.compass) return { compass: true, edges: [0, 90, 180, 270, 360] };
  let [low, high] = [0, 0];
  for (const value of stored) {
    const shown = value * metric.display_factor;
    if (shown < low) low = shown;
    if (shown > high) high = shown;
  }
  const from = -4 * Math.ceil(-low / 4) || 0;
  const to = Math.max(from + 4, 4 * Math.ceil(high / 4));
  const step = (to - from) / 4;
  return { compass: false, edges: [from, from + step, from + 2 * step, from + 3 * step, to] };
}

/** Interval, 0 to 3, of a display value; −1 for NaN. */
export function intervalOf(scale: Scale, shown: number): number {
  if (Number.isNaN(shown)) return -1;
  const [low, , , , high] = scale.edges;
  return Math.min(3, Math.max(0, Math.floor(((shown - low) / (high - low)) * 4)));
}

/** Interval of every row, for the colours of a track. */
export function intervalsOf(scale: Scale, metric: Metric, stored: Float32Array): Int8Array {
  return Int8Array.from(stored, (value) => intervalOf(scale, value * metric.display_factor));
}
