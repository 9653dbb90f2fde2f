import type { AppContext } from "../app-context.ts";
import { renewRaces } from "../races/renew.ts";
import { RACE_FOLDER } from "../races/result-files.ts";
import { MissingFile } from "../storage/missing-file.ts";
import { reviseTrack } from "../tracks/queries.ts";
import { WIND_RESULTS_FOLDER } from "../windfiles/files.ts";
import { updateWindFile } from "../windfiles/queries.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { READ_WIND_FILE } from "./read-wind-file.ts";

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
  if (await remake(context, Number(name), key)) context.log.error("missing results are made again", { key });
  return true;
}

/** By the first part of the keys. Each answers whether it has enqueued something: not when the row has other results by now. */
const REMAKES: Record<string, (context: Context, id: number, key: string) => Promise<boolean>> = {
  results: ({ db, jobs }, id, key) =>
    db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("tracks")
        .select(["result_key", "processing_status"])
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (!isAffected(row, key)) return false;
      const revision = await reviseTrack(trx, id, {});
      await jobs.enqueue(trx, ANALYZE_TRACK, { track_id: id, revision });
      return true;
    }),
  [RACE_FOLDER]: (context, id, key) =>
    context.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("races")
        .select(["result_key", "processing_status"])
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (!isAffected(row, key)) return false;
      await renewRaces(context, trx, [id]);
      return true;
    }),
  [WIND_RESULTS_FOLDER]: ({ db, jobs }, id, key) =>
    db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("wind_files")
        .select(["result_key", "processing_status"])
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (!isAffected(row, key)) return false;
      await updateWindFile(trx, id, { processing_status: 1 });
      await jobs.enqueue(trx, READ_WIND_FILE, { wind_file_id: id });
      return true;
    }),
};

function isAffected(row: { result_key: string | null; processing_status: number } | undefined, key: string): boolean {
  return row?.result_key != null && key.startsWith(`${row.result_key}/`) && row.processing_status === DONE;
}
