import { type Kysely, sql } from "kysely";

/** How long the recording of a track is where a part of it is left out, for its owner; null where nothing is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tracks add column recorded_s double precision`.execute(db);
}
