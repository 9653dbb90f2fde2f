import { randomUUID } from "node:crypto";
import { type Generated, sql } from "kysely";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import type { Viewer } from "../http/viewer.ts";
import { MissingFile } from "../storage/missing-file.ts";
import { sweepPages } from "./folders.ts";

declare module "../db/schema.ts" {
  interface Database {
    /** Folders of results that later ones replaced; deleted after a while. */
    retired_results: { result_key: string; retired_at: Generated<Date> };
  }
}

type OfResources = Pick<AppContext, "resources">;

/**
 * Files that are computed for the rows of a table: each row's `result_key` names a folder of them, below one for its id. They
 * never change; new results get another folder.
 */
export interface ResultKind {
  /** First part of the keys. */
  folder: string;
  /** With `id`, `result_key` and `processing_status`, 3 for what has results and no open job. */
  table: string;
  /** Names of the files that a backup has. */
  names: readonly string[];
  /** Keys of the present files of all rows, where `names` are not those of each. */
  keys?(db: Db): Promise<string[]>;
  /** Whether a file that is absent is no loss: it is made at its first use. */
  is_made_later: boolean;
  /** Has the results of a row made again. */
  remake(context: AppContext, trx: Db, id: number): Promise<unknown>;
  /** As of {@link FileFolder}. */
  mayRead(context: AppContext, viewer: Viewer | null, key: string): Promise<boolean>;
}

export const resultKinds = ({ resources }: OfResources): ResultKind[] =>
  resources.flatMap(({ results }) => results ?? []);

/** Keys of the present results of all rows. */
export async function keysOfResults(context: OfResources, db: Db): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, names, keys: own } of resultKinds(context)) {
    if (own) keys.push(...(await own(db)));
    else {
      const { rows } = await sql<{ result_key: string }>`
        select distinct result_key from ${sql.table(table)} where result_key is not null`.execute(db);
      keys.push(...rows.flatMap(({ result_key }) => names.map((name) => `${result_key}/${name}`)));
    }
  }
  return keys;
}

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
  context: Pick<AppContext, "db" | "storage" | "resources">,
  grace_ms = GRACE_MS,
): Promise<void> {
  const { db, storage } = context;
  const before = new Date(Date.now() - grace_ms);
  for (let after: string | null = ""; after !== null; ) {
    const keys = await unusedResults(context, before, after);
    for (const result_key of keys) {
      // The files first: a row whose files are gone is deleted by the next sweep, files without a row by none.
      await storage.remove(result_key);
      await db.deleteFrom("retired_results").where("result_key", "=", result_key).execute();
    }
    after = keys.length < PIECE ? null : keys.at(-1)!;
  }
}

/** Those that were replaced before and that no row refers to: the first behind the key `after`. */
export async function unusedResults(
  context: Pick<AppContext, "db" | "resources">,
  before: Date,
  after: string,
): Promise<string[]> {
  const is_unused = resultKinds(context).map(
    ({ table }) =>
      sql`not exists (select from ${sql.table(table)} as of_row where of_row.result_key = retired_results.result_key)`,
  );
  const { rows } = await sql<{ result_key: string }>`
    select result_key from retired_results where retired_at <= ${before} and result_key > ${after}
      and ${sql.join(is_unused, sql` and `)} order by result_key limit ${PIECE}::integer`.execute(context.db);
  return rows.map(({ result_key }) => result_key);
}

/** Deletes the results of rows that are gone, such as those a job was writing when their account was deleted. */
export async function sweepResults(
  context: Pick<AppContext, "db" | "storage" | "resources">,
  age_ms: number,
): Promise<void> {
  const { db, storage } = context;
  for (const { folder, table } of resultKinds(context)) {
    await sweepPages({ db, storage }, folder, age_ms, async (keys) => {
      const ids = [...new Set(keys.map((key) => Number(key.split("/")[1])))].filter(Number.isInteger);
      if (ids.length === 0) return;
      const { rows } = await sql<{ id: number }>`
        select id from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db);
      const known = new Set(rows.map(({ id }) => id));
      for (const id of ids) if (!known.has(id)) await storage.remove(`${folder}/${id}`);
    });
  }
}

/** Status of what has results and no open job. */
const DONE = 3;

/**
 * Has results that are missing in the storage made again, such as after the loss of a disk: they follow from the sources.
 * False for an error that is none of a missing result. Enqueues once, however often it is called.
 */
export async function remakeMissing(context: AppContext, error: unknown): Promise<boolean> {
  if (!(error instanceof MissingFile)) return false;
  const { key } = error;
  const [folder, name] = key.split("/");
  const kind = resultKinds(context).find((one) => one.folder === folder);
  if (!kind || !Number.isInteger(Number(name))) return false;
  const isBegun = await context.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ result_key: string | null; processing_status: number }>`
      select result_key, processing_status from ${sql.table(kind.table)} where id = ${Number(name)}::integer for update`.execute(
      trx,
    );
    const [row] = rows;
    // Not when the row has other results by now.
    const isAffected =
      row?.result_key != null && key.startsWith(`${row.result_key}/`) && row.processing_status === DONE;
    if (isAffected) await kind.remake(context, trx, Number(name));
    return isAffected;
  });
  if (isBegun) context.log.error("missing results are made again", { key });
  return true;
}
