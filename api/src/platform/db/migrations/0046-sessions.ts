import { type Kysely, sql } from "kysely";

/**
 * What the debriefs of later sessions compare, beside the other facts of a session. The server fills the rows written
 * before from their result files when it starts (`storeMissingFacts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_facts add column session jsonb`.execute(db);
}
