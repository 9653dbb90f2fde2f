import { type Kysely, sql } from "kysely";

/** What lists and reports read of many tracks is in the index that finds them, beside whom each is visible to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index tracks_of_user_day on tracks (user_id, local_date) include (id, permissions, boat_name)`,
  `drop index track_facts_of_user`,
  `create index track_facts_of_user on track_facts (user_id, local_date)
    include (track_id, start_time, boat_class, water_time_s)`,
];
