import { type Kysely, sql } from "kysely";

/** The hash of each recording, by which a user's second upload of the same file is found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null in tracks older than the column: computed at the next upload of a file of that size.
  await sql`alter table tracks add column source_sha256 text`.execute(db);
  await sql`create unique index tracks_source_sha256 on tracks (user_id, source_sha256)`.execute(db);
}
