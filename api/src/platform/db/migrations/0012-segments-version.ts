import { type Kysely, sql } from "kysely";

/** Names the stored documents that hold the ids of a track's segments: another one whenever these are written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_facts add column segments_version uuid not null default gen_random_uuid()`.execute(db);
}
