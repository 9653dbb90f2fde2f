import { type SqlBool, sql } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { LIMITS } from "../limits.ts";
import type { Cursor } from "./cursor.ts";
import { type TrackRow, tracksWithOwner } from "./queries.ts";
import type { TrackMode } from "./schema.ts";
import { listed } from "./visibility.ts";

export interface TrackFilter {
  mode: TrackMode;
  search?: string | undefined;
  /** Half-open range of instants. */
  from?: Date | undefined;
  until?: Date | undefined;
  /** Days of the tracks' own zones, both included. */
  start_date?: string | undefined;
  end_date?: string | undefined;
  user_ids?: number[] | undefined;
  day?: string | undefined;
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
  if (filter.start_date) q = q.where("tracks.local_date", ">=", filter.start_date);
  if (filter.end_date) q = q.where("tracks.local_date", "<=", filter.end_date);
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
