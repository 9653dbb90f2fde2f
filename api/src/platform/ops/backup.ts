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

interface BackedUp {
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

/** Rows of one part of a table: what one statement reads or inserts. */
const ROWS_PER_PART = 1000;
/** Filled by the migrations, or worthless after a restore: counts of attempts. */
const LEFT_OUT = ["kysely_migration", "kysely_migration_lock", "rate_limits", "login_attempts"];

/** Our tables, each after the tables it refers to. */
export async function tablesInOrder(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const { rows: references } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(db);
  const waiting = new Set(tables.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name)));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter((name) => !references.some(({ from, to }) => from === name && waiting.has(to)));
    if (free.length === 0) throw new Error(`The tables ${[...waiting].join(", ")} refer to each other.`);
    ordered.push(...free);
    for (const name of free) waiting.delete(name);
  }
  return ordered;
}

/** The rows of a table as JSON lines, in parts. Runs in a transaction: a cursor is open between the parts. */
export async function* readTable(trx: Db, table: string): AsyncGenerator<string[]> {
  await sql`declare backup_rows no scroll cursor for
    select to_jsonb(t)::text as row from ${sql.table(table)} as t`.execute(trx);
  const fetch = sql.raw<{ row: string }>(`fetch ${ROWS_PER_PART} from backup_rows`);
  for (;;) {
    const { rows } = await fetch.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await sql`close backup_rows`.execute(trx);
}

/**
 * Inserts rows as {@link readTable} gave them. Columns that the rows do not have get their defaults; generated columns are
 * computed again.
 */
export async function insertRows(trx: Db, table: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const { rows: generated } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'ALWAYS'`.execute(trx);
  const written = Object.keys(JSON.parse(lines[0]!)).filter(
    (name) => !generated.some((column) => column.name === name),
  );
  const columns = sql.join(written.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(",")}]`}::jsonb)`.execute(
    trx,
  );
}

/** Lets the numbering of every table continue after its highest id. */
export async function continueNumbering(trx: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select c.table_name as table, c.column_name as column,
      pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) as sequence
    from information_schema.columns as c
    where c.table_schema = 'public' and pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) is not null
  `.execute(trx);
  for (const { table, column, sequence } of rows) {
    const highest = sql`(select max(${sql.ref(column)}) from ${sql.table(table)})`;
    await sql`select setval(${sequence}::regclass, coalesce(${highest}, 1), ${highest} is not null)`.execute(trx);
  }
}
