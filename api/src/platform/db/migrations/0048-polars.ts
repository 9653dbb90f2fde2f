import { type Kysely, sql } from "kysely";

/**
 * Of each session what a polar adds up, beside its other facts. The server fills the rows written before from their result
 * files when it starts (`storeMissingFacts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_facts add column polar jsonb`.execute(db);
}
