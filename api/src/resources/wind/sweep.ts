import { sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import { sweepPages } from "../../platform/files/folders.ts";
import { defineScan, PIECE, scanAll } from "../../platform/jobs/define-scan.ts";
import { hasNoJob } from "../../platform/jobs/queue.ts";
import { LIMITS } from "../../platform/limits.ts";
import { COMPUTE_WIND_REPORT } from "./compute-wind-report.ts";
import { WIND_UPLOADS_FOLDER } from "./files.ts";
import { READ_WIND_FILE } from "./read-wind-file.ts";

const HOUR_MS = 3600 * 1000;
/** A file that arrived at the last moment can still be taken over until then. */
const UPLOAD_AGE_MS = LIMITS.wind_claim_s * 1000 + HOUR_MS;

/** Deletes uploaded wind logs that were not taken over, and forgets the addresses that expired a day ago. */
export async function sweepWindUploads(
  { db, storage }: Pick<AppContext, "db" | "storage">,
  age_ms: number = UPLOAD_AGE_MS,
): Promise<void> {
  await sweepPages({ db, storage }, WIND_UPLOADS_FOLDER, age_ms, async (keys) => {
    for (const key of keys) await storage.remove(key);
  });
  await db.deleteFrom("wind_uploads").where("expires_at", "<", sql<Date>`now() - interval '1 day'`).execute();
}

const found = "wind files or reports had lost their job and were enqueued again";

/** Wind files that wait to be read, which no job is going to do. */
const UNREAD = defineScan({
  job: READ_WIND_FILE,
  async rows(trx, _, after: number | undefined = 0) {
    const { rows } = await sql<{ id: number }>`select id from wind_files where processing_status = 1
      and id > ${after}::integer and ${hasNoJob(READ_WIND_FILE.name, { wind_file_id: "wind_files.id" })}
      order by id limit ${PIECE}::integer`.execute(trx);
    return rows.map(({ id }) => ({ at: id, payload: { wind_file_id: id } }));
  },
  found,
});

/** Reports that wait for their numbers, in the same way. */
const UNCOMPUTED = defineScan({
  job: COMPUTE_WIND_REPORT,
  async rows(trx, _, after: number | undefined = 0) {
    const { rows } = await sql<{ id: number }>`select id from wind_reports where metrics is null and error is null
      and id > ${after}::integer and ${hasNoJob(COMPUTE_WIND_REPORT.name, { wind_report_id: "wind_reports.id" })}
      order by id limit ${PIECE}::integer`.execute(trx);
    return rows.map(({ id }) => ({ at: id, payload: { wind_report_id: id } }));
  },
  found,
});

export async function enqueueLostWindJobs(context: AppContext): Promise<void> {
  await scanAll(context, UNREAD);
  await scanAll(context, UNCOMPUTED);
}
