import { type Kysely, sql } from "kysely";

/** That a track is of the same boat at the same time as another one of its sailor, which is used in its place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tracks add column same_boat jsonb`.execute(db);
}
