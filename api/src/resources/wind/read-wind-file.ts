import {
  type Analysis,
  type Core,
  EngineError,
  type InputFile,
  type RawRecording,
  readRaw,
  type TrackColumns,
  windLogWords,
} from "@leebow/core/node";
import { sql } from "kysely";
import { z } from "zod";
import type { WindFileRow } from "../../access/wind.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { newResults, retireResults } from "../../platform/files/results.ts";
import { findPlace } from "../../platform/geo/places.ts";
import { drawStaticMap } from "../../platform/geo/static-map.ts";
import { defineScan, PIECE, scanAll } from "../../platform/jobs/define-scan.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { MissingFile } from "../../platform/storage/missing-file.ts";
import { COMPUTE_WIND_REPORT } from "./compute-wind-report.ts";
import { resultsOfWindFile, WIND_RESULT_FILES } from "./files.ts";
import { findWindFile, lockWindFile, outdatedWindFiles, updateWindFile } from "./queries.ts";
import { clearErrors, listReports } from "./report-queries.ts";
import { encodeSeries, meanDirection, meansOf, type WindSamples, type WindSeries } from "./series.ts";

const FAULT = "Leebow failed to read this file through a fault of its own. The file is kept.";
const MISSING = "This file is missing in the file storage. Upload it again.";
const CANCELLED =
  "An administrator stopped the reading of this file. The file is kept, and an administrator can run it again.";

/** Reads a wind log: its wind, its range of times, the picture of where it was recorded. */
export const READ_WIND_FILE = defineJob({
  name: "read-wind-file",
  payload: z.object({ wind_file_id: z.number().int() }),
  retries: 3,
  timeout_s: 900,
  parallel: 1,
  async run(context, { wind_file_id }) {
    const file = await findWindFile(context.db, wind_file_id);
    if (!file || isDone(context, file)) return;
    const found = await readSource(context, file);
    if (found instanceof EngineError) await markFailed(context, wind_file_id, windLogWords(found));
    else await storeContent(context, file, found);
  },
  onFailed: (context, { wind_file_id }) => markFailed(context, wind_file_id, FAULT),
  subject: sql`select original_name from wind_files where id = (job.data->>'wind_file_id')::integer`,
  onRetried: (trx, { wind_file_id }) =>
    trx
      .updateTable("wind_files")
      .set({ processing_status: 1, error: null })
      .where("id", "=", wind_file_id)
      .where("result_key", "is", null)
      .execute(),
  onCancelled: (context, trx, { wind_file_id }) => markFailedIn(context, trx, wind_file_id, CANCELLED),
});

/** Whether this version of the engine has read the file, or has failed to, or an administrator has cancelled that. */
const isDone = ({ core }: AppContext, { processing_status, engine }: WindFileRow) =>
  processing_status !== 1 && engine === core.version;

/** Locks a wind file that is to be read until the transaction ends; null when it was deleted, or need not be read any more. */
async function lockUnread(context: AppContext, trx: Db, id: number): Promise<WindFileRow | null> {
  await lockWindFile(trx, id);
  const file = await findWindFile(trx, id);
  return file && !isDone(context, file) ? file : null;
}

/** Wind files that another version of the engine has read; what it read stays in use until then. */
const OUTDATED = defineScan({
  job: READ_WIND_FILE,
  async rows(trx, { core }, after: number | undefined = 0) {
    const ids = await outdatedWindFiles(trx, core.version, after, PIECE);
    return ids.map((id) => ({ at: id, payload: { wind_file_id: id } }));
  },
  low_priority: true,
});

export const enqueueOutdatedWindFiles = (context: AppContext): Promise<void> => scanAll(context, OUTDATED);

async function readSource({ storage, core }: AppContext, file: WindFileRow): Promise<WindLogContent | EngineError> {
  try {
    const bytes = await storage.read(file.source_key);
    return await readWindLog(core, { name: file.original_name, bytes });
  } catch (error) {
    if (error instanceof EngineError) return error;
    if (error instanceof MissingFile) return new EngineError("missing", MISSING);
    throw error;
  }
}

/** What an earlier version of the engine read stays in use. */
async function markFailedIn(context: AppContext, trx: Db, id: number, error: string): Promise<void> {
  const file = await lockUnread(context, trx, id);
  if (!file) return;
  const failure = file.processing_status === 3 ? {} : { processing_status: 2, error };
  await updateWindFile(trx, id, { ...failure, engine: context.core.version });
}

const markFailed = (context: AppContext, id: number, error: string) =>
  context.db.transaction().execute((trx) => markFailedIn(context, trx, id, error));

/** The place of the position in the middle of the log. */
function placeOf({ n, lat_deg, lon_deg }: TrackColumns): Promise<string | null> {
  const middle = Math.floor(n / 2);
  return findPlace(lat_deg[middle] ?? NaN, lon_deg[middle] ?? NaN);
}

async function storeContent(context: AppContext, { id }: WindFileRow, content: WindLogContent) {
  const { db, storage, core } = context;
  const { series, samples, start_ms, end_ms, undated, has_direction, positions, tz } = content;
  const key = await newResults(db, resultsOfWindFile(id));
  await storage.write(`${key}/${WIND_RESULT_FILES.series}`, encodeSeries(series));
  if (positions) {
    const wind_from_deg = has_direction ? meanDirection(series) : null;
    await storage.write(
      `${key}/${WIND_RESULT_FILES.map_light}`,
      await drawStaticMap(positions, "light", wind_from_deg),
    );
    await storage.write(`${key}/${WIND_RESULT_FILES.map_dark}`, await drawStaticMap(positions, "dark", wind_from_deg));
  }
  const found = {
    processing_status: 3,
    error: null,
    engine: core.version,
    result_key: key,
    start_time: new Date(start_ms),
    end_time: new Date(end_ms),
    undated,
    has_direction,
    samples,
    has_map: positions !== null,
    tz,
    location: positions && (await placeOf(positions)),
  };
  const isStored = await db.transaction().execute(async (trx) => {
    const locked = await lockUnread(context, trx, id);
    if (!locked) return false;
    await updateWindFile(trx, id, found);
    await retireResults(trx, locked.result_key, key);
    await clearErrors(trx, id);
    for (const report of await listReports(trx, id)) {
      await context.jobs.enqueue(trx, COMPUTE_WIND_REPORT, { wind_report_id: report.id });
    }
    return true;
  });
  // The wind file was deleted meanwhile, or the job was cancelled: no row refers to these files.
  if (!isStored) await storage.remove(key);
}

/** What the server stores of a wind log. */
interface WindLogContent {
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
async function readWindLog(core: Core, file: InputFile): Promise<WindLogContent> {
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
