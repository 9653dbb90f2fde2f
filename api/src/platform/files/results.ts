import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";

/** Rows of one query. */
const PIECE = 1000;
/** Replaced results are deleted after this: signed addresses of their files are valid for up to 48 h. */
const GRACE_MS = 48 * 3600 * 1000;

/**
 * Key of a new folder for results, below the folder of their track, race or wind file. It is never used twice: after the
 * database was restored to an earlier moment ids are given again, and the files of the lost rows may still be there.
 * The folder counts as retired until a row refers to it, so that the sweep deletes what a killed process has written.
 */
export async function newResults(db: Db, parent: string): Promise<string> {
  const result_key = `${parent}/${randomUUID()}`;
  await db.insertInto("retired_results").values({ result_key }).execute();
  return result_key;
}

/** Notes that a track's (or race's) results were replaced by those under `current_key`; the sweep deletes them after a while. */
export async function retireResults(trx: Db, replaced_key: string | null, current_key: string): Promise<void> {
  await trx.deleteFrom("retired_results").where("result_key", "=", current_key).execute();
  if (replaced_key === null || replaced_key === current_key) return;
  await trx
    .insertInto("retired_results")
    .values({ result_key: replaced_key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes replaced results after the grace period for downloads that have begun. */
export async function sweepRetiredResults(
  { db, storage }: Pick<AppContext, "db" | "storage">,
  grace_ms = GRACE_MS,
): Promise<void> {
  const before = new Date(Date.now() - grace_ms);
  for (let after: string | null = ""; after !== null; ) {
    const keys = await unusedResults(db, before, after);
    for (const result_key of keys) {
      // The files first: a row whose files are gone is deleted by the next sweep, files without a row by none.
      await storage.remove(result_key);
      await db.deleteFrom("retired_results").where("result_key", "=", result_key).execute();
    }
    after = keys.length < PIECE ? null : keys.at(-1)!;
  }
}

/** Those that were replaced before and that no row refers to: the first behind the key `after`. */
export async function unusedResults(db: Db, before: Date, after: string): Promise<string[]> {
  const { rows } = await sql<{ result_key: string }>`
    select result_key from retired_results where retired_at <= ${before} and result_key > ${after}
      and not exists (select from tracks where tracks.result_key = retired_results.result_key)
      and not exists (select from races where races.result_key = retired_results.result_key)
      and not exists (select from wind_files where wind_files.result_key = retired_results.result_key)
      order by result_key limit ${PIECE}::integer`.execute(db);
  return rows.map(({ result_key }) => result_key);
}
