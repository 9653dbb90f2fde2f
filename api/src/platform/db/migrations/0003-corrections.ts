import { type Kysely, sql } from "kysely";

/** Corrections of an analysis by hand, in the order they are applied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tracks add column corrections jsonb not null default '[]'`.execute(db);
}
