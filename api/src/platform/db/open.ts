import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import type { ConstructorOptions } from "pg-boss";
import { fromPglite } from "pg-boss";
import { openPglite } from "./embedded.ts";
import { EmbeddedDialect } from "./embedded-dialect.ts";
import { type FolderLock, lockFolder } from "./lock.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { nameStatements, StatementNames } from "./named-statements.ts";
import { listenPostgres, type NotificationListener, type Notifications } from "./notifications.ts";
import { PARSERS } from "./parsers.ts";
import { DEFAULT_POOL_SIZE } from "./pool-size.ts";
import type { Database } from "./schema.ts";

declare module "../context.ts" {
  interface AppContext {
    db: Db;
    /** The rows of one moment for a long read in a transaction, during which calls are answered. */
    snapshot(): Promise<Snapshot>;
  }
}

/** The database or a transaction of it: the first argument of every query function. */
export type Db = Kysely<Database>;

export interface OpenDatabase {
  db: Db;
  /** Connection of pg-boss to the same database. */
  boss: ConstructorOptions;
  kind: "pglite" | "postgres";
  /** Receives what `pg_notify` sends to this channel. */
  listen(channel: string, listener: NotificationListener): Promise<Notifications>;
  /** The rows of one moment for a long read in a transaction, during which others go on; closed by its user. */
  snapshot(): Promise<Snapshot>;
  close(): Promise<void>;
}

interface Snapshot {
  db: Db;
  close(): Promise<void>;
}

/** *guess*: ten times the longest wait of a call on a server that keeps up. */
const CONNECTION_TIMEOUT_MS = 5000;

/**
 * What a connection to PostgreSQL gives up on, ms. The embedded database has one connection and no clock for them. *guess*:
 * a hundred times the slowest query of a list; the time a call waits for another's row; a transaction whose process hangs.
 */
const TIMEOUTS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** How long a migration waits for a lock, and pauses between its attempts; after the longest wait the start fails. *guess* */
const MIGRATION_LOCK_MS = 1000;
const MIGRATION_PAUSE_MS = 1000;
const MIGRATION_WAIT_MS = 3_600_000;
const LOCK_NOT_AVAILABLE = "55P03";

export interface DatabaseOptions {
  url?: string | undefined;
  folder: string;
  /** Dump of a data folder to start from; takes a sixth of the time of creating an empty database. For tests. */
  template?: Blob | undefined;
  /** False: the tables stay as they are. */
  migrate?: boolean;
  /** Most connections to PostgreSQL, beside those of the jobs' queues and of the notifications. */
  pool_size?: number | undefined;
  /** What a connection to PostgreSQL gives up on; {} for commands, whose statements take as long as they take. */
  limits?: Partial<typeof TIMEOUTS>;
}

/** Opens PostgreSQL at `url`, or the embedded database in `folder` ("memory://": not stored), and runs the migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const opened = options.url
    ? openPostgres({ ...options, url: options.url })
    : await openEmbedded(options.folder, options.template);
  try {
    if (options.migrate !== false) {
      await refuseUnfinishedRestore(opened.db);
      await migrateFully(options.url, opened.db);
    }
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

/**
 * Migrations may take as long as they take, once they have their locks. While one waits for the lock of a table, such as
 * for the end of a backup, every call that reads the table waits behind it: it gives up and tries again.
 */
export async function migrateFully(url: string | undefined, db: Db): Promise<string[]> {
  if (!url) return migrateTo(db);
  const patient = openPostgres({ url, folder: "", limits: { lock_timeout: MIGRATION_LOCK_MS } });
  try {
    for (const end = Date.now() + MIGRATION_WAIT_MS; ; await wait(MIGRATION_PAUSE_MS)) {
      try {
        return await migrateTo(patient.db);
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || Date.now() > end) throw error;
      }
    }
  } finally {
    await patient.close();
  }
}

function openPostgres({ url, pool_size, limits = TIMEOUTS }: DatabaseOptions & { url: string }): OpenDatabase {
  const getTypeParser = (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && PARSERS[oid]) || pg.types.getTypeParser(oid, format as "text");
  const pool = new pg.Pool({
    connectionString: url,
    max: pool_size ?? DEFAULT_POOL_SIZE,
    ...limits,
    // A call waits no longer for a connection, then it is answered with 503.
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: getTypeParser as never },
  });
  // The pool replaces an idle connection that breaks; without a listener the event would end the process.
  pool.on("error", () => {});
  // The same for a connection in use that breaks between two queries of a transaction: the next one fails.
  const names = new StatementNames();
  pool.on("connect", (client) => {
    client.on("error", () => {});
    nameStatements(client, names);
  });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const listen: OpenDatabase["listen"] = (channel, listener) => listenPostgres(url, channel, listener);
  // A transaction keeps its moment by itself.
  const snapshot = async () => ({ db, close: async () => {} });
  return { db, kind: "postgres", snapshot, boss: { connectionString: url, max: 4 }, listen, close: () => db.destroy() };
}

