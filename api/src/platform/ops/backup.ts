import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { type Pack, pack } from "tar-stream";
import type { AppContext } from "../context.ts";
import { type Db, withoutTimeouts } from "../db/open.ts";
import { foldersOf } from "../files/folders.ts";
import { keysOfResults, resultKinds } from "../files/results.ts";
import { readTable, tablesInOrder } from "./backup-tables.ts";

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

type BackupContext = Pick<AppContext, "snapshot" | "storage" | "core" | "resources">;

/**
 * Writes every row and every file into one tar, under a temporary name until it is complete. The rows are those of one
 * moment; the files are the ones these rows refer to, which never change.
 */
export async function backup(context: BackupContext, path: string): Promise<BackedUp> {
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

async function writeAll(context: BackupContext, tar: Pack, done: BackedUp): Promise<void> {
  const { db, close } = await context.snapshot();
  const keys = await writeRows(context, db, tar, done).finally(close);
  for (const key of keys) await writeFile(context, tar, key, done);
}

/** Answers the keys of the files that the rows refer to. */
function writeRows(context: BackupContext, db: Db, tar: Pack, done: BackedUp): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      await withoutTimeouts(trx);
      const manifest: Manifest = {
        format: 1,
        version: context.core.version,
        created: new Date().toISOString(),
        migration: await lastMigration(trx),
      };
      await writeEntry(tar, MANIFEST, JSON.stringify(manifest));
      done.rows = await writeTables(trx, tar);
      return [...(await storedKeys(context, trx)), ...(await keysOfResults(context, trx))];
    });
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
async function storedKeys(context: BackupContext, trx: Db): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, column } of foldersOf(context)) {
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(trx);
    keys.push(...rows.map(({ key }) => key));
  }
  return keys;
}

async function writeFile(context: BackupContext, tar: Pack, key: string, done: BackedUp): Promise<void> {
  const stored = await context.storage.open(key);
  if (!stored) {
    if (!isMadeLater(context, key)) done.missing.push(key);
    return;
  }
  const entry = tar.entry({ name: `${FILES}${key}`, size: stored.bytes });
  await pipeline(stored.stream(), entry);
  done.files += 1;
}

const isMadeLater = (context: BackupContext, key: string) =>
  resultKinds(context).some(({ folder, is_made_later }) => is_made_later && key.startsWith(`${folder}/`));

async function writeEntry(tar: Pack, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const entry = tar.entry({ name, size: bytes.length });
  const finished = once(entry, "finish");
  entry.end(bytes);
  await finished;
}
