import { sql } from "kysely";
import type { AppContext } from "../app-context.ts";
import { COMPUTE_WIND_REPORT } from "./compute-wind-report.ts";
import { PIECE, waitForTurn, withoutJob } from "./open-jobs.ts";
import { READ_WIND_FILE } from "./read-wind-file.ts";

const UNREAD = sql<{ id: number }>`select id from wind_files where processing_status = 1`;
const UNCOMPUTED = sql<{ id: number }>`select id from wind_reports where metrics is null and error is null`;

/**
 * Enqueues the wind files that wait to be read, and the reports that wait for their numbers, which no job is going to do:
 * in pieces, each a transaction.
 */
export async function enqueueLostWindJobs(context: AppContext): Promise<void> {
  for (let after: number | null = 0; after !== null; ) after = await enqueueUnread(context, after);
  for (let after: number | null = 0; after !== null; ) after = await enqueueUncomputed(context, after);
}

function enqueueUnread(context: AppContext, after: number): Promise<number | null> {
  const { db, jobs } = context;
  return db.transaction().execute(async (trx) => {
    await waitForTurn(trx);
    const ids = await withoutJob(trx, READ_WIND_FILE.name, "wind_file_id", UNREAD, after);
    const payloads = ids.map((wind_file_id) => ({ wind_file_id }));
    await jobs.enqueueAll(trx, READ_WIND_FILE, payloads);
    return logged(context, ids);
  });
}

function enqueueUncomputed(context: AppContext, after: number): Promise<number | null> {
  const { db, jobs } = context;
  return db.transaction().execute(async (trx) => {
    await waitForTurn(trx);
    const ids = await withoutJob(trx, COMPUTE_WIND_REPORT.name, "wind_report_id", UNCOMPUTED, after);
    const payloads = ids.map((wind_report_id) => ({ wind_report_id }));
    await jobs.enqueueAll(trx, COMPUTE_WIND_REPORT, payloads);
    return logged(context, ids);
  });
}

/** Answers the id behind which the next piece begins; null: there is none. */
function logged({ log }: AppContext, ids: readonly number[]): number | null {
  const count = ids.length;
  if (count > 0) log.error("wind files or reports had lost their job and were enqueued again", { count });
  return count < PIECE ? null : ids.at(-1)!;
}
