import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { extract } from "tar-stream";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { migrateTo, RESTORING } from "../db/open.ts";
import { isEmpty } from "../files/bind-storage.ts";
import type { Storage } from "../storage/storage.ts";
import { continueNumbering, FILES, insertRows, MANIFEST, type Manifest, TABLES } from "./backup.ts";

interface Restored {
  rows: number;
  files: number;
  manifest: Manifest;
}

/**
 * Restores a backup into an empty database and an empty file storage. The rows are inserted in one transaction into the
 * tables as they were then; the newer migrations run after it. No server starts on a database whose restore was interrupted.
 */
export async function restore(
  { db, resources }: Pick<AppContext, "db" | "resources">,
  storage: Storage,
  path: string,
): Promise<Restored> {
  await refuseUnlessEmpty({ db, storage, resources });
  const manifest = await readManifest(path);
  await migrateTo(db, manifest.migration);
  await markAsRestoring(db);
  const rows = await db.transaction().execute(async (trx) => {
    // The first settings were made by the migrations.
    await sql`delete from settings`.execute(trx);
    const count = await restoreRows(trx, path);
    await markAsRestoring(trx);
    await continueNumbering(trx);
    return count;
  });
  await migrateTo(db);
  const files = await restoreFiles(storage, path);
  await bindTo(db, storage);
  await db.deleteFrom("settings").where("key", "=", RESTORING).execute();
  return { rows, files, manifest };
}

async function markAsRestoring(db: Db): Promise<void> {
  await db
    .insertInto("settings")
    .values({ key: RESTORING, value: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function refuseUnlessEmpty(context: Pick<AppContext, "db" | "storage" | "resources">): Promise<void> {
  const { db } = context;
  const { rows } = await sql<{ found: boolean }>`select to_regclass('public.users') is not null as found`.execute(db);
  const has_users = rows[0]!.found && (await sql`select from users limit 1`.execute(db)).rows.length > 0;
  if (has_users) throw new Error("The database is not empty. Restore into a new database; nothing was changed.");
  if (!(await isEmpty(context)))
    throw new Error("The file storage is not empty. Restore into a new one; nothing was changed.");
}

/** The entries of a tar in their order. */
async function* entriesOf(path: string) {
  const tar = extract();
  const source = createReadStream(path);
  source.on("error", (error) => tar.destroy(error));
  source.pipe(tar);
  for await (const entry of tar) {
    yield entry;
    entry.resume();
  }
}

async function readManifest(path: string): Promise<Manifest> {
  for await (const entry of entriesOf(path)) {
    if (entry.header.name !== MANIFEST) break;
    const manifest = JSON.parse(await text(entry)) as Manifest;
    if (manifest.format === 1) return manifest;
    break;
  }
  throw new Error(`${path} is not a backup of Leebow that this version can read.`);
}

async function restoreRows(trx: Db, path: string): Promise<number> {
  let count = 0;
  for await (const entry of entriesOf(path)) {
    if (!entry.header.name.startsWith(TABLES)) continue;
    const lines = (await text(entry)).split("\n");
    await insertRows(trx, entry.header.name.slice(TABLES.length).split("/")[0]!, lines);
    count += lines.length;
  }
  return count;
}

async function restoreFiles(storage: Storage, path: string): Promise<number> {
  let count = 0;
  for await (const entry of entriesOf(path)) {
    if (!entry.header.name.startsWith(FILES)) continue;
    const received = await storage.receive(Readable.from(entry, { objectMode: false }));
    await received.keep(entry.header.name.slice(FILES.length));
    count += 1;
  }
  return count;
}

/** The storage gets the id of the database that was backed up with it. */
async function bindTo(db: Db, storage: Storage): Promise<void> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", "storage_id").executeTakeFirst();
  if (row) await storage.write("database-id", Buffer.from(row.value));
}
