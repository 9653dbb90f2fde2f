import { type Kysely, sql } from "kysely";

/** Results that a later analysis replaced, and the engine version whose analysis of a track failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table retired_results (
    result_key text primary key,
    retired_at timestamptz not null default now()
  )`.execute(db);
  await sql`alter table tracks add column failed_engine text`.execute(db);
}
