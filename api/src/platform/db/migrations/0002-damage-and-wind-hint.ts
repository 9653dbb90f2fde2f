import { type Kysely, sql } from "kysely";

/** What could not be read of a recording, and the user's hint of the wind direction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tracks add column damage jsonb`.execute(db);
  await sql`alter table tracks add column wind_hint_deg double precision check (wind_hint_deg >= 0 and wind_hint_deg < 360)`.execute(
    db,
  );
}
