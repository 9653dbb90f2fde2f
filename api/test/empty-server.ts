/** Puts a server that several test files share back to the state in which it was opened. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { AppContext } from "../src/platform/context.ts";
import type { Db } from "../src/platform/db/open.ts";
import type { OpenedTestServer } from "./test-server.ts";

const JOBS_TIMEOUT_MS = 60_000;
/** Filled by the migrations. */
const NOT_EMPTIED = ["kysely_migration", "kysely_migration_lock", "settings"];

export interface FirstState {
  context: AppContext;
  settings: { key: string; value: string }[];
  /** Names of our tables. */
  tables: string[];
  /** Changes with every change of a definition in the database. */
  definitions: string;
}

export async function firstState({ context }: OpenedTestServer): Promise<FirstState> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(context.db);
  return {
    context: { ...context, config: { ...context.config } },
    settings: await context.db.selectFrom("settings").selectAll().execute(),
    tables: rows.map(({ name }) => name).filter((name) => !NOT_EMPTIED.includes(name)),
    definitions: await definitionsOf(context.db),
  };
}

/**
 * No job runs or waits, the tables and the folders have nothing, the context is as it was. Numberings go on, so that nothing
 * that this process keeps in memory by an id is taken for something new.
 */
export async function emptyServer({ context, config, errors }: OpenedTestServer, first: FirstState): Promise<void> {
  const { db } = first.context;
  if ((await definitionsOf(db)) !== first.definitions)
    throw new Error("This file changes definitions in the database: use onOwnServer.");
  await endJobs(db);
  await emptyTables(db, first);
  for (const folder of ["outbox", "files"]) await removeFiles(join(config.data, folder));
  // Made when the first file is moved there, with the folders of the files.
  await rm(join(config.data, "files", "unclaimed"), { recursive: true, force: true });
  Object.assign(config, first.context.config);
  Object.assign(context, first.context, { config });
  errors.length = 0;
}

async function definitionsOf(db: Db): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', (select count(*) from pg_class where relpersistence <> 't'), (select count(*) from pg_trigger),
      (select count(*) from pg_attribute where attrelid in (select oid from pg_class where relkind = 'r')),
      (select count(*) from pg_proc), (select count(*) from kysely_migration)) as text`.execute(db);
  return rows[0]!.text;
}

async function endJobs(db: Db): Promise<void> {
  for (const end = Date.now() + JOBS_TIMEOUT_MS; ; await wait(20)) {
    await sql`delete from pgboss.job where state <> 'active'`.execute(db);
    const { rows } = await sql<{ name: string }>`select name from pgboss.job`.execute(db);
    if (rows.length === 0) return;
    if (Date.now() > end) throw new Error(`The job ${rows[0]!.name} did not end.`);
  }
}

async function emptyTables(db: Db, { tables, settings }: FirstState): Promise<void> {
  const rows = tables.map((name) => sql`select ${name} as name where exists (select from ${sql.table(name)})`);
  const found = await sql<{ name: string }>`${sql.join(rows, sql` union all `)}`.execute(db);
  const filled = found.rows.map(({ name }) => sql.table(name));
  await db.transaction().execute(async (trx) => {
    if (filled.length > 0) await sql`truncate ${sql.join(filled)} cascade`.execute(trx);
    await trx.deleteFrom("settings").execute();
    if (settings.length > 0) await trx.insertInto("settings").values(settings).execute();
  });
}

/** The folders stay, and the id by which the files belong to the database. */
async function removeFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isFile() && entry.name !== "database-id") await rm(join(entry.parentPath, entry.name), { force: true });
  }
}
