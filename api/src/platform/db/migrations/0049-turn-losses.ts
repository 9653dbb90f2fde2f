import { type Kysely, sql } from "kysely";

/**
 * Of each session the losses of its tacks and gybes, beside its other facts: a season reads one row a session. The server
 * fills the rows written before from their result files when it starts (`storeMissingFacts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_facts add column losses jsonb`.execute(db);
}
