import { type RawBuilder, sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import type { JobDefinition } from "../../platform/jobs/definition.ts";
import { lockJobSearch, withoutJob } from "../../platform/jobs/open-jobs.ts";
import { COMPUTE_WIND_REPORT } from "./compute-wind-report.ts";
import { READ_WIND_FILE } from "./read-wind-file.ts";

const UNREAD = sql<{ id: number }>`select id from wind_files where processing_status = 1`;
const UNCOMPUTED = sql<{ id: number }>`select id from wind_reports where metrics is null and error is null`;

/**
 * Enqueues the wind files that wait to be read, and the reports that wait for their numbers, which no job is going to do:
 * in pieces, each a transaction.
 */
export async function enqueueLostWindJobs(context: AppContext): Promise<void> {
  await enqueueLost(context, READ_WIND_FILE, "wind_file_id", UNREAD);
  await enqueueLost(context, COMPUTE_WIND_REPORT, "wind_report_id", UNCOMPUTED);
}

async function enqueueLost<Field extends string>(
  { db, jobs, log }: AppContext,
  job: JobDefinition<Record<Field, number>>,
  field: Field,
  waiting: RawBuilder<{ id: number }>,
): Promise<void> {
  for (let ids: number[] = [0]; ids.length > 0; ) {
    const after = ids.at(-1)!;
    ids = await db.transaction().execute(async (trx) => {
      await lockJobSearch(trx);
      const lost = await withoutJob(trx, job.name, field, waiting, after);
      await jobs.enqueueAll(
        trx,
        job,
        lost.map((id) => ({ [field]: id }) as Record<Field, number>),
      );
      return lost;
    });
    const count = ids.length;
    if (count > 0) log.error("wind files or reports had lost their job and were enqueued again", { count });
  }
}
