import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import type { SegmentsTable } from "../tracks/tables.ts";
import { tagKey } from "../tracks/user-tag-schema.ts";
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
