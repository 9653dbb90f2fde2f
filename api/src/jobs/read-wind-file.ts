import { EngineError } from "@leebow/core/node";
import { z } from "zod";
import type { AppContext } from "../app-context.ts";
import { drawStaticMap } from "../static-map/static-map.ts";
import { WIND_RESULT_FILES, windResultKey } from "../windfiles/files.ts";
import { findWindFile, updateWindFile, type WindFileRow } from "../windfiles/queries.ts";
import { readWindLog, type WindLogContent } from "../windfiles/read-log.ts";
import { encodeSeries } from "../windfiles/series.ts";
import { defineJob } from "./definition.ts";

const FAULT = "Leebow failed to read this file through a fault of its own. The file is kept.";

/** Reads a wind log: its wind, its range of times, the picture of where it was recorded. */
export const READ_WIND_FILE = defineJob({
  name: "read-wind-file",
  payload: z.object({ wind_file_id: z.number().int() }),
  retries: 3,
  timeout_s: 900,
  parallel: 1,
  async run(context, { wind_file_id }) {
    const file = await findWindFile(context.db, wind_file_id);
    if (file?.processing_status !== 1) return;
    const found = await readSource(context, file);
    if (found instanceof EngineError) await markFailed(context, file.id, found.message);
    else await storeContent(context, file.id, found);
  },
  async onFailed(context, { wind_file_id }) {
    const file = await findWindFile(context.db, wind_file_id);
    if (file?.processing_status === 1) await markFailed(context, file.id, FAULT);
  },
});

async function readSource({ storage, core }: AppContext, file: WindFileRow): Promise<WindLogContent | EngineError> {
  const bytes = await storage.read(file.source_key);
  try {
    return await readWindLog(core, { name: file.original_name, bytes });
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

async function markFailed({ db, core }: AppContext, id: number, error: string): Promise<void> {
  await updateWindFile(db, id, { processing_status: 2, error, engine: core.version });
}

async function storeContent(context: AppContext, id: number, content: WindLogContent): Promise<void> {
  const { db, storage, core } = context;
  const { series, samples, start_ms, end_ms, positions } = content;
  const key = windResultKey(id, core.version);
  await storage.write(`${key}/${WIND_RESULT_FILES.series}`, encodeSeries(series));
  if (positions) {
    await storage.write(`${key}/${WIND_RESULT_FILES.map_light}`, await drawStaticMap(positions, "light"));
    await storage.write(`${key}/${WIND_RESULT_FILES.map_dark}`, await drawStaticMap(positions, "dark"));
  }
  const isStored = await updateWindFile(db, id, {
    processing_status: 3,
    error: null,
    engine: core.version,
    result_key: key,
    start_time: new Date(start_ms),
    end_time: new Date(end_ms),
    samples,
    has_map: positions !== null,
  });
  // The wind file was deleted meanwhile: no row refers to these files.
  if (!isStored) await storage.remove(key);
}
