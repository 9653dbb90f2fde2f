import { join } from "node:path";
import { sql } from "kysely";
import type { Config } from "../platform/config.ts";
import { type DatabaseOptions, type OpenDatabase, openDatabase } from "../platform/db/open.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { EMBEDDED_FOLDER } from "./config.ts";

/** The database of this configuration, without a server. The embedded one is refused while a server has it open. */
export function openConfigured(config: Config, options: Partial<DatabaseOptions> = {}): Promise<OpenDatabase> {
  return openDatabase({
    url: config.database_url,
    folder: join(config.data, EMBEDDED_FOLDER),
    limits: {},
    ...options,
  });
}

/** The same for a command on what is stored: throws where PostgreSQL has no tables of Leebow, and makes none. */
export async function openExisting(config: Config): Promise<OpenDatabase> {
  if (config.database_url) await requireTables(config, config.database_url);
  return openConfigured(config);
}

async function requireTables(config: Config, url: string): Promise<void> {
  const { db, close } = await openConfigured(config, { migrate: false });
  try {
    const { rows } = await sql<{ has: boolean }>`select to_regclass('public.settings') is not null as has`.execute(db);
    if (rows[0]!.has) return;
  } finally {
    await close();
  }
  const { host, pathname } = new URL(url);
  throw new Error(
    `There are no tables of Leebow in the database ${pathname.slice(1)} of ${host}; nothing was changed. Set DATABASE_URL ` +
      "to the database of the server.",
  );
}

/** The file storage of this configuration. */
export async function storageOf(config: Config): Promise<Storage> {
  return (await openStorage(config)).storage;
}
