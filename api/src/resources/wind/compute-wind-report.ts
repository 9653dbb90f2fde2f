import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../platform/db/open.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { WIND_RESULT_FILES } from "./files.ts";
import { findWindFile } from "./queries.ts";
import { type ReportMetrics, reportOf } from "./report.ts";
import { findReport, finishReport } from "./report-queries.ts";
import { decodeSeries } from "./series.ts";

const FAULT = "Leebow failed to compute this report through a fault of its own. Delete it and create it again.";
const CANCELLED = "An administrator stopped the computation of this report, and can run it again.";
const NO_WIND = "The wind file has no wind between these times. Delete this report and choose others.";

/** Computes the numbers and curves of a wind report from what was read of its wind file. */
export const COMPUTE_WIND_REPORT = defineJob({
  name: "compute-wind-report",
  payload: z.object({ wind_report_id: z.number().int() }),
  retries: 3,
  timeout_s: 300,
  parallel: 1,
  async run({ db, storage, core }, { wind_report_id }) {
    const report = await findReport(db, wind_report_id);
    if (!report || report.metrics?.engine === core.version) return;
    const file = await findWindFile(db, report.wind_file_id);
    if (!file?.result_key) return;
    const log = decodeSeries(await storage.read(`${file.result_key}/${WIND_RESULT_FILES.series}`));
    const found = await reportOf(log, report.start_time, report.end_time);
    const columns = found
      ? {
          metrics: JSON.stringify({ ...found.metrics, engine: core.version } satisfies ReportMetrics),
          points: JSON.stringify(found.points),
        }
      : { error: NO_WIND };
    await finishReport(db, report.id, columns);
  },
  onFailed: ({ db }, { wind_report_id }) => markFailed(db, wind_report_id, FAULT),
  subject: sql`select name from wind_reports where id = (job.data->>'wind_report_id')::integer`,
  onRetried: (trx, { wind_report_id }) =>
    trx.updateTable("wind_reports").set({ error: null }).where("id", "=", wind_report_id).execute(),
  onCancelled: (_, trx, { wind_report_id }) => markFailed(trx, wind_report_id, CANCELLED),
});

/** A report that has numbers keeps them. */
async function markFailed(db: Db, id: number, error: string): Promise<void> {
  const report = await findReport(db, id);
  if (report && !report.metrics) await finishReport(db, id, { error });
}
