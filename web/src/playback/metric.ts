import type { Channel } from "@leebow/core";
import { digitsInUnit, inUnit, unitName } from "../format/units";

/** Channels in degrees that the specification shows from 0 to 360. */
const COMPASS_IDS = new Set(["cog", "hdg", "ewd", "twd", "twa", "etwa", "awa"]);

/** Metrics with a scale of their own, in display units, and the line of their chart. *from* the visual design */
const OWN_SCALES: Readonly<Record<string, { colours: [number, number]; axis: [number, number]; line: number }>> = {
  target_percent: { colours: [70, 110], axis: [40, 120], line: 100 },
};

/** Edges of the four intervals of a legend, five values in display units. */
export interface Scale {
  /** Compass colours, quadrants of the circle. */
  compass: boolean;
  edges: [number, number, number, number, number];
}

/** A channel in the units of the reader with the intervals of its legend. */
export interface Metric extends Channel {
  compass: boolean;
  /** A line across its chart, in display units. */
  line?: number | undefined;
}

export function metricOf(channel: Channel): Metric {
  const { display_unit: standard, display_factor, decimals } = channel;
  return {
    ...channel,
    display_unit: unitName(standard),
    display_factor: inUnit(display_factor, standard),
    decimals: digitsInUnit(decimals, standard),
    compass: COMPASS_IDS.has(channel.id),
    line: OWN_SCALES[channel.id]?.line,
  };
}

/** Share of the values beyond each end of a colour scale. *guess* */
export const OUTSIDE_SHARE = 0.02;
/** Values that the quantiles of a scale are computed from: of more, every n-th. */
const MAX_SAMPLES = 20_000;
/** Scales up to this end have edges in halves, display units. *guess* */
const FINE_UP_TO = 16;

/**
 * The colour scale of a metric from the columns of all boats. Directions: 0 to 360. Others between the quantiles that
 * leave out {@link OUTSIDE_SHARE} at each end: the upper end rounded up to a multiple of 4, the lower one rounded down,
 * to zero when it is near zero. A scale with values of both signs has zero in its middle.
 */
export function scaleOf(metric: Metric, columns: readonly Float32Array[]): Scale {
  if (metric.compass) return { compass: true, edges: [0, 90, 180, 270, 360] };
  const own = OWN_SCALES[metric.id];
  if (own) return between(...own.colours);
  const values = samples(metric, columns);
  const quantile = (share: number) => values[Math.round(share * (values.length - 1))] ?? 0;
  const high = Math.max(0, 4 * Math.ceil(quantile(1 - OUTSIDE_SHARE) / 4 - 1e-6)) || 0;
  const low = quantile(OUTSIDE_SHARE);
  const unit = Math.max(high, -low) <= FINE_UP_TO ? 2 : 4;
  const isNearZero = low >= 0 && low < high / 4;
  const from = isNearZero ? 0 : unit * Math.floor(low / unit) || 0;
  // Turns to port and to starboard, waves up and down: nought is the middle.
  if (from < 0 && high > 0) {
    const end = 4 * Math.ceil(Math.max(high, -from) / 4);
    return between(-end, end);
  }
  return between(from, Math.max(from + 4, high));
}

/**
 * The axis of a metric in a chart, which holds every value of those without a scale of their own. Directions: 0 to 360. Others from 0, or the smallest value
 * rounded down to a multiple of 4 where it is below zero, to the largest value rounded up to a multiple of 4.
 */
export function axisOf(metric: Metric, columns: readonly Float32Array[]): Scale {
  if (metric.compass) return { compass: true, edges: [0, 90, 180, 270, 360] };
  const own = OWN_SCALES[metric.id];
  if (own) return between(...own.axis);
  let [low, high] = [0, 0];
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const shown = column[i]! * metric.display_factor;
      if (shown < low) low = shown;
      if (shown > high) high = shown;
    }
  }
  const from = -4 * Math.ceil(-low / 4) || 0;
  return between(from, Math.max(from + 4, 4 * Math.ceil(high / 4)));
}

function between(from: number, to: number): Scale {
  const step = (to - from) / 4;
  return { compass: false, edges: [from, from + step, from + 2 * step, from + 3 * step, to] };
}

/** Values of the columns in display units, rising, without NaN. */
function samples({ display_factor }: Metric, columns: readonly Float32Array[]): Float32Array {
  const total = columns.reduce((sum, { length }) => sum + length, 0);
  const every = Math.max(1, Math.ceil(total / MAX_SAMPLES));
  const values: number[] = [];
  for (const column of columns) {
    for (let i = 0; i < column.length; i += every)
      if (!Number.isNaN(column[i]!)) values.push(column[i]! * display_factor);
  }
  return Float32Array.from(values).sort();
}

/** Interval, 0 to 3, of a display value; −1 for NaN. */
export function intervalOf(scale: Scale, shown: number): number {
  if (Number.isNaN(shown)) return -1;
  const [low, , , , high] = scale.edges;
  return Math.min(3, Math.max(0, Math.floor(((shown - low) / (high - low)) * 4)));
}

/** Interval of every row, for the colours of a track. */
export function intervalsOf(scale: Scale, metric: Metric, stored: Float32Array): Int8Array {
  const { display_factor } = metric;
  const [low, , , , high] = scale.edges;
  const rows = new Int8Array(stored.length);
  for (let row = 0; row < rows.length; row++) {
    const part = ((stored[row]! * display_factor - low) / (high - low)) * 4;
    rows[row] = Number.isNaN(part) ? -1 : part >= 3 ? 3 : part < 1 ? 0 : part;
  }
  return rows;
}
