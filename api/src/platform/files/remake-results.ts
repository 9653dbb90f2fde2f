import { renewRaces } from "../../resources/races/renew.ts";
import { RACE_FOLDER } from "../../resources/races/result-files.ts";
import { requestAnalysis } from "../../resources/tracks/request-analysis.ts";
import { WIND_RESULTS_FOLDER } from "../../resources/wind/files.ts";
import { updateWindFile } from "../../resources/wind/queries.ts";
import { READ_WIND_FILE } from "../../resources/wind/read-wind-file.ts";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { MissingFile } from "../storage/missing-file.ts";

type Context = Pick<AppContext, "db" | "jobs" | "log">;
/** Status of what has results and no open job. */
const DONE = 3;

/**
 * Has results that are missing in the storage made again, such as after the loss of a disk: they follow from the sources.
 * False for an error that is none of a missing result. Enqueues once, however often it is called.
 */
export async function remakeMissing(context: Context, error: unknown): Promise<boolean> {
  if (!(error instanceof MissingFile)) return false;
  const { key } = error;
  const [folder, name] = key.split("/");
  const remake = REMAKES[folder!];
  if (!remake || !Number.isInteger(Number(name))) return false;
  if (await remakeOf(context, remake, Number(name), key)) context.log.error("missing results are made again", { key });
  return true;
}

/** By the first part of the keys: the rows that refer to such results, and what makes those of one again. */
const REMAKES: Record<string, Remake> = {
  results: {
    table: "tracks",
    enqueue: (context, trx, id) => requestAnalysis(context, trx, id),
  },
  [RACE_FOLDER]: { table: "races", enqueue: (context, trx, id) => renewRaces(context, trx, [id]) },
  [WIND_RESULTS_FOLDER]: {
    table: "wind_files",
    async enqueue({ jobs }, trx, wind_file_id) {
      await updateWindFile(trx, wind_file_id, { processing_status: 1 });
      await jobs.enqueue(trx, READ_WIND_FILE, { wind_file_id });
    },
  },
};

interface Remake {
  table: "tracks" | "races" | "wind_files";
  enqueue(context: Context, trx: Db, id: number): Promise<void>;
}

/** Answers whether something was enqueued: not when the row has other results by now. */
function remakeOf(context: Context, { table, enqueue }: Remake, id: number, key: string): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom(table)
      .select(["result_key", "processing_status"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    const isAffected =
      row?.result_key != null && key.startsWith(`${row.result_key}/`) && row.processing_status === DONE;
    if (isAffected) await enqueue(context, trx, id);
    return isAffected;
  });
}
