import { join } from "node:path";
import type { Config } from "../config.ts";
import { type DatabaseOptions, type OpenDatabase, openDatabase } from "../database/open.ts";
import { openStorage } from "../storage/open-storage.ts";
import type { Storage } from "../storage/storage.ts";

/** The database of this configuration, without a server. The embedded one is refused while a server has it open. */
export function openConfigured(config: Config, options: Partial<DatabaseOptions> = {}): Promise<OpenDatabase> {
  return openDatabase({
    url: config.database_url,
    folder: join(config.data, "db"),
    limits: {},
    ...options,
  });
}

/** The file storage of this configuration. */
export async function storageOf(config: Config): Promise<Storage> {
  return (await openStorage(config)).storage;
}
