import { type RawBuilder, sql } from "kysely";
import type { AppContext } from "../app-context.ts";
import type { Db } from "../database/open.ts";
import { renewRacesOfTrack } from "../races/renew.ts";

const STOPPED = "An administrator stopped the processing of";

/**
 * What a cancelled job leaves in the row it is about: what it had, or the state of a failure, so that nobody waits for it
 * and no sweep enqueues it again. A running attempt finds its row in that state when it ends, and writes no results. Only
 * jobs of these kinds can be cancelled: others remove or end what an account has asked for, or have no row.
 */
const LEAVE: Record<string, (data: RawBuilder<unknown>, engine: string) => RawBuilder<{ id: number }>> = {
  "analyze-track": (data, engine) => sql`update tracks set
      processing_status = case when processing_status not in (1, 4) then processing_status
        when result_key is null then 2 else 3 end,
      error = case when processing_status in (1, 4) and result_key is null then ${`${STOPPED} this file. The file is kept.`}
        else error end,
      error_kind = case when processing_status in (1, 4) and result_key is null then 'cancelled' else error_kind end,
      engine = case when result_key is null then ${engine} else engine end,
      failed_engine = case when result_key is null then failed_engine else ${engine} end
    from ${data} as job where tracks.id = (job.data->>'track_id')::integer
      and tracks.revision = (job.data->>'revision')::integer returning tracks.id`,
  "race-wind": (data) => sql`update races set processing_status = 2, error = ${`${STOPPED} this race.`}
    from ${data} as job where races.id = (job.data->>'race_id')::integer and races.processing_status in (1, 4)
    returning races.id`,
  "read-wind-file": (data, engine) => sql`update wind_files set engine = ${engine},
      error = case when processing_status = 1 then ${`${STOPPED} this file. The file is kept.`} else error end,
      processing_status = case when processing_status = 1 then 2 else processing_status end
    from ${data} as job where wind_files.id = (job.data->>'wind_file_id')::integer returning wind_files.id`,
  "compute-wind-report": (data) => sql`update wind_reports set error = ${`${STOPPED} this report.`}
    from ${data} as job where wind_reports.id = (job.data->>'wind_report_id')::integer and metrics is null
    returning wind_reports.id`,
};

export const canCancel = (name: string): boolean => Object.hasOwn(LEAVE, name);

/** Ends a job that waits or runs. */
export async function cancelJob(
  { jobs, core }: Pick<AppContext, "jobs" | "core">,
  trx: Db,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await jobs.cancel(trx, name, id);
  const data = sql`(select data from pgboss.job where id = ${id}::uuid)`;
  const { rows } = await LEAVE[name]!(data, core.version).execute(trx);
  // A race waits for the ends of all analyses of its tracks.
  if (name === "analyze-track") for (const track of rows) await renewRacesOfTrack({ jobs }, trx, track.id);
}
