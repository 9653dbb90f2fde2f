/** The lines of the charts, in the units of the statistics, from the columns of the track. */

import type { StraightAnalysis } from "@leebow/api/contract";
import type { TackSide, TrackColumns } from "@leebow/core";
import { extent } from "d3";
import { Pyramid, type Series } from "../../chart/line-canvas";
import { amount, compass, fixed, KNOTS_TO_MPS, turned } from "../../format/numbers";
import { mmss } from "../../format/times";
import { pieceStarts, rowAt, rowsBetween } from "../../playback/rows";
import { variableOf } from "./quantities";
import { type Span, sailedWithin, type TimeWindow } from "./time-window";

export type Columns = Pick<TrackColumns, "time_ms" | "channels">;

/** In display units; a direction within 180° of the mean of the straights. */
export interface VariableSeries extends Series {
  /** Mean of a direction, which its values are within 180° of; null for other variables. */
  middle_deg: number | null;
}

const SPEEDS: ReadonlySet<string> = new Set(["sog", "vmg", "vmg_twd", "tws"]);

/** The values of a variable as the statistics have them: knots, heel to leeward, wind angles without their side. */
export function valuesOf({ time_ms, channels }: Columns, variable: string): Float32Array | null {
  const stored = channels[variable];
  if (!stored) return null;
  if (SPEEDS.has(variable)) return stored.map((value) => value / KNOTS_TO_MPS);
  if (variable === "twa") return stored.map((value) => Math.abs(turned(value, 0)));
  if (variable !== "heel") return stored;
  const { etwa, twa } = channels;
  return Float32Array.from({ length: time_ms.length }, (_, row) => {
    const angle = Number.isFinite(etwa?.[row]) ? etwa![row]! : (twa?.[row] ?? Number.NaN);
    // Starboard tack: leeward is to port.
    return Number.isFinite(angle) ? stored[row]! * (angle < 180 ? -1 : 1) : Number.NaN;
  });
}

export function seriesOf({ time_ms, ...columns }: Columns, id: string, spans: readonly Span[]): VariableSeries | null {
  const found = valuesOf({ time_ms, ...columns }, id);
  if (!found) return null;
  const circular = variableOf(id).isDirection ?? false;
  const middle_deg = circular ? meanOf(found, time_ms, spans) : null;
  // A direction is continuous through north.
  const values = middle_deg === null ? found : found.map((value) => middle_deg + turned(value, middle_deg));
  const pyramid = new Pyramid(values);
  return { time_ms, piece_starts: pieceStarts(time_ms), pyramid, factor: 1, circular, middle_deg };
}

/** Circular mean within the straights, [0, 360). */
function meanOf(values: Float32Array, time_ms: Float64Array, spans: readonly Span[]): number {
  let [north, east] = [0, 0];
  for (const { from_ms, to_ms } of spans) {
    const { start, end } = rowsBetween(time_ms, from_ms, to_ms);
    for (let row = start; row < end; row++) {
      const angle = (values[row]! * Math.PI) / 180;
      if (Number.isNaN(angle)) continue;
      north += Math.cos(angle);
      east += Math.sin(angle);
    }
  }
  return compass((Math.atan2(east, north) * 180) / Math.PI);
}

/** Smallest and largest value within the straights; null without any. */
export function extentOf({ time_ms, pyramid }: Series, spans: readonly Span[]): [number, number] | null {
  const seen = { low: Number.NaN, high: Number.NaN };
  const ends: number[] = [];
  for (const { from_ms, to_ms } of spans) {
    const { start, end } = rowsBetween(time_ms, from_ms, to_ms);
    pyramid.range(start, end, seen);
    ends.push(...[seen.low, seen.high].filter((value) => !Number.isNaN(value)));
  }
  const [low, high] = extent(ends);
  return low === undefined || high === undefined ? null : [low, high];
}

/** The value of the last fix at or before a moment; NaN without one. */
export function valueAt({ time_ms, pyramid }: Series, at_ms: number): number {
  const row = rowAt(time_ms, at_ms);
  return row < 0 ? Number.NaN : pyramid.values[row]!;
}

/** The tack of a straight: the side of the wind at most of its fixes; null where the wind is not known. */
export function sideOf({ time_ms, channels }: Columns, { from_ms, to_ms }: Span): TackSide | null {
  const angles = channels.etwa ?? channels.twa;
  if (!angles) return null;
  const { start, end } = rowsBetween(time_ms, from_ms, to_ms);
  let [starboard, port] = [0, 0];
  for (let row = start; row < end; row++) {
    const side = turned(angles[row]!, 0);
    if (side > 0) starboard++;
    else if (side < 0) port++;
  }
  if (starboard + port === 0) return null;
  return starboard >= port ? "starboard" : "port";
}

/** Values a second that shares are counted over, at most. *from* the engine's statistics. */
const MAX_HZ = 10;

