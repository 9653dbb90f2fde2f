import { type SqlBool, sql } from "kysely";
import type { AppContext } from "../app-context.ts";
import type { Db } from "../database/open.ts";
import { RACE_WIND } from "../jobs/race-wind.ts";
import { renewRaces } from "./renew.ts";

type Context = Pick<AppContext, "db" | "jobs">;

/**
 * Renews the races whose job was lost, or whose tracks are not those of their results, such as after the deletion of an
 * account.
 */
export async function sweepRaces(context: Context): Promise<void> {
  await context.db.transaction().execute(async (trx) => renewRaces(context, trx, await racesToRenew(trx)));
}

/** Races that wait, or are done with other tracks or results than they have now, and for which no job and no analysis is open. */
async function racesToRenew(trx: Db): Promise<number[]> {
  const has_job = sql<SqlBool>`exists (select from pgboss.job
    where name in (${RACE_WIND.name}, ${`${RACE_WIND.name}-failed`}) and state in ('created', 'retry', 'active')
      and (data->>'race_id')::integer = races.id)`;
  const present = sql`(select coalesce(jsonb_agg(jsonb_build_object('track_id', tracks.id, 'result_key', tracks.result_key)
      order by tracks.start_time nulls last, tracks.id), '[]')
    from race_tracks join tracks on tracks.id = race_tracks.track_id where race_tracks.race_id = races.id)`;
  const is_analysed = sql<SqlBool>`not exists (select from race_tracks join tracks on tracks.id = race_tracks.track_id
    where race_tracks.race_id = races.id and tracks.processing_status in (1, 4))`;
  const rows = await trx
    .selectFrom("races")
    .select("id")
    .where(sql<SqlBool>`(processing_status in (1, 4) or (processing_status = 3 and inputs <> ${present}))`)
    .where(is_analysed)
    .where(({ not }) => not(has_job))
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
