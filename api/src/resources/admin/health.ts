import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import { failingSince, jobList, oldestWaiting } from "../../platform/jobs/queue.ts";
import { LIMITS } from "../../platform/limits.ts";
import { SEND_MAIL } from "../../platform/mail/send-mail.ts";
import { STORED_FILES } from "../tracks/queries.ts";
import type { Health, HealthPart, StorageUse } from "./schema.ts";

const DAY_S = 24 * 3600;
const HOUR_S = 3600;
/** Below this share of the disk, or below this many bytes, room is scarce. *guess* */
const SCARCE_BYTES = 2 * 1024 ** 3;
/** Jobs that wait longer are late, s. *guess*: as docs/operations.md. */
const LATE_S = 300;

/** What each part of the server says about itself now. A part that cannot be asked says so and is not well. */
export async function readHealth(context: AppContext): Promise<Health> {
  const parts = await Promise.all([
    orUnwell("database", databasePart(context)),
    orUnwell("storage", storagePart(context)),
    orUnwell("mail", mailPart(context)),
    orUnwell("jobs", jobsPart(context)),
    serverPart(context),
  ]);
  return { checked: new Date().toISOString(), parts };
}

async function orUnwell(part: HealthPart["part"], asked: Promise<HealthPart>): Promise<HealthPart> {
  return asked.catch(() => ({ part, is_well: false, value: null, unit: "", sentence: "does not answer" }));
}

async function databasePart({ db }: AppContext): Promise<HealthPart> {
  const start = performance.now();
  await sql`select 1`.execute(db);
  const value = Math.max(1, Math.round(performance.now() - start));
  return {
    part: "database",
    is_well: true,
    value,
    unit: "ms",
    sentence: `answers, ${sizeText(await databaseBytes(db))}`,
  };
}

async function databaseBytes(db: AppContext["db"]): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.execute(db);
  return Number(rows[0]!.bytes);
}

async function storagePart(context: AppContext): Promise<HealthPart> {
  const { storage, db } = context;
  await storage.read("database-id");
  const free = await freeBytes(context);
  const { recordings, wind_logs } = await storedBytes(db);
  const value = (recordings + wind_logs) / 1024 ** 3;
  const is_well = free === null || free > SCARCE_BYTES;
  const sentence =
    free === null ? "answers" : is_well ? `answers, ${sizeText(free)} free` : `only ${sizeText(free)} free`;
  return { part: "storage", is_well, value: Math.round(value * 10) / 10, unit: "GB", sentence };
}

/** Free room on the disk of the files; null with an object storage. */
async function freeBytes({ config }: AppContext): Promise<number | null> {
  if (config.s3) return null;
  const { bavail, bsize } = await statfs(config.data);
  return bavail * bsize;
}

async function mailPart({ db }: AppContext): Promise<HealthPart> {
  const { waiting, since, message } = await failingSince(db, SEND_MAIL.name);
  const sentence = since ? `refused since ${since.toISOString().slice(11, 16)} UTC: ${message}` : "nothing is refused";
  return { part: "mail", is_well: since === null, value: waiting, unit: "waiting", sentence };
}

async function jobsPart({ db, resources }: AppContext): Promise<HealthPart> {
  const counts = await jobList(resources.flatMap(({ jobs = [] }) => jobs)).count(db);
  const age_s = await oldestWaiting(db, "sweep");
  const late = age_s > LATE_S ? `, the first for ${Math.round(age_s / 60)} min` : "";
  const sentence = `${counts.running} running, ${counts.failed} failed${late}`;
  return { part: "jobs", is_well: counts.failed === 0 && !late, value: counts.waiting, unit: "waiting", sentence };
}

function serverPart({ core }: AppContext): HealthPart {
  const up_s = process.uptime();
  const [value, unit] =
    up_s < HOUR_S ? [up_s / 60, "min"] : up_s < DAY_S ? [up_s / HOUR_S, "h"] : [up_s / DAY_S, "days"];
  return { part: "server", is_well: true, value: Math.round(value), unit, sentence: `up, engine ${core.version}` };
}

/** Bytes that users have stored. */
async function storedBytes(db: AppContext["db"]): Promise<{ recordings: number; wind_logs: number }> {
  const { rows } = await sql<{ recordings: string; wind_logs: string }>`select
    (select coalesce(sum(source_bytes), 0)::text from ${STORED_FILES} as stored) as recordings,
    (select coalesce(sum(source_bytes), 0)::text from wind_files) as wind_logs`.execute(db);
  return { recordings: Number(rows[0]!.recordings), wind_logs: Number(rows[0]!.wind_logs) };
}

const NEARLY_FULL = 0.9;

export async function readStorageUse(context: AppContext): Promise<StorageUse> {
  const { recordings, wind_logs } = await storedBytes(context.db);
  const { stored_bytes_per_user: quota_bytes, tracks_per_user: quota_tracks } = LIMITS;
  const { rows } = await sql<{ users: number }>`select count(*)::integer as users from users
    join (select user_id, sum(source_bytes) as bytes, sum(tracks) as tracks from ${STORED_FILES} as files
      group by user_id) as stored
      on stored.user_id = users.id
    where stored.bytes > ${NEARLY_FULL}::float8 * coalesce(users.quota_bytes, ${quota_bytes}::bigint)
      or stored.tracks > ${NEARLY_FULL}::float8 * coalesce(users.quota_tracks, ${quota_tracks}::integer)`.execute(
    context.db,
  );
  return {
    kinds: [
      { kind: "recordings", bytes: recordings },
      { kind: "wind_logs", bytes: wind_logs },
      { kind: "database", bytes: await databaseBytes(context.db) },
    ],
    free_bytes: await freeBytes(context),
    quota_bytes,
    quota_tracks,
    nearly_full: rows[0]!.users,
  };
}

function sizeText(bytes: number): string {
  const gb = bytes / 1024 ** 3;
  return gb >= 1 ? `${gb.toFixed(gb < 10 ? 1 : 0)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
