/** Rows by time in columns of increasing time. */
import type { FileAnalysis, TrackColumns, TrackPart } from "@leebow/core";
import type { TimeRange } from "./clock";

/** What is replayed of a boat. */
export interface ReplayData {
  report: FileAnalysis;
  columns: TrackColumns;
}

/** Last row at or before the time; -1 when the time is before all. */
export function rowAt(time_ms: Float64Array, at_ms: number): number {
  let low = 0;
  let high = time_ms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time_ms[middle]! <= at_ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** First row after the time, at `from` or later; found from there by steps that double, for a row near it. */
export function rowAfter(time_ms: Float64Array, at_ms: number, from: number): number {
  let [low, step] = [from, 1];
  while (low + step < time_ms.length && time_ms[low + step]! <= at_ms) {
    low += step;
    step *= 2;
  }
  let high = Math.min(time_ms.length, low + step);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time_ms[middle]! <= at_ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Half-open range of the rows with from ≤ time ≤ to. */
export function rowsBetween(time_ms: Float64Array, from_ms: number, to_ms: number): { start: number; end: number } {
  let start = rowAt(time_ms, from_ms);
  if (start < 0 || time_ms[start]! < from_ms) start++;
  return { start, end: Math.max(start, rowAt(time_ms, to_ms) + 1) };
}

/** A gap is longer than this and than this many median intervals; *from* the engine's rule. */
const GAP_MS = 10_000;
const GAP_INTERVALS = 5;

/** Rows after a gap; lines are not drawn across it. */
export function pieceStarts(time_ms: Float64Array): Uint32Array {
  const limit = longestStep(time_ms);
  const starts = time_ms.length > 0 ? [0] : [];
  for (let row = 1; row < time_ms.length; row++) if (time_ms[row]! - time_ms[row - 1]! > limit) starts.push(row);
  return Uint32Array.from(starts);
}

/** The longest interval that is no gap, ms. The median is computed only where it can exceed the fixed limit. */
function longestStep(time_ms: Float64Array): number {
  const steps = time_ms.length - 1;
  let short = 0;
  for (let row = 1; row <= steps; row++) if (time_ms[row]! - time_ms[row - 1]! <= GAP_MS / GAP_INTERVALS) short++;
  if (short > steps / 2) return GAP_MS;
  const median = time_ms
    .slice(1)
    .map((t, i) => t - time_ms[i]!)
    .sort()[Math.floor(steps / 2)];
  return Math.max(GAP_MS, GAP_INTERVALS * (median ?? 0));
}

/** The half-open range between gaps that contains a row. */
export function pieceOf(starts: Uint32Array, n: number, row: number): { start: number; end: number } {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= row) low = middle + 1;
    else high = middle;
  }
  return { start: starts[low - 1] ?? 0, end: starts[low] ?? n };
}

/** Largest standard deviation of a wind direction that is shown, degrees. *from* the visual design */
export const MAX_SHOWN_WIND_SD_DEG = 45;

/** A wind as a dial shows it. */
export interface DialWind {
  /** Direction the wind blows from, degrees. */
  twd_deg: number;
  /** Standard deviation, degrees. */
  sd_deg: number;
}

// What of a recording is sailing.

type Parted = Partial<Pick<FileAnalysis, "parts">>;

/** The parts in time order; none of an analysis from before there were parts. */
export const partsOf = (report: Parted): readonly TrackPart[] => report.parts ?? [];

/** Whether some of the recording is left out, or not certain to be sailing. */
export const isParted = (report: Parted): boolean =>
  partsOf(report).some(({ left_out, kind }) => left_out || kind !== "sailing");

/** The times that are left out, each up to where the next part begins. */
export function leftOutTimes(report: Parted): TimeRange[] {
  const parts = partsOf(report);
  const times: TimeRange[] = [];
  parts.forEach(({ left_out, start_time, end_time }, i) => {
    if (!left_out) return;
    const to_ms = Date.parse(parts[i + 1]?.start_time ?? end_time);
    if (parts[i - 1]?.left_out) times.at(-1)!.to_ms = to_ms;
    else times.push({ from_ms: Date.parse(start_time), to_ms });
  });
  return times;
}

export const hasSailing = (report: Parted): boolean => partsOf(report).some(({ left_out }) => !left_out);

/** The rows that are left out; none where all is, since that is then what there is to see. */
function leftOutRows(report: Parted): { start: number; end: number }[] {
  return hasSailing(report) ? partsOf(report).filter(({ left_out }) => left_out) : [];
}

/** A column with NaN where the recording is left out; the column itself where nothing or all is. */
export function sailedValues(report: Parted, values: Float32Array): Float32Array {
  const out = leftOutRows(report);
  if (out.length === 0) return values;
  const kept = Float32Array.from(values);
  for (const { start, end } of out) kept.fill(Number.NaN, start, end);
  return kept;
}

type Positions = Pick<TrackColumns, "lon_deg" | "lat_deg">;

/** The positions that are sailing; all of them where nothing or all is left out. */
export function sailedPositions(report: Parted, { lon_deg, lat_deg }: Positions): Positions {
  const out = leftOutRows(report);
  if (out.length === 0) return { lon_deg, lat_deg };
  const isOut = (row: number) => out.some(({ start, end }) => row >= start && row < end);
  const kept = (values: Float64Array) => values.filter((_, row) => !isOut(row));
  return { lon_deg: kept(lon_deg), lat_deg: kept(lat_deg) };
}
