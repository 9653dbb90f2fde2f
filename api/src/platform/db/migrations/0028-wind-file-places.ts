import { type Kysely, sql } from "kysely";

/** Where a wind log was recorded: IANA time zone and place of its positions, null for a log without positions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table wind_files add column tz text, add column location text`.execute(db);
}
