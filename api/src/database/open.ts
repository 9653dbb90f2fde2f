import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import type { ConstructorOptions } from "pg-boss";
import { fromPglite } from "pg-boss";
import { openPglite } from "./embedded.ts";
import { EmbeddedDialect } from "./embedded-dialect.ts";
import { type FolderLock, lockFolder } from "./lock.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { listenPostgres, type NotificationListener, type Notifications } from "./notifications.ts";
import { PARSERS } from "./parsers.ts";
import type { Database } from "./schema.ts";

/** The database or a transaction of it: the first argument of every query function. */
export type Db = Kysely<Database>;

export interface OpenDatabase {
  db: Db;
  /** Connection of pg-boss to the same database. */
  boss: ConstructorOptions;
  kind: "pglite" | "postgres";
  /** Receives what `pg_notify` sends to this channel. */
  listen(channel: string, listener: NotificationListener): Promise<Notifications>;
  close(): Promise<void>;
}

/** *guess*: ten times the longest wait of a call on a server that keeps up. */
const CONNECTION_TIMEOUT_MS = 5000;

export interface DatabaseOptions {
  url?: string | undefined;
  folder: string;
  /** Dump of a data folder to start from; takes a sixth of the time of creating an empty database. For tests. */
  template?: Blob | undefined;
  /** False: the tables stay as they are. */
  migrate?: boolean;
}

/** Opens PostgreSQL at `url`, or the embedded database in `folder` ("memory://": not stored), and runs the migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const opened = options.url ? openPostgres(options.url) : await openEmbedded(options.folder, options.template);
  try {
    if (options.migrate !== false) await migrateTo(opened.db);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

function openPostgres(url: string): OpenDatabase {
  const getTypeParser = (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && PARSERS[oid]) || pg.types.getTypeParser(oid, format as "text");
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // A call waits no longer for a connection, then it is answered with 503.
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: getTypeParser as never },
  });
  // The pool replaces an idle connection that breaks; without a listener the event would end the process.
  pool.on("error", () => {});
  // The same for a connection in use that breaks between two queries of a transaction: the next one fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const listen: OpenDatabase["listen"] = (channel, listener) => listenPostgres(url, channel, listener);
  return { db, kind: "postgres", boss: { connectionString: url, max: 4 }, listen, close: () => db.destroy() };
}

async function openEmbedded(folder: string, template?: Blob): Promise<OpenDatabase> {
  const inMemory = folder.startsWith("memory://");
  if (!inMemory) await mkdir(dirname(folder), { recursive: true });
  const lock: FolderLock | null = inMemory ? null : await lockFolder(folder);
  try {
    const pglite = await openPglite(folder, template);
    const db = new Kysely<Database>({ dialect: new EmbeddedDialect({ pglite: pglite as never }) });
    const close = async () => {
      if (!pglite.closed) await pglite.close();
      await lock?.release();
    };
    const listen: OpenDatabase["listen"] = async (channel, listener) => {
      await pglite.listen(channel, (payload) => listener.onPayload(payload));
      listener.onConnection(true);
      // They arrive before the commit resolves.
      return { settle: async () => {}, close: async () => {} };
    };
    return { db, kind: "pglite", boss: { db: fromPglite(pglite as never), backend: "pglite" }, listen, close };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Runs the migrations up to this one, or all. Processes that start together wait for each other. */
export async function migrateTo(db: Db, migration?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results = [] } = migration ? await migrator.migrateTo(migration) : await migrator.migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}
