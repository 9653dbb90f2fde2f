import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Incoming } from "../../platform/storage/storage.ts";
import { uploadEnding } from "./request-schema.ts";
import type { FormerTrack } from "./tables.ts";

/** The files of tracks that were made of several (platform/files/folders.ts). */
export const JOINED_FILES = {
  folder: "joined",
  table: "joined_files",
  column: "source_key",
  user_column: "user_id",
} as const;

/** A file of a session that was received with others. */
export interface SessionFile {
  file_name: string;
  incoming: Incoming;
  /** Its first fix, in its own clock. */
  from_ms: number;
}

/** A file of a track, as its row has it. */
export interface JoinedFile {
  source_key: string;
  file_name: string;
  source_bytes: number;
  source_sha256: string | null;
  start_time: Date;
}

const newKey = (file_name: string) => `${JOINED_FILES.folder}/${randomUUID()}${uploadEnding(file_name)}`;

/** Keeps received files under keys that are added to `stored`. */
export async function keepSessionFiles(files: readonly SessionFile[], stored: string[]): Promise<JoinedFile[]> {
  const kept: JoinedFile[] = [];
  for (const { file_name, incoming, from_ms } of files) {
    const source_key = newKey(file_name);
    stored.push(source_key);
    await incoming.keep(source_key);
    const { bytes: source_bytes, sha256: source_sha256 } = incoming;
    kept.push({ source_key, file_name, source_bytes, source_sha256, start_time: new Date(from_ms) });
  }
  return kept;
}

/** Keeps a copy of the file of a track under a key that is added to `stored`. */
export async function keepFileOfTrack(
  { storage }: Pick<AppContext, "storage">,
  { file_name, source_bytes, source_sha256 }: TrackRow,
  bytes: Uint8Array,
  from_ms: number,
  stored: string[],
): Promise<JoinedFile> {
  const source_key = newKey(file_name);
  stored.push(source_key);
  await storage.write(source_key, bytes);
  return { source_key, file_name, source_bytes, source_sha256, start_time: new Date(from_ms) };
}

export async function insertJoinedFiles(
  trx: Db,
  track: { id: number; user_id: number },
  files: readonly (JoinedFile & { former?: FormerTrack })[],
): Promise<void> {
  const rows = files.map(({ former, ...file }) => ({
    ...file,
    track_id: track.id,
    user_id: track.user_id,
    former: former ? JSON.stringify(former) : null,
  }));
  if (rows.length > 0) await trx.insertInto("joined_files").values(rows).execute();
}

/** The files that a track was made of, in order of time; none for a track of one file. */
export const joinedFilesOf = (db: Db, track_id: number) =>
  db.selectFrom("joined_files").selectAll().where("track_id", "=", track_id).orderBy("start_time").execute();

/** Keys of the files that tracks were made of. */
export async function joinedKeysOf(db: Db, track_ids: readonly number[]): Promise<string[]> {
  if (track_ids.length === 0) return [];
  const rows = await db.selectFrom("joined_files").select("source_key").where("track_id", "in", track_ids).execute();
  return rows.map(({ source_key }) => source_key);
}

/** What a track is before it is put together with others, and what was written to it. */
export async function formerOf(trx: Db, track: TrackRow): Promise<FormerTrack> {
  const { id, boat_name, permissions, wind_file_id, wind_hint_deg, garmin_id } = track;
  const own = { id, boat_name, permissions, wind_file_id, wind_hint_deg, garmin_id };
  const ids = (column: string, table: string) => sql`(select coalesce(jsonb_agg(${sql.ref(column)} order by 1), '[]')
    from ${sql.table(table)} where track_id = ${id}::integer)`;
  const { rows } = await sql<Omit<FormerTrack, keyof typeof own>>`select ${ids("id", "journals")} as journals,
    ${ids("id", "straight_analyses")} as straight_analyses, ${ids("journal_id", "regatta_tracks")} as regattas,
    ${ids("race_id", "race_tracks")} as races, ${ids("race_id", "race_consents")} as consents,
    ${ids("id", "garmin_activities")} as garmin_activities`.execute(trx);
  return { ...own, ...rows[0]! };
}
