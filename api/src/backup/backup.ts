import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { type Pack, pack } from "tar-stream";
import type { AppContext } from "../app-context.ts";
import { type Db, withoutTimeouts } from "../database/open.ts";
import { FILE_FOLDERS } from "../files/folders.ts";
import type { Storage } from "../storage/storage.ts";
import { RESULT_FILES } from "../tracks/result-files.ts";
import { windResultFiles } from "../windfiles/queries.ts";
import { readTable, tablesInOrder } from "./tables.ts";

/** First entry of a backup. */
export interface Manifest {
  format: 1;
  version: string;
  created: string;
  /** The database's state: its rows fit the tables after this migration. */
  migration: string;
}

export const MANIFEST = "manifest.json";
export const TABLES = "tables/";
export const FILES = "files/";

export interface BackedUp {
  rows: number;
  files: number;
  /** Keys of files that a row refers to and the storage does not have. */
  missing: string[];
}

/**
 * Writes every row and every file into one tar, under a temporary name until it is complete. The rows are those of one
 * moment; the files are the ones these rows refer to, which never change.
 */
export async function backup(context: Pick<AppContext, "db" | "storage" | "core">, path: string): Promise<BackedUp> {
  const partial = `${path}.partial`;
  const tar = pack();
  const written = pipeline(tar, createWriteStream(partial, { flush: true, mode: 0o600 }));
  const done = { rows: 0, files: 0, missing: [] as string[] };
  try {
    await Promise.race([written, writeAll(context, tar, done)]);
    tar.finalize();
    await written;
    await rename(partial, path);
  } catch (error) {
    tar.destroy();
    await written.catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
  return done;
}

async function writeAll({ db, storage, core }: Pick<AppContext, "db" | "storage" | "core">, tar: Pack, done: BackedUp) {
  const keys = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      await withoutTimeouts(trx);
      const manifest: Manifest = {
        format: 1,
        version: core.version,
        created: new Date().toISOString(),
        migration: await lastMigration(trx),
      };
      await writeEntry(tar, MANIFEST, JSON.stringify(manifest));
      done.rows = await writeTables(trx, tar);
      return [...(await storedKeys(trx)), ...(await resultKeys(trx)), ...(await windResultFiles(trx))];
    });
  for (const key of keys) await writeFile(storage, tar, key, done);
}

async function lastMigration(trx: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(trx);
  return rows[0]!.name;
}

async function writeTables(trx: Db, tar: Pack): Promise<number> {
  let count = 0;
  for (const table of await tablesInOrder(trx)) {
    let part = 0;
    for await (const lines of readTable(trx, table)) {
      await writeEntry(tar, `${TABLES}${table}/${String(part++).padStart(6, "0")}.jsonl`, lines.join("\n"));
      count += lines.length;
    }
  }
  return count;
}

/** Keys of the files that rows of any resource refer to. */
async function storedKeys(trx: Db): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, column } of FILE_FOLDERS) {
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(trx);
    keys.push(...rows.map(({ key }) => key));
  }
  return keys;
}

/** Keys of the present results of all tracks; those that were not made yet are absent. */
async function resultKeys(trx: Db): Promise<string[]> {
  const rows = await trx
    .selectFrom("tracks")
    .select("result_key")
    .distinct()
    .where("result_key", "is not", null)
    .execute();
  return rows.flatMap(({ result_key }) => Object.values(RESULT_FILES).map((name) => `${result_key}/${name}`));
}

async function writeFile(storage: Storage, tar: Pack, key: string, done: BackedUp): Promise<void> {
  const stored = await storage.open(key);
  if (!stored) {
    // A result that is made when it is first asked for may not exist yet.
    if (!key.startsWith("results/")) done.missing.push(key);
    return;
  }
  const entry = tar.entry({ name: `${FILES}${key}`, size: stored.bytes });
  await pipeline(stored.stream(), entry);
  done.files += 1;
}

async function writeEntry(tar: Pack, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const entry = tar.entry({ name, size: bytes.length });
  const finished = once(entry, "finish");
  entry.end(bytes);
  await finished;
}
