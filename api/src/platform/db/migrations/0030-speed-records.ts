import { type Kysely, sql } from "kysely";

/**
 * The speed records of a session beside its other facts. The server fills the rows written before from their report
 * files when it starts (`storeMissingFacts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_facts add column records jsonb`.execute(db);
}
