import {
  type Analysis,
  type Core,
  EngineError,
  type InputFile,
  type RawRecording,
  readRaw,
  type TrackColumns,
} from "@leebow/core/node";
import { meansOf, type WindSamples, type WindSeries } from "./series.ts";

/** What the server stores of a wind log. */
export interface WindLogContent {
  series: WindSeries;
  /** Measurements of the wind. */
  samples: number;
  /** Its times are times of day. */
  undated: boolean;
  /** False for speeds alone, of which the series is empty. */
  has_direction: boolean;
  /** First and last of them. */
  start_ms: number;
  end_ms: number;
  /** Where the log was recorded; null for a log without positions. */
  positions: TrackColumns | null;
  /** IANA time zone of the first of them. */
  tz: string | null;
}

/** Least measurements of a wind, as in the engine. */
const MIN_SAMPLES = 5;
/** Least share of measured directions, of all rows with a wind, from which on they are used in place of angles, as in the
 *  engine. */
const MIN_SHARE = 0.2;

const NO_WIND =
  "This file has no wind in it. Leebow needs a wind speed, a wind direction (MWD), or a wind angle (MWV, VWR, VWT) with a " +
  "heading or course and positions.";
/** The engine's times of a file without a date are those of the first day, UTC. */
const DAY_MS = 86_400_000;

/** Reads a wind log with the engine. Throws an {@link EngineError} with a sentence for the user. */
export async function readWindLog(core: Core, file: InputFile): Promise<WindLogContent> {
  const raw = await readRaw(file);
  const analysed = await analysisOf(core, file, raw);
  const positions = analysed?.columns ?? null;
  const found = measuredDirections(raw) ?? windOf(positions);
  const directions = found && count(found.twd_deg) >= MIN_SAMPLES ? found : null;
  const { time_ms, channels } = raw.columns;
  const measured = directions?.twd_deg ?? channels.tws;
  const samples = count(measured);
  if (!measured || samples < MIN_SAMPLES) throw new EngineError("no_wind", NO_WIND);
  const range = rangeOf(directions?.time_ms ?? time_ms, measured);
  return {
    series: meansOf(directions ?? NO_DIRECTIONS),
    samples,
    ...range,
    undated: range.start_ms < DAY_MS,
    has_direction: directions !== null,
    positions,
    tz: analysed?.report.time_zone ?? null,
  };
}

const NO_DIRECTIONS: WindSamples = { time_ms: new Float64Array(), twd_deg: new Float32Array(), tws_mps: undefined };

/** The log as a track: its cleaned positions and, where it has angles only, the wind the engine finds from them. */
async function analysisOf(core: Core, file: InputFile, { columns }: RawRecording): Promise<Analysis | null> {
  if (!columns.lat_deg.some(Number.isFinite)) return null;
  try {
    return await core.analyze(file);
  } catch (error) {
    // A log whose positions cannot be used is a wind log without positions.
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/** The directions as measured; null where the log has none, or so few that the engine uses its angles. */
function measuredDirections({ columns: { time_ms, channels } }: RawRecording): WindSamples | null {
  const directions = count(channels.twd);
  const most = Math.max(directions, count(channels.twa), count(channels.awa));
  if (directions < MIN_SAMPLES || directions < MIN_SHARE * most) return null;
  return { time_ms, twd_deg: channels.twd!, tws_mps: channels.tws };
}

function windOf(columns: TrackColumns | null): WindSamples | null {
  const twd_deg = columns?.channels.twd;
  return columns && twd_deg ? { time_ms: columns.time_ms, twd_deg, tws_mps: columns.channels.tws } : null;
}

function rangeOf(time_ms: Float64Array, measured: Float32Array): { start_ms: number; end_ms: number } {
  const range = { start_ms: Number.POSITIVE_INFINITY, end_ms: Number.NEGATIVE_INFINITY };
  for (const [row, time] of time_ms.entries()) {
    if (!Number.isFinite(time) || !Number.isFinite(measured[row])) continue;
    range.start_ms = Math.min(range.start_ms, time);
    range.end_ms = Math.max(range.end_ms, time);
  }
  return range;
}

const count = (values: Float32Array | undefined): number =>
  values?.reduce((n, value) => n + Number(Number.isFinite(value)), 0) ?? 0;