async function openEmbedded(folder: string, template?: Blob): Promise<OpenDatabase> {
  const inMemory = folder.startsWith("memory://");
  if (!inMemory) await mkdir(dirname(folder), { recursive: true });
  const lock: FolderLock | null = inMemory ? null : await lockFolder(folder);
  try {
    const pglite = await openPglite(folder, template);
    const db = kyselyOf(pglite);
    const close = async () => {
      if (!pglite.closed) await pglite.close();
      await lock?.release();
    };
    const snapshot = () => openCopy(pglite, inMemory ? null : `${folder}-copy`);
    const listen: OpenDatabase["listen"] = async (channel, listener) => {
      await pglite.listen(channel, (payload) => listener.onPayload(payload));
      listener.onConnection(true);
      // They arrive before the commit resolves.
      return { flush: async () => {}, close: async () => {} };
    };
    const boss = { db: fromPglite(pglite as never), backend: "pglite" as const };
    return { db, kind: "pglite", boss, listen, snapshot, close };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Lets the statements of this transaction, and the pauses between them, take as long as they take. */
export async function withoutTimeouts(trx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

type Embedded = Awaited<ReturnType<typeof openPglite>>;

const kyselyOf = (pglite: Embedded) =>
  new Kysely<Database>({ dialect: new EmbeddedDialect({ pglite: pglite as never }) });

/** A copy of the embedded database in this folder, or in memory, opened beside it: a transaction would stop all calls. */
async function openCopy(pglite: Embedded, folder: string | null): Promise<Snapshot> {
  const discard = async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  // Left by a process that was killed.
  await discard();
  try {
    const dump = await pglite.copy(folder ?? "");
    const copy = await openPglite(folder ?? "memory://copy", dump ?? undefined);
    const close = async () => {
      await copy.close();
      await discard();
    };
    return { db: kyselyOf(copy), close };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * Runs the migrations up to this one, or all. Processes that start together wait for each other. Migrations of a newer
 * version are left alone: this version works with its tables unless that version has set a floor.
 */
export async function migrateTo(db: Db, migration?: string): Promise<string[]> {
  const newer = await migrationsOfNewer(db);
  if (newer.length > 0) await refuseBelowFloor(db);
  const done = { up: async () => {} };
  const all = { ...MIGRATIONS, ...Object.fromEntries(newer.map((name) => [name, done])) };
  const provider = { getMigrations: async () => all };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error, results = [] } = migration ? await migrator.migrateTo(migration) : await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}

/** Names of the migrations that were run and that this version does not have. */
async function migrationsOfNewer(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ is: boolean }>`
    select to_regclass('public.kysely_migration') is not null as is`.execute(db);
  if (!found[0]!.is) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !(name in MIGRATIONS));
}

/** Row of `settings` from the beginning of a restore to its end (platform/ops/restore.ts). */
export const RESTORING = "restoring";

/** Throws where a restore was interrupted: rows or files are missing that the others refer to. */
async function refuseUnfinishedRestore(db: Db): Promise<void> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('public.settings') is not null as has`.execute(db);
  if (!rows[0]!.has) return;
  const row = await db.selectFrom("settings").select("key").where("key", "=", RESTORING).executeTakeFirst();
  if (!row) return;
  throw new Error(
    "A backup was being restored into this database and the restore was interrupted, so that rows or files are missing: " +
      "restore the backup again, into a new database and an empty file storage.",
  );
}

/** Row of `settings`: the migration without which a version cannot work with the tables. */
const FLOOR = "schema_floor";

async function refuseBelowFloor(db: Db): Promise<void> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", FLOOR).executeTakeFirst();
  if (!row || row.value in MIGRATIONS) return;
  throw new Error(
    `This version of Leebow is too old for its database, which needs the tables of ${row.value} or later; ` +
      "nothing was changed. Start the newer version, or restore a backup of this one into a new database.",
  );
}
