import { countText } from "@leebow/core";
import { type ExpressionBuilder, type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { TrackRow } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Database } from "../../platform/db/schema.ts";
import { detailError, limitReached } from "../../platform/http/errors.ts";
import { hasNoJob } from "../../platform/jobs/queue.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { UserTag } from "./schema.ts";
import type { TracksTable } from "./tables.ts";

/** What a list shows of a track. Its other columns would be read and passed between threads for nothing. */
export const LISTED_COLUMNS = [
  "id",
  "user_id",
  "boat_name",
  "permissions",
  "file_name",
  "processing_status",
  "error",
  "wind_error",
  "result_key",
  "start_time",
  "end_time",
  "sort_time",
  "tz",
  "location",
  "sample_rate_hz",
  "distance_m",
  "duration_s",
  "recorded_s",
  "max_speed_kn",
  "tacks",
  "gybes",
  "sets",
  "douses",
  "straights",
  "turns",
  "ewd_deg",
  "twd_deg",
  "wind_candidates",
  "damage",
  "wind_hint_deg",
  "wind_file_id",
  "garmin_id",
  "same_boat",
  "created_at",
] as const satisfies (keyof TracksTable)[];
export type ListedTrackRow = Pick<
  TrackRow,
  (typeof LISTED_COLUMNS)[number] | "first_name" | "last_name" | "journal_count" | "joined_files"
> & {
  /** Closed to the viewer of the list: an administrator who has given no reason yet. */
  is_closed?: boolean;
};

