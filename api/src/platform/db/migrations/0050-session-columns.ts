import { type Kysely, sql } from "kysely";

/**
 * What the reports of a season group sessions by, beside their facts: reading it out of them takes longer than all else. A
 * value that is no number is none, so that it does not prevent the facts from being stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track_facts
    add column wind_category text generated always as (session ->> 'wind_category') stored,
    add column upwind_kn float8 generated always as
      (jsonb_path_query_first(session, '$.quantities[*] ? (@.code == "upwind_speed").mean ? (@.type() == "number")')::float8) stored`.execute(
    db,
  );
}
