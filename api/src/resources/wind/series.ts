import { KN_PER_MPS } from "@leebow/core";
import type { WindFileRow } from "../../access/wind.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { LIMITS } from "../../platform/limits.ts";
import { WIND_RESULT_FILES } from "./files.ts";
import type { WindCurve } from "./schema.ts";

/** The wind of a log as it is stored: means over 5 s, equal-length columns, times rising. */
export interface WindSeries {
  time_ms: Float64Array;
  /** From, degrees. */
  twd_deg: Float64Array;
  /** NaN where only a direction was measured. */
  tws_kn: Float64Array;
}

/** One column after the other, 8 bytes a value. */
const COLUMNS = 3;
/** The engine averages a log over such bins before it computes a report, so that reports of these means are the same. */
const BIN_MS = 5000;

/** Measurements in any order; those without a time or direction are left out. Speeds in m/s. */
export interface WindSamples {
  time_ms: Float64Array;
  twd_deg: Float32Array;
  tws_mps: Float32Array | undefined;
}

const RADIANS = Math.PI / 180;

interface Bin {
  samples: number;
  time_ms: number;
  east: number;
  north: number;
  speeds: number;
  speed_mps: number;
}

/** Means of the measurements over bins of 5 s; the direction is the circular mean. */
export function meansOf({ time_ms, twd_deg, tws_mps }: WindSamples): WindSeries {
  const bins = new Map<number, Bin>();
  for (const [row, time] of time_ms.entries()) {
    const direction = twd_deg[row]!;
    if (!Number.isFinite(time) || !Number.isFinite(direction)) continue;
    const index = Math.floor(time / BIN_MS);
    const bin = bins.get(index) ?? { samples: 0, time_ms: 0, east: 0, north: 0, speeds: 0, speed_mps: 0 };
    bins.set(index, bin);
    add(bin, time - index * BIN_MS, direction, tws_mps?.[row] ?? Number.NaN);
  }
  const ordered = [...bins].sort(([a], [b]) => a - b);
  return {
    time_ms: Float64Array.from(ordered, ([index, bin]) => index * BIN_MS + bin.time_ms / bin.samples),
    twd_deg: Float64Array.from(ordered, ([, { east, north }]) => (Math.atan2(east, north) / RADIANS + 360) % 360),
    tws_kn: Float64Array.from(ordered, ([, { speeds, speed_mps }]) => (speed_mps / speeds) * KN_PER_MPS),
  };
}

/** Mean direction of the wind, from, degrees: the circular mean of the bins. */
export function meanDirection({ twd_deg }: Pick<WindSeries, "twd_deg">): number {
  const sum = (of: (radians: number) => number) => twd_deg.reduce((total, deg) => total + of(deg * RADIANS), 0);
  return (Math.atan2(sum(Math.sin), sum(Math.cos)) / RADIANS + 360) % 360;
}

function add(bin: Bin, time_ms: number, direction_deg: number, speed_mps: number): void {
  bin.samples++;
  bin.time_ms += time_ms;
  bin.east += Math.sin(direction_deg * RADIANS);
  bin.north += Math.cos(direction_deg * RADIANS);
  if (!Number.isFinite(speed_mps)) return;
  bin.speeds++;
  bin.speed_mps += speed_mps;
}

export function encodeSeries({ time_ms, twd_deg, tws_kn }: WindSeries): Buffer {
  return Buffer.concat(
    [time_ms, twd_deg, tws_kn].map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength)),
  );
}

export function decodeSeries(bytes: Buffer): WindSeries {
  // A copy begins at a multiple of 8 bytes, as the arrays demand.
  const copy = new Uint8Array(bytes).buffer;
  const n = bytes.length / 8 / COLUMNS;
  const column = (index: number) => new Float64Array(copy, index * n * 8, n);
  return { time_ms: column(0), twd_deg: column(1), tws_kn: column(2) };
}

/** The part of a series in a half-open range of times. */
export function sliceSeries({ time_ms, twd_deg, tws_kn }: WindSeries, start_ms: number, end_ms: number): WindSeries {
  const from = firstNotBefore(time_ms, start_ms);
  const to = firstNotBefore(time_ms, end_ms);
  return {
    time_ms: time_ms.subarray(from, to),
    twd_deg: twd_deg.subarray(from, to),
    tws_kn: tws_kn.subarray(from, to),
  };
}

function firstNotBefore(times: Float64Array, time: number): number {
  const found = times.findIndex((t) => t >= time);
  return found === -1 ? times.length : found;
}

/** The wind of a whole file over time, at most {@link LIMITS.wind_curve_points}; empty until the file is read. */
export async function curveOf(context: AppContext, { result_key }: WindFileRow): Promise<WindCurve["points"]> {
  if (!result_key) return [];
  return inTurn(context, async () =>
    thinned(decodeSeries(await context.storage.read(`${result_key}/${WIND_RESULT_FILES.series}`))),
  );
}

/** Means of equal parts of the time; parts without a measurement are absent, so that gaps remain gaps. */
function thinned({ time_ms, twd_deg, tws_kn }: WindSeries): WindCurve["points"] {
  const [first, last] = [time_ms[0] ?? 0, time_ms.at(-1) ?? 0];
  const part_ms = Math.max(1, (last - first) / (LIMITS.wind_curve_points - 1));
  const parts = new Map<number, number[]>();
  for (const [row, time] of time_ms.entries()) {
    const part = Math.floor((time - first) / part_ms);
    const rows = parts.get(part) ?? [];
    rows.push(row);
    parts.set(part, rows);
  }
  return [...parts.values()].map((rows) => {
    const mean = (of: (row: number) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
    const east = mean((row) => Math.sin(twd_deg[row]! * RADIANS));
    const north = mean((row) => Math.cos(twd_deg[row]! * RADIANS));
    const tws = mean((row) => tws_kn[row]!);
    return {
      time: new Date(Math.round(mean((row) => time_ms[row]!))).toISOString(),
      tws: Number.isFinite(tws) ? tws : null,
      twd: (Math.atan2(east, north) / RADIANS + 360) % 360,
    };
  });
}
