import { type Kysely, sql } from "kysely";

/** What people know better than the engine, in the order they said it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tracks add column corrections jsonb not null default '[]'`.execute(db);
}
