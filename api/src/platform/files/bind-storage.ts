import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import type { StoragePlace } from "../storage/open-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { foldersOf, knownFiles } from "./folders.ts";

/** Key of the file that holds the id of the database the files belong to. */
const ID_KEY = "database-id";
/** Row of `settings` with the same id. */
const SETTING = "storage_id";
/** The file storage belongs to another database. */
class StorageMismatch extends Error {
  override name = "StorageMismatch";
}

/**
 * Binds the file storage to its database by one id that both hold, and throws {@link StorageMismatch} when they do not
 * belong together: a database that does not know the files would treat every one of them as left over.
 *
 * Where one of the two ids is missing (a first start, an installation older than the ids), they belong together when at
 * least one stored file is known to the database, or when both are empty.
 */
export async function bindStorage(
  context: Pick<AppContext, "db" | "storage" | "resources">,
  place: StoragePlace,
): Promise<void> {
  const { db, storage } = context;
  const [in_database, in_storage] = [await databaseId(db), await storageId(storage)];
  if (in_database !== null && in_database === in_storage) return;
  const is_empty = await isEmpty(context);
  const are_both_empty = is_empty && !(await hasRows(context));
  const is_one_missing = in_database === null || in_storage === null;
  if (!are_both_empty && !(is_one_missing && (await knowsAny(context)))) throw mismatch(place);
  // An empty storage of another database is taken over: nothing can be lost, and the other one is refused from then on.
  const id = await saveDatabaseId(db, !is_empty && in_storage !== null ? in_storage : randomUUID());
  await storage.write(ID_KEY, Buffer.from(id));
}

/** Whether the storage has none of the files that rows refer to. */
export async function isEmpty(context: Pick<AppContext, "storage" | "resources">): Promise<boolean> {
  const { storage } = context;
  for (const { folder } of foldersOf(context)) {
    for await (const { files } of storage.pages(folder)) if (files.length > 0) return false;
  }
  return true;
}

/** Whether a row refers to one of the stored files; it ends at the first page with such a file. */
async function knowsAny(context: Pick<AppContext, "db" | "storage" | "resources">): Promise<boolean> {
  const { db, storage } = context;
  for (const folder of foldersOf(context)) {
    for await (const { files } of storage.pages(folder.folder)) {
      const keys = files.map(({ key }) => key);
      if (keys.length > 0 && (await knownFiles(db, folder, keys)).size > 0) return true;
    }
  }
  return false;
}

/** Whether rows refer to files of the first folder, which are the recordings: the others may be without any. */
async function hasRows({ db, resources }: Pick<AppContext, "db" | "resources">): Promise<boolean> {
  const { rows } =
    await sql`select from ${sql.table(resources.find(({ results }) => results)!.results!.table)} limit 1`.execute(db);
  return rows.length > 0;
}

function mismatch({ name, remedy }: StoragePlace): StorageMismatch {
  return new StorageMismatch(
    `The files in ${name} belong to another database, so the server does not start; nothing was changed. ` +
      `Set DATABASE_URL to the database these files were stored with, or ${remedy}.`,
  );
}

async function databaseId(db: Db): Promise<string | null> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", SETTING).executeTakeFirst();
  return row?.value ?? null;
}

async function storageId(storage: Storage): Promise<string | null> {
  return (await storage.open(ID_KEY)) ? (await storage.read(ID_KEY)).toString("utf8").trim() : null;
}

/** Saves the id unless the database has one; answers the one it has then, which another process may have saved. */
async function saveDatabaseId(db: Db, id: string): Promise<string> {
  await db
    .insertInto("settings")
    .values({ key: SETTING, value: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await databaseId(db))!;
}