interface Shares {
  in_q1_pct: number;
  in_q2_3_pct: number;
  in_q4_pct: number;
}

/**
 * Shares of the time within a window, and within the straights, at which a value is up to `q1`, up to `q3` and above;
 * counted on an even grid, between fixes on the line of the chart. Null without a value.
 */
export function sharesIn(
  series: Series,
  window: TimeWindow,
  spans: readonly Span[],
  { q1, q3 }: { q1: number; q3: number },
): Shares | null {
  const counts = [0, 0, 0];
  let total = 0;
  for (const span of spans) {
    const [from, to] = [Math.max(window.from_ms, span.from_ms), Math.min(window.to_ms, span.to_ms)];
    const step_ms = Math.max(1000 / MAX_HZ, intervalOf(series.time_ms, from, to));
    for (let at_ms = from; at_ms <= to; at_ms += step_ms) {
      const value = between(series, at_ms);
      if (Number.isNaN(value)) continue;
      counts[value <= q1 ? 0 : value <= q3 ? 1 : 2]!++;
      total++;
    }
  }
  if (total === 0) return null;
  const [in_q1_pct, in_q2_3_pct, in_q4_pct] = counts.map((count) => (100 * count) / total) as [number, number, number];
  return { in_q1_pct, in_q2_3_pct, in_q4_pct };
}

/** Mean interval between the fixes of a range, ms; 1 s without two fixes. */
function intervalOf(time_ms: Float64Array, from_ms: number, to_ms: number): number {
  const { start, end } = rowsBetween(time_ms, from_ms, to_ms);
  return end - start < 2 ? 1000 : (time_ms[end - 1]! - time_ms[start]!) / (end - start - 1);
}

function between({ time_ms, pyramid: { values } }: Series, at_ms: number): number {
  const row = rowAt(time_ms, at_ms);
  if (row < 0) return Number.NaN;
  const [a, b] = [time_ms[row]!, time_ms[row + 1]];
  if (a === at_ms || b === undefined) return values[row]!;
  return values[row]! + ((at_ms - a) / (b - a)) * (values[row + 1]! - values[row]!);
}

// The rows of the statistics of one variable: all straights, the window, each straight, each shared tag.

type Table = StraightAnalysis["tables"][number];
type StatsNumbers = Omit<Table["rows"][number], "of" | "name">;

export interface StatsRow extends StatsNumbers {
  id: string;
  of: "all" | "window" | "segment" | "tag";
  name: string;
}

/** The name of the row of all straights; the asterisk is explained below the table. */
export const ALL_SEGMENTS = "All Segments*";

export function statsRows(
  { tables }: Pick<StraightAnalysis, "tables">,
  variable: string,
  window: StatsRow | null,
): StatsRow[] {
  const rows = tables.find((table) => table.variable === variable)?.rows ?? [];
  return rows.flatMap(({ of, name, ...numbers }): StatsRow[] => {
    const row = { ...numbers, of, name: of === "all" ? ALL_SEGMENTS : name, id: `${of} ${name}` };
    return of === "all" && window ? [row, window] : [row];
  });
}

interface WindowData {
  window: TimeWindow;
  spans: readonly Span[];
  /** The analysis of the window. */
  analysis: Pick<StraightAnalysis, "tables">;
  series: VariableSeries;
  /** The row of all straights, whose quartiles the shares are relative to. */
  all: StatsNumbers;
}

/** The row of the window; null where the variable has no value in it. */
export function windowRow({ window, spans, analysis, series, all }: WindowData, variable: string): StatsRow | null {
  const own = analysis.tables.find((table) => table.variable === variable)?.rows.find(({ of }) => of === "all");
  const shares = own && sharesIn(series, window, spans, quartilesNear(series, all));
  if (!own || !shares) return null;
  const { name: _, ...numbers } = own;
  const seconds = sailedWithin(window, spans) / 1000;
  return { ...numbers, ...shares, of: "window", id: "window", name: `Window, ${mmss(seconds)}` };
}

/** The quartiles on the turn of the circle that the series is on: the server's may be 360° off. */
function quartilesNear({ middle_deg }: VariableSeries, { q1, q2, q3 }: StatsNumbers): { q1: number; q3: number } {
  if (middle_deg === null) return { q1, q3 };
  const shift = middle_deg + turned(q2, middle_deg) - q2;
  return { q1: q1 + shift, q3: q3 + shift };
}

/** A number of a row as text; directions from 0 to 360. */
export function statText(variable: string, key: "avg" | "std" | "q1" | "q2" | "q3", value: number): string {
  const { decimals, isDirection, unit } = variableOf(variable);
  if (key === "std") return amount(value, Math.max(1, decimals), unit);
  return amount(isDirection ? compass(value) : value, decimals, unit);
}

/** Percent without decimals. */
export const shareText = (value: number): string => fixed(value, 0);
