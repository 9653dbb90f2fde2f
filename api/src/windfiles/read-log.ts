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
  "This file has no wind in it. Leebow needs a wind direction (MWD), or a wind angle (MWV, VWR, VWT) with a heading or " +
  "course and positions.";

/** Reads a wind log with the engine. Throws an {@link EngineError} with a sentence for the user. */
export async function readWindLog(core: Core, file: InputFile): Promise<WindLogContent> {
  const raw = await readRaw(file);
  const analysed = await analysisOf(core, file, raw);
  const positions = analysed?.columns ?? null;
  const found = measuredDirections(raw) ?? windOf(positions);
  if (!found || count(found.twd_deg) < MIN_SAMPLES) throw new EngineError("no_wind", NO_WIND);
  const tz = analysed?.report.time_zone ?? null;
  return { series: meansOf(found), samples: count(found.twd_deg), ...rangeOf(found), positions, tz };
}

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

function rangeOf({ time_ms, twd_deg }: WindSamples): { start_ms: number; end_ms: number } {
  const range = { start_ms: Number.POSITIVE_INFINITY, end_ms: Number.NEGATIVE_INFINITY };
  for (const [row, time] of time_ms.entries()) {
    if (!Number.isFinite(time) || !Number.isFinite(twd_deg[row])) continue;
    range.start_ms = Math.min(range.start_ms, time);
    range.end_ms = Math.max(range.end_ms, time);
  }
  return range;
}

const count = (values: Float32Array | undefined): number =>
  values?.reduce((n, value) => n + Number(Number.isFinite(value)), 0) ?? 0;
