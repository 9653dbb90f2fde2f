import { type SqlBool, sql } from "kysely";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import type { Viewer } from "../http/viewer.ts";
import { olderThan } from "../storage/storage.ts";

/** A folder of the file storage whose files a column of a table refers to: files that cannot be computed again. */
export interface FileFolder {
  /** First part of the keys. */
  folder: string;
  table: string;
  /** Column with the key. */
  column: string;
  /** Column with the id of the user whose file it is; null when the files are not one user's. */
  user_column: string | null;
  /**
   * Whether the user an address was made for, or somebody without an account (null), may still read the file. Without this
   * function the signature of the address is enough.
   */
  mayRead?(context: AppContext, viewer: Viewer | null, key: string): Promise<boolean>;
}

type OfResources = Pick<AppContext, "resources">;

/** Every such folder. Files in them that no row refers to are moved to "unclaimed"; those of a user go with the account. */
export const foldersOf = ({ resources }: OfResources): FileFolder[] => resources.flatMap(({ files = [] }) => files);

/** Keys of one query: PostgreSQL takes at most 65,535 parameters. */
const KEYS_PER_QUERY = 5000;

/** Which of these keys of the folder a row refers to. */
export async function knownFiles(db: Db, { table, column }: FileFolder, keys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
    const some = keys.slice(from, from + KEYS_PER_QUERY);
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql<SqlBool>`${sql.ref(column)} in (${sql.join(some)})`}
    `.execute(db);
    for (const { key } of rows) known.add(key);
  }
  return known;
}

/** Keys of the files of a user in all of these folders. */
export async function filesOfUser(context: OfResources, db: Db, user_id: number): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, column, user_column } of foldersOf(context)) {
    if (user_column === null) continue;
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)}
      where ${sql.ref(user_column)} = ${user_id} and ${sql.ref(column)} is not null`.execute(db);
    keys.push(...rows.map(({ key }) => key));
  }
  return keys;
}

type Context = Pick<AppContext, "db" | "storage" | "log" | "resources">;

/** At most this many keys are named in the log. */
const LOGGED_KEYS = 20;

/**
 * Clears what a process that was killed left behind: partly received files are deleted; uploaded files without a row are
 * moved to "unclaimed" and logged, because a database restored from a backup does not know the files uploaded since.
 */
export async function sweepFiles(context: Context, age_ms: number): Promise<void> {
  await context.storage.sweepIncoming(age_ms);
  for (const folder of foldersOf(context)) await sweepFolder(context, folder, age_ms);
}

function sweepFolder({ db, storage, log }: Context, folder: FileFolder, age_ms: number): Promise<void> {
  return sweepPages({ db, storage }, folder.folder, age_ms, async (keys) => {
    const known = await knownFiles(db, folder, keys);
    const unclaimed = keys.filter((key) => !known.has(key));
    for (const key of unclaimed) await storage.moveToUnclaimed(key);
    if (unclaimed.length === 0) return;
    log.error("files without a row were moved to the folder unclaimed", {
      count: unclaimed.length,
      files: unclaimed.slice(0, LOGGED_KEYS),
    });
  });
}

type PagesContext = Pick<AppContext, "db" | "storage">;

/** A sweep ends after this and the next one goes on: far below the time limit of its job. */
const BUDGET_MS = 60_000;
/** Row of `settings` with the key up to which a folder was swept. */
const setting = (folder: string) => `swept ${folder}`;

/**
 * Gives `act` the keys of a folder's files that have not changed for this long, page by page, from where the sweep before
 * ended: one that is cut short, by its time or the end of its process, is continued.
 */
export async function sweepPages(
  { db, storage }: PagesContext,
  folder: string,
  age_ms: number,
  act: (keys: string[]) => Promise<void>,
): Promise<void> {
  const end = Date.now() + BUDGET_MS;
  const began = await position(db, folder);
  for await (const page of storage.pages(folder, began)) {
    const keys = olderThan(page, age_ms);
    if (keys.length > 0) await act(keys);
    if (page.next === null) continue;
    await savePosition(db, folder, page.next);
    if (Date.now() >= end) return;
  }
  await db.deleteFrom("settings").where("key", "=", setting(folder)).execute();
  // The pages before those of this sweep have their turn too.
  if (began !== null) await sweepPages({ db, storage }, folder, age_ms, act);
}

async function position(db: Db, folder: string): Promise<string | null> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", setting(folder)).executeTakeFirst();
  return row?.value ?? null;
}

async function savePosition(db: Db, folder: string, value: string): Promise<void> {
  await db
    .insertInto("settings")
    .values({ key: setting(folder), value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
