import type { Db } from "../../platform/db/open.ts";
import type { UserTag } from "./user-tag-schema.ts";

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
