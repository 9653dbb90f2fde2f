import { type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { TrackRow } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import { hasNoJob } from "../../platform/jobs/queue.ts";
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

export async function hasTracks(db: Db): Promise<boolean> {
  return (await db.selectFrom("tracks").select("id").limit(1).executeTakeFirst()) !== undefined;
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
