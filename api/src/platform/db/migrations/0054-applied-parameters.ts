import { type Kysely, sql } from "kysely";

/**
 * What the present results of a track were made with, where that may differ from what was asked for since. Null in results
 * of earlier versions. Processes of an earlier version write neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tracks add column result_parameters jsonb, add column wind_error text`.execute(db);
}
