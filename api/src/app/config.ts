import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SEASON_TABLES, type SeasonTable, seasonTablesOf } from "@leebow/core/tables";
import type { Config, Role } from "../platform/config.ts";
import { DEFAULT_POOL_SIZE } from "../platform/db/pool-size.ts";
import { isLocalHost } from "../platform/local-host.ts";
import { readS3Config } from "../platform/storage/s3-config.ts";
import { PROJECT } from "../project.ts";
import { readProviders } from "./providers.ts";

/**
 * Reads the configuration from the environment; throws a sentence that names a variable with an invalid value. `demo`:
 * whether the server is started as a demonstration. `is_existing`: throws, and writes nothing, where the data folder has no
 * embedded database and no other one is named.
 */
export async function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  { demo = false, is_existing = false } = {},
): Promise<Config> {
  const data = resolve(env.LEEBOW_DATA || join(PROJECT, ".leebow"));
  if (is_existing && !env.DATABASE_URL) requireEmbedded(data);
  const port = Number(env.PORT ?? 4300);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`PORT=${env.PORT} is not a port number.`);
  const role = (env.ROLE ?? "all") as Role;
  if (!["all", "api", "worker"].includes(role)) throw new Error(`ROLE=${env.ROLE} is not one of all, api, worker.`);
  if (role !== "all") requireShared(env, role);
  await mkdir(data, { recursive: true });
  const reached = {
    host: env.HOST || "localhost",
    public_url: (env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/+$/, ""),
    trusted_proxies: (env.TRUSTED_PROXIES ?? "")
      .split(",")
      .map((s) => s.trim())
      .filter(Boolean),
  };
  return {
    ...reached,
    port,
    role,
    data,
    database_url: env.DATABASE_URL || undefined,
    database_connections: connectionsOf(env.DATABASE_CONNECTIONS),
    s3: readS3Config(env),
    web: join(PROJECT, "web/dist"),
    smtp_url: env.SMTP_URL || undefined,
    mail_from: env.MAIL_FROM || "Leebow <no-reply@localhost>",
    secret: env.LEEBOW_SECRET || (await storedSecret(join(data, "secret"))),
    map_style_url: env.MAP_STYLE_URL || undefined,
    operator: { name: env.OPERATOR_NAME?.trim() || null, contact: env.OPERATOR_CONTACT?.trim() || null },
    metrics_token: env.METRICS_TOKEN || undefined,
    backup_folder: env.BACKUP_FOLDER || undefined,
    season_tables: seasonTablesIn(env.SEASON_TABLES),
    log_calls: env.LOG_CALLS === "1",
    stop_delay_s: Math.max(0, Number(env.STOP_DELAY_S) || 0),
    has_port: env.PORT !== undefined,
    providers: readProviders(env, { is_requested: demo, is_local: isLocal(reached) }),
  };
}

/** Name of the folder of the embedded database in the data folder. */
export const EMBEDDED_FOLDER = "db";

function requireEmbedded(data: string): void {
  if (existsSync(join(data, EMBEDDED_FOLDER))) return;
  throw new Error(
    `There is no database of Leebow in ${data}; nothing was changed. Set LEEBOW_DATA to the data folder of the server, ` +
      "or DATABASE_URL.",
  );
}

function seasonTablesIn(text: string | undefined): SeasonTable[] {
  if (!text) return [];
  const tables = seasonTablesOf(text);
  if (tables) return tables;
  throw new Error(`SEASON_TABLES=${text} is not a list of tables: name some of ${SEASON_TABLES.join(",")}.`);
}

/** A job and a call each hold one while they wait for another: with fewer than two they could wait for each other. */
function connectionsOf(text: string | undefined): number {
  const count = Number(text || DEFAULT_POOL_SIZE);
  if (Number.isInteger(count) && count >= 2) return count;
  throw new Error(`DATABASE_CONNECTIONS=${text} is not a number of connections: at least 2.`);
}

/** One process of several needs what all of them share: a secret of its own would refuse the others' sessions. */
function requireShared(env: NodeJS.ProcessEnv, role: Role): void {
  const missing = ["DATABASE_URL", "LEEBOW_SECRET"].filter((name) => !env[name]);
  if (missing.length === 0) return;
  throw new Error(
    `ROLE=${role} is one process of several: set ${missing.join(" and ")}, for all of them to the same value.`,
  );
}

type Reached = Pick<Config, "host" | "public_url" | "trusted_proxies">;

/** Whether this machine alone can reach the server, by where it listens and by its public address. */
export function isLocal({ host, public_url, trusted_proxies }: Reached): boolean {
  return trusted_proxies.length === 0 && [host, new URL(public_url).hostname].every(isLocalHost);
}

/** A secret has 43; the file is damaged when it holds fewer. */
const MIN_SECRET_CHARS = 32;

/**
 * The secret in this file, which is created when there is none. It is written under a temporary name and linked, which
 * fails when the name exists: processes that start together read one secret, and never one that is half written.
 */
async function storedSecret(path: string): Promise<string> {
  if (!existsSync(path)) await createSecret(path);
  const secret = (await readFile(path, "utf8")).trim();
  if (secret.length >= MIN_SECRET_CHARS) return secret;
  throw new Error(
    `The secret in ${path} is damaged. Restore the file, or delete it: everybody has to log in again then.`,
  );
}

async function createSecret(path: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600, flush: true });
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
