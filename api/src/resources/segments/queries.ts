import { type Selectable, type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import { tagKey } from "../tracks/schema.ts";
import type { SegmentsTable } from "../tracks/tables.ts";
import type { UserTagsTable } from "./tables.ts";

export type SegmentRow = Selectable<SegmentsTable>;
export type UserTagRow = Selectable<UserTagsTable>;

export function listUserTags(db: Db, user_id: number): Promise<UserTagRow[]> {
  return db.selectFrom("user_tags").selectAll().where("user_id", "=", user_id).orderBy("match_key").execute();
}

export function findUserTag(db: Db, user_id: number, id: number): Promise<UserTagRow | undefined> {
  return db.selectFrom("user_tags").selectAll().where("id", "=", id).where("user_id", "=", user_id).executeTakeFirst();
}

/** The user's tag with this value, however it is capitalised; a hidden one becomes visible. Undefined without one. */
export function showTagOfValue(db: Db, user_id: number, value: string): Promise<UserTagRow | undefined> {
  return db
    .updateTable("user_tags")
    .set({ hidden: false })
    .where("user_id", "=", user_id)
    .where("match_key", "=", tagKey(value))
    .returningAll()
    .executeTakeFirst();
}

/** A new tag; the existing one when another process has made it at the same time. */
export function insertUserTag(db: Db, user_id: number, value: string, color: string): Promise<UserTagRow> {
  return db
    .insertInto("user_tags")
    .values({ user_id, value, match_key: tagKey(value), color })
    .onConflict((conflict) => conflict.columns(["user_id", "match_key"]).doUpdateSet({ hidden: false }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function countUserTags(db: Db, user_id: number): Promise<number> {
  const row = await db
    .selectFrom("user_tags")
    .select((eb) => eb.fn.countAll<number>().as("tags"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return Number(row.tags);
}

/** Hides or shows a tag of this user. */
export function setTagHidden(db: Db, user_id: number, id: number, hidden: boolean): Promise<UserTagRow | undefined> {
  return db
    .updateTable("user_tags")
    .set({ hidden })
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .returningAll()
    .executeTakeFirst();
}

export async function linkTag(db: Db, segment_id: number, tag_id: number): Promise<void> {
  await db
    .insertInto("segment_tags")
    .values({ segment_id, tag_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unlinkTag(db: Db, segment_id: number, tag_id: number): Promise<void> {
  await db.deleteFrom("segment_tags").where("segment_id", "=", segment_id).where("tag_id", "=", tag_id).execute();
}

/** Locks a track's row until the transaction ends. */
export async function lockCorrections(trx: Db, track_id: number) {
  return trx.selectFrom("tracks").select("corrections").where("id", "=", track_id).forUpdate().executeTakeFirst();
}

/** A segment no analysis has found yet: the next one gives its id to what it finds there. */
export async function insertExpectedSegment(
  trx: Db,
  segment: Pick<SegmentRow, "track_id" | "kind" | "name"> & { start_time: string; end_time: string },
): Promise<number> {
  const row = await trx
    .insertInto("segments")
    .values({ ...segment, position: null, retired_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A retired segment that the next analysis is to find again, so that the sweep leaves it; undefined if it is gone. */
export async function expectAgain(trx: Db, id: number): Promise<number | undefined> {
  const again = trx.updateTable("segments").set({ retired_at: new Date() }).where("id", "=", id).returning("id");
  return (await again.executeTakeFirst())?.id;
}

export function findSegment(db: Db, id: number): Promise<SegmentRow | undefined> {
  return db.selectFrom("segments").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Rows of one transaction. */
const PIECE = 1000;

/** No user's tag, straight-line analysis or journal entry refers to a row of `segments`, nor its present results. */
const isUnused = sql<SqlBool>`position is null
  and not exists (select from segment_tags where segment_id = segments.id)
  and not exists (select from straight_analysis_segments where segment_id = segments.id)
  and not exists (select from journal_segments where segment_id = segments.id)
  and not exists (select from maneuvers where segment_id = segments.id)`;

/**
 * Deletes the segments that no analysis has found for a while and nothing refers to. One that is found again later gets
 * another id.
 */
export async function sweepRetiredSegments(db: Db): Promise<void> {
  const before = new Date(Date.now() - LIMITS.retired_segment_days * 24 * 3600 * 1000);
  while ((await deletePiece(db, before)) === PIECE);
}

/** Answers how many were looked at. */
function deletePiece(db: Db, before: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      select id from segments where retired_at < ${before} and ${isUnused}
      order by retired_at limit ${PIECE}::integer for update skip locked`.execute(trx);
    const ids = rows.map(({ id }) => id);
    // Again, now that no row can begin to refer to them: one that did in between would be deleted with its segment.
    await sql`delete from segments where id = any (${ids}::integer[]) and ${isUnused}`.execute(trx);
    return ids.length;
  });
}
