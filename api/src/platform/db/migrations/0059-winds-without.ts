import { type Kysely, sql } from "kysely";

/** That a wind log has no dates, or speeds and no directions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table wind_files add column undated boolean not null default false,
    add column has_direction boolean not null default true`.execute(db);
}