export async function insertTrack(db: Db, track: Insertable<TracksTable>): Promise<number> {
  const row = await db.insertInto("tracks").values(track).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

export async function updateTrack(db: Db, id: number, changes: Updateable<TracksTable>): Promise<void> {
  await db.updateTable("tracks").set(changes).where("id", "=", id).execute();
}

export type LockedTrack = Pick<TrackRow, "result_key" | "processing_status" | "engine" | "failed_engine">;

/** Locks a track's row in this revision until the transaction ends; undefined when it was deleted or changed. */
export function lockTrack(trx: Db, id: number, revision: number): Promise<LockedTrack | undefined> {
  return trx
    .selectFrom("tracks")
    .select(["result_key", "processing_status", "engine", "failed_engine"])
    .where("id", "=", id)
    .where("revision", "=", revision)
    .forUpdate()
    .executeTakeFirst();
}

/** Columns that an analysis depends on, beside the file. */
export type Revised = Partial<
  Pick<Updateable<TracksTable>, "boat_name" | "wind_hint_deg" | "corrections" | "wind_file_id">
>;

/** Begins the next revision and returns its number. A change of anything but the boat class leaves the results readable (status 4). */
export async function reviseTrack(db: Db, id: number, changes: Revised): Promise<number> {
  const row = await db
    .updateTable("tracks")
    .set((eb) => ({
      ...changes,
      revision: eb("revision", "+", 1),
      processing_status:
        changes.boat_name === undefined ? eb.case().when("result_key", "is", null).then(1).else(4).end() : 1,
      error: null,
      error_kind: null,
    }))
    .where("id", "=", id)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return row.revision;
}

export async function deleteTrack(db: Db, id: number): Promise<void> {
  // What it was used in the place of is a boat of its own again.
  await sql`update tracks set same_boat = null where (same_boat->>'track')::integer = ${id}`.execute(db);
  await db.deleteFrom("tracks").where("id", "=", id).execute();
}

/** Names of the files a user has uploaded. */
export async function fileNamesOf(db: Db, user_id: number): Promise<Set<string>> {
  const rows = await db.selectFrom("tracks").select("file_name").where("user_id", "=", user_id).execute();
  return new Set(rows.map((row) => row.file_name));
}

/** Number of a user's tracks in status 1. */
export async function countPending(db: Db, user_id: number): Promise<number> {
  const row = await db
    .selectFrom("tracks")
    .select((eb) => eb.fn.countAll<number>().as("pending"))
    .where("user_id", "=", user_id)
    .where("processing_status", "=", 1)
    .executeTakeFirstOrThrow();
  return Number(row.pending);
}

/** Tracks analysed by another version of the engine, except those this version has failed to analyse. */
export function outdatedTracks(
  db: Db,
  engine: string,
  limit: number,
  before?: number,
): Promise<{ id: number; revision: number }[]> {
  return (
    db
      .selectFrom("tracks")
      .select(["id", "revision"])
      .where("processing_status", "in", [2, 3])
      // An index knows these, and not "other than".
      .where((eb) => eb.or([eb("engine", "<", engine), eb("engine", ">", engine)]))
      .where(sql<SqlBool>`failed_engine is distinct from ${engine}`)
      .$if(before !== undefined, (query) => query.where("id", "<", before!))
      .orderBy("id", "desc")
      .limit(limit)
      .execute()
  );
}

/** Tracks that wait for an analysis, the first behind the id `after`, in whose present revision no job of this queue is open. */
export function tracksWithoutJob(db: Db, queue: string, after: number, limit: number) {
  return db
    .selectFrom("tracks")
    .select(["id", "revision"])
    .where("processing_status", "in", [1, 4])
    .where("id", ">", after)
    .where(hasNoJob(queue, { track_id: "tracks.id", revision: "tracks.revision" }))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The user's tags on the segments of a track, by segment, each list by value. One query. */
export async function userTagsOfTrack(db: Db, user_id: number, track_id: number): Promise<Map<number, UserTag[]>> {
  const rows = await db
    .selectFrom("segments")
    .innerJoin("segment_tags", "segment_tags.segment_id", "segments.id")
    .innerJoin("user_tags", "user_tags.id", "segment_tags.tag_id")
    .selectAll("user_tags")
    .select("segment_tags.segment_id")
    .where("segments.track_id", "=", track_id)
    .where("user_tags.user_id", "=", user_id)
    .orderBy("user_tags.match_key")
    .execute();
  const tags = new Map<number, UserTag[]>();
  for (const row of rows) {
    const own = tags.get(row.segment_id) ?? [];
    tags.set(row.segment_id, [...own, { id: row.id, value: row.value, color: row.color, visible: !row.hidden }]);
  }
  return tags;
}

/** Tracks of boats of their own: no second receiver of a boat, unless its sailor says that it is another boat. */
export const isBoatOfItsOwn = (eb: ExpressionBuilder<Database, "tracks">) =>
  eb.or([eb("tracks.same_boat", "is", null), sql<SqlBool>`tracks.same_boat->>'answer' = 'two'`]);

/** What users store of recordings: a row for each track, and one for each file that a track was made of. */
export const STORED_FILES = sql`(select user_id, source_bytes, 1 as tracks, created_at from tracks
  union all select user_id, source_bytes, 0, null from joined_files)`;

const GB = 1024 ** 3;

/** What one user may store. */
export interface Quota {
  /** Of recordings. */
  bytes: number;
  tracks: number;
}

interface QuotaColumns {
  quota_bytes: number | null;
  quota_tracks: number | null;
}

/** What a user may store: the own quota, or the usual one. */
export function quotaOf({ quota_bytes, quota_tracks }: QuotaColumns): Quota {
  return { bytes: quota_bytes ?? LIMITS.stored_bytes_per_user, tracks: quota_tracks ?? LIMITS.tracks_per_user };
}

/** An own quota as words, "20 GB and 9000 tracks"; null without one. */
export function quotaText(columns: QuotaColumns): string | null {
  if (columns.quota_bytes === null && columns.quota_tracks === null) return null;
  const { bytes, tracks } = quotaOf(columns);
  return `${sizeText(bytes)} and ${countText(tracks, "track")}`;
}

/** "20 GB", "0.5 GB", "300 MB" */
export function sizeText(bytes: number): string {
  if (bytes >= GB / 10) return `${Math.round((bytes / GB) * 100) / 100} GB`;
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}

/** Throws when so many more tracks and bytes are more than a user may store. The user's row is locked. */
export async function checkQuota(trx: Db, user_id: number, more: { tracks: number; bytes: number }): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select(["quota_bytes", "quota_tracks"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  const quota = quotaOf(user);
  const stored = await storedBy(trx, user_id);
  if (stored.tracks + more.tracks > quota.tracks) {
    throw limitReached(`You have ${stored.tracks} tracks`);
  }
  if (stored.bytes + more.bytes > quota.bytes) {
    const limit = sizeText(quota.bytes);
    throw detailError(
      "storage_limit_reached",
      `Your recordings would take more than ${limit}, the most there can be. Delete some first.`,
    );
  }
}

/** Number of a user's recordings, and their size with the files that they were made of. */
async function storedBy(trx: Db, user_id: number): Promise<{ tracks: number; bytes: number }> {
  const { rows } = await sql<{ tracks: string; bytes: string }>`select coalesce(sum(tracks), 0) as tracks,
    coalesce(sum(source_bytes), 0) as bytes from ${STORED_FILES} as stored where user_id = ${user_id}`.execute(trx);
  return { tracks: Number(rows[0]!.tracks), bytes: Number(rows[0]!.bytes) };
}
