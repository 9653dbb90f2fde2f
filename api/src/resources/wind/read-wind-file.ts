import { EngineError, type TrackColumns, windLogWords } from "@leebow/core/node";
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
import { readWindLog, type WindLogContent } from "./read-log.ts";
import { clearErrors, listReports } from "./report-queries.ts";
import { encodeSeries, meanDirection } from "./series.ts";

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
