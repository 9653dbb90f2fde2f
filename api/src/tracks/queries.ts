import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import type { TracksTable } from "../database/schema.ts";
import { LIMITS } from "../limits.ts";
import type { Cursor } from "./cursor.ts";
import type { TrackMode } from "./schema.ts";
import { listed, visibleTo } from "./visibility.ts";

/** A track with its owner's name. */
export type TrackRow = Selectable<TracksTable> & { first_name: string; last_name: string };

export interface TrackFilter {
  mode: TrackMode;
  search?: string | undefined;
  /** Half-open range of instants. */
  from?: Date | undefined;
  until?: Date | undefined;
  user_ids?: number[] | undefined;
  day?: string | undefined;
}

function tracksWithOwner(db: Db) {
  return db
    .selectFrom("tracks")
    .innerJoin("users", "users.id", "tracks.user_id")
    .selectAll("tracks")
    .select(["users.first_name", "users.last_name"]);
}

/** For jobs, and for calls that have checked visibility already. */
export function findTrack(db: Db, id: number): Promise<TrackRow | undefined> {
  return tracksWithOwner(db).where("tracks.id", "=", id).executeTakeFirst();
}

export function findVisibleTrack(db: Db, viewer: Viewer, id: number): Promise<TrackRow | undefined> {
  return tracksWithOwner(db).where("tracks.id", "=", id).where(visibleTo(viewer)).executeTakeFirst();
}

export function findVisibleTrackOfSource(db: Db, viewer: Viewer, source_key: string): Promise<TrackRow | undefined> {
  return tracksWithOwner(db).where("tracks.source_key", "=", source_key).where(visibleTo(viewer)).executeTakeFirst();
}

/** Tracks on one side of the cursor, nearest to it first: a page, and one row more when there are more. */
export function listTracks(db: Db, viewer: Viewer, filter: TrackFilter, cursor: Cursor | null): Promise<TrackRow[]> {
  const direction = cursor?.direction ?? "older";
  const order = direction === "older" ? "desc" : "asc";
  let query = filtered(tracksWithOwner(db).where(listed(viewer, filter.mode)), filter);
  if (cursor) {
    const place = sql`(${cursor.sort_time}::timestamptz, ${cursor.id}::integer)`;
    const side = direction === "older" ? sql`<` : sql`>`;
    query = query.where(sql<SqlBool>`(tracks.sort_time, tracks.id) ${side} ${place}`);
  }
  return query
    .orderBy("tracks.sort_time", order)
    .orderBy("tracks.id", order)
    .limit(LIMITS.page_size + 1)
    .execute();
}

function filtered(query: ReturnType<typeof tracksWithOwner>, filter: TrackFilter) {
  let q = query;
  if (filter.from) q = q.where("tracks.sort_time", ">=", filter.from);
  if (filter.until) q = q.where("tracks.sort_time", "<", filter.until);
  if (filter.day) q = q.where("tracks.local_date", "=", filter.day);
  if (filter.user_ids?.length) q = q.where("tracks.user_id", "in", filter.user_ids);
  for (const word of filter.search?.split(/\s+/).filter(Boolean) ?? []) q = q.where(holds(word));
  return q;
}

/** The word occurs, in any case, in one of the texts that the track card shows. */
function holds(word: string) {
  const pattern = `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const shown = sql`concat_ws(' ', users.first_name, users.last_name, tracks.boat_name, tracks.location, tracks.file_name, tracks.local_date::text)`;
  return sql<SqlBool>`${shown} ilike ${pattern}`;
}

/** Days with tracks, newest first. */
export async function listDates(db: Db, viewer: Viewer, mode: TrackMode): Promise<string[]> {
  const rows = await db
    .selectFrom("tracks")
    .select("tracks.local_date")
    .distinct()
    .where(listed(viewer, mode))
    .where("tracks.local_date", "is not", null)
    .orderBy("tracks.local_date", "desc")
    .execute();
  return rows.map((row) => row.local_date as string);
}

export async function oldestDate(db: Db, viewer: Viewer, mode: TrackMode): Promise<string | null> {
  const row = await db
    .selectFrom("tracks")
    .select((eb) => eb.fn.min("tracks.local_date").as("date"))
    .where(listed(viewer, mode))
    .executeTakeFirst();
  return row?.date ?? null;
}

export async function insertTrack(db: Db, track: Insertable<TracksTable>): Promise<number> {
  const row = await db.insertInto("tracks").values(track).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

export async function updateTrack(db: Db, id: number, changes: Updateable<TracksTable>): Promise<void> {
  await db.updateTable("tracks").set(changes).where("id", "=", id).execute();
}

/** Locks a track's row in this revision until the transaction ends; undefined when it was deleted or changed. */
export function lockTrack(trx: Db, id: number, revision: number): Promise<{ result_key: string | null } | undefined> {
  return trx
    .selectFrom("tracks")
    .select("result_key")
    .where("id", "=", id)
    .where("revision", "=", revision)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes the results of a job unless the track was deleted or changed since; returns whether it did. */
export async function finishTrack(
  db: Db,
  id: number,
  revision: number,
  found: Updateable<TracksTable>,
): Promise<boolean> {
  const result = await db
    .updateTable("tracks")
    .set(found)
    .where("id", "=", id)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Columns that an analysis depends on, beside the file. */
export type Revised = Partial<Pick<Updateable<TracksTable>, "boat_name" | "wind_hint_deg" | "corrections">>;

/** Begins the next revision and returns its number. A change of wind hint or corrections leaves the results readable (status 4). */
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
  await db.deleteFrom("tracks").where("id", "=", id).execute();
}

/** Keys of one query: PostgreSQL takes at most 65,535 parameters. */
const KEYS_PER_QUERY = 5000;

/** Number and size of a user's recordings. Locks the user's row until the transaction ends. */
export async function storedBy(trx: Db, user_id: number): Promise<{ tracks: number; bytes: number }> {
  await trx.selectFrom("users").select("id").where("id", "=", user_id).forUpdate().execute();
  const row = await trx
    .selectFrom("tracks")
    .select((eb) => [eb.fn.countAll().as("tracks"), eb.fn.sum("source_bytes").as("bytes")])
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return { tracks: Number(row.tracks), bytes: Number(row.bytes ?? 0) };
}

/** Which of these source keys a track refers to. */
export async function knownSources(db: Db, keys: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
    const some = keys.slice(from, from + KEYS_PER_QUERY);
    const rows = await db.selectFrom("tracks").select("source_key").where("source_key", "in", some).execute();
    for (const row of rows) known.add(row.source_key);
  }
  return known;
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
export function outdatedTracks(db: Db, engine: string): Promise<{ id: number; revision: number }[]> {
  return db
    .selectFrom("tracks")
    .select(["id", "revision"])
    .where("processing_status", "in", [2, 3])
    .where("engine", "<>", engine)
    .where(sql<SqlBool>`failed_engine is distinct from ${engine}`)
    .orderBy("id", "desc")
    .execute();
}

/** Tracks that wait for an analysis, in whose present revision no job of this queue or its dead letter queue is open. */
export async function tracksWithoutJob(db: Db, queue: string): Promise<{ id: number; revision: number }[]> {
  const { rows } = await sql<{ id: number; revision: number }>`
    select id, revision from tracks where processing_status in (1, 4) and not exists (
      select from pgboss.job where name in (${queue}, ${`${queue}-failed`}) and state in ('created', 'retry', 'active')
        and (data->>'track_id')::integer = tracks.id and (data->>'revision')::integer = tracks.revision
    ) order by id`.execute(db);
  return rows;
}
