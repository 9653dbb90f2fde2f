import { sql } from "kysely";
import type { AppContext } from "../app-context.ts";
import type { Db } from "../database/open.ts";
import { COMPUTE_WIND_REPORT } from "./compute-wind-report.ts";
import { waitForTurn } from "./open-jobs.ts";
import { READ_WIND_FILE } from "./read-wind-file.ts";

/** Enqueues the wind files that wait to be read, and the reports that wait for their numbers, which no job is going to do. */
export async function enqueueLostWindJobs({ db, jobs, log }: AppContext): Promise<void> {
  const count = await db.transaction().execute(async (trx) => {
    await waitForTurn(trx);
    const files = await withoutJob(trx, READ_WIND_FILE.name, "wind_file_id", UNREAD);
    for (const wind_file_id of files) await jobs.enqueue(trx, READ_WIND_FILE, { wind_file_id });
    const reports = await withoutJob(trx, COMPUTE_WIND_REPORT.name, "wind_report_id", UNCOMPUTED);
    for (const wind_report_id of reports) await jobs.enqueue(trx, COMPUTE_WIND_REPORT, { wind_report_id });
    return files.length + reports.length;
  });
  if (count > 0) log.error("wind files or reports had lost their job and were enqueued again", { count });
}

const UNREAD = sql<{ id: number }>`select id from wind_files where processing_status = 1`;
const UNCOMPUTED = sql<{ id: number }>`select id from wind_reports where metrics is null and error is null`;

/** Ids of `waiting` for which no job of this queue or its dead letter queue is open; `field` of its payload has the id. */
async function withoutJob(trx: Db, queue: string, field: string, waiting: typeof UNREAD): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${waiting}) as waiting where not exists (
      select from pgboss.job where name in (${queue}, ${`${queue}-failed`}) and state in ('created', 'retry', 'active')
        and (data->>${field})::integer = waiting.id
    ) order by id`.execute(trx);
  return rows.map(({ id }) => id);
}
