import { type Kysely, sql } from "kysely";

/**
 * Whether a race has a picture of all its boats, and the mean of its wind with its standard deviation, degrees. Races that
 * were estimated before have neither until a track of theirs changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table races add column has_map boolean not null default false, add column twd_deg real,
    add column twd_sd_deg real`.execute(db);
}
