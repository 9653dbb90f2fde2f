import { sql } from "kysely";

/** What users store of recordings: a row for each track, and one for each file that a track was made of. */
export const STORED_FILES = sql`(select user_id, source_bytes, 1 as tracks, created_at from tracks
  union all select user_id, source_bytes, 0, null from joined_files)`;
