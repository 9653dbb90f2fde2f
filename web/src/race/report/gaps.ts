/** How far the boats were behind the leader, as series over the time of a race, and where their labels stand. */

import { halfWidth90, type RaceColumns, type RaceReport } from "@leebow/core";
import { pyramidOf, type Series } from "../../chart/line-canvas";
import { unitWithInterval, withUnit } from "../../format/numbers";
import { minutesSeconds } from "../../format/times";
import { pieceStarts, rowAt } from "../../playback/rows";
import { isClear } from "./figures";

export type GapUnit = "s" | "m";

/** A boat's gap in one unit, with its standard deviation. */
export interface Gap {
  track: string;
  series: Series;
  sd: Float32Array;
}

/** Longest time without a row over which the line goes on, ms. *from* RACE.md 4: gaps over 10 s break the curve */
const MAX_STEP_MS = 10_000;

export function gapOf(columns: RaceColumns, unit: GapUnit): Gap {
  const [values, sd] = unit === "s" ? [columns.behind_s, columns.behind_sd_s] : [columns.behind_m, columns.behind_sd_m];
  const { time_ms } = columns;
  const series = {
    time_ms,
    piece_starts: pieceStarts(time_ms),
    pyramid: pyramidOf(values),
    factor: 1,
    circular: false,
  };
  return { track: columns.track, series, sd };
}

/** The gap at a moment and its standard deviation; NaN where it is not known. */
export function gapAt({ series: { time_ms, pyramid }, sd }: Gap, at_ms: number): { value: number; sd: number } {
  const row = rowAt(time_ms, at_ms);
  const isKnown = row >= 0 && at_ms - time_ms[row]! < MAX_STEP_MS;
  return isKnown ? { value: pyramid.values[row]!, sd: sd[row]! } : { value: Number.NaN, sd: Number.NaN };
}

/** The last row with a value; −1 without one. */
export function lastKnown(values: Float32Array): number {
  let row = values.length - 1;
  while (row >= 0 && Number.isNaN(values[row]!)) row--;
  return row;
}

/** The last moment at which a gap is known; null without any. */
export function lastMoment(gaps: readonly Gap[]): number | null {
  const times = gaps.flatMap(({ series: { time_ms, pyramid } }) => time_ms[lastKnown(pyramid.values)] ?? []);
  return times.length > 0 ? Math.max(...times) : null;
}

/** The largest gap, by which the scale is chosen; 0 without any. */
export function largestGap(gaps: readonly Gap[]): number {
  const seen = { low: Number.NaN, high: Number.NaN };
  return gaps.reduce((most, { series: { pyramid } }) => {
    pyramid.range(0, pyramid.values.length, seen);
    return Number.isNaN(seen.high) ? most : Math.max(most, seen.high);
  }, 0);
}

/** Upper and lower edge of the 90 % interval about a line, at most one point a pixel; not below 0. */
export function bandOf({ series: { time_ms, pyramid }, sd }: Gap, rows_per_point: number) {
  const step = Math.max(1, Math.floor(rows_per_point));
  const points: { time_ms: number; low: number; high: number }[] = [];
  for (let row = 0; row < time_ms.length; row += step) {
    const [value, half] = [pyramid.values[row]!, halfWidth90(sd[row]!)];
    points.push({ time_ms: time_ms[row]!, low: Math.max(0, value - half), high: value + half });
  }
  return points;
}

/**
 * Places for labels that want these heights, in rising order: as near as they can be with this distance between them, from
 * `top` to `bottom`. More labels than there is room for stand closer.
 */
export function spread(wanted: readonly number[], distance: number, top: number, bottom: number): number[] {
  const room = wanted.length > 1 ? Math.min(distance, (bottom - top) / (wanted.length - 1)) : distance;
  const places = wanted.map((y) => Math.max(top, Math.min(bottom, y)));
  for (let at = 1; at < places.length; at++) places[at] = Math.max(places[at]!, places[at - 1]! + room);
  const over = (places.at(-1) ?? bottom) - bottom;
  if (over <= 0) return places;
  places[places.length - 1] = bottom;
  for (let at = places.length - 2; at >= 0; at--) places[at] = Math.min(places[at]!, places[at + 1]! - room);
  return places;
}

/** When the first and the last boat passed the end of each leg; null where none was seen. */
export function legEnds(race: RaceReport): { leg: number; first_ms: number; last_ms: number }[] {
  return race.legs.flatMap((_, leg) => {
    const times = race.boats.flatMap(({ passings }) => {
      const passing = passings[leg];
      return passing ? [Date.parse(passing.time)] : [];
    });
    return times.length === 0 ? [] : [{ leg, first_ms: Math.min(...times), last_ms: Math.max(...times) }];
  });
}

/** A gap as a sentence part; a gap that is less than its uncertainty is named as such. */
export function gapText({ value, sd }: { value: number; sd: number }, unit: GapUnit): string {
  if (Number.isNaN(value)) return "not known";
  if (value <= 0) return "leading";
  const half = Number.isNaN(sd) ? "" : ` ${unitWithInterval(halfWidth90(sd), 0, unit)}`;
  const text = unit === "s" ? `${minutesSeconds(value)} min behind${half}` : `${withUnit(value, 0, "m")} behind${half}`;
  return Number.isNaN(sd) || isClear(value, sd) ? text : `${text}, so not surely behind`;
}
