import { findVisibleWindFile, visibleWindFile, type WindFileRow, windFileCan } from "../../access/wind.ts";
import { lockQuotas } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import { detailError, fieldError, forbidden, limitReached, notFound } from "../../platform/http/errors.ts";
import type { CallById, Handlers } from "../../platform/http/mount.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { COMPUTE_WIND_REPORT } from "./compute-wind-report.ts";
import type { WIND_REPORT_ROUTES } from "./contract.ts";
import { lockWindFile } from "./queries.ts";
import { presentReport } from "./report.ts";
import {
  countReports,
  deleteReport,
  findReport,
  insertReport,
  unsteadinessOf,
  type WindReportRow,
} from "./report-queries.ts";
import type { CreateWindReport, WindReport } from "./report-schema.ts";

const MINUTE_MS = 60_000;
const NO_REPORT =
  "This wind file has no dates or no directions: there is no report of it. It can be attached to tracks.";
const NOT_READ = "This wind file has no wind to report on yet. Try again when it is done.";

/** Wind reports: named parts of a wind file. Visible with their wind file, changed by those who may change it. */
export const WIND_REPORT_HANDLERS: Handlers<typeof WIND_REPORT_ROUTES> = {
  "POST /windreports/": async ({ context, viewer, body }) => {
    const file = await visibleWindFile(context, viewer, body.wind_file);
    if (!windFileCan(viewer, file).change) throw forbidden("This wind file is not yours to report on.");
    checkTimes(file, body);
    const { name, start_time, end_time } = body;
    const report = await context.db.transaction().execute(async (trx) => {
      // The user first, as in the deletion of an account.
      await lockQuotas(trx, file.user_id);
      if (!(await lockWindFile(trx, file.id))) throw notFound("This wind file");
      checkCounts(await countReports(trx, file.id, file.user_id));
      const report_id = await insertReport(trx, { wind_file_id: file.id, name, start_time, end_time });
      await context.jobs.enqueue(trx, COMPUTE_WIND_REPORT, { wind_report_id: report_id });
      // As it was made: its job may have ended, or another call have deleted it, when the transaction has.
      return (await findReport(trx, report_id))!;
    });
    return { status: 201, body: await present(context, viewer, report) };
  },

  "GET /windreports/{id}/": async (call) => ({
    status: 200,
    body: await present(call.context, call.viewer, await visibleReport(call)),
  }),

  "DELETE /windreports/{id}/": async (call) => {
    const report = await visibleReport(call);
    if (!windFileCan(call.viewer, report).change) throw forbidden();
    await deleteReport(call.context.db, report.id);
    return { status: 204 };
  },
};

async function visibleReport({ context, viewer, params }: CallById): Promise<WindReportRow> {
  const report = await findReport(context.db, params.id);
  const file = report && (await findVisibleWindFile(context.db, viewer, report.wind_file_id));
  if (!report || !file) throw notFound("This wind report");
  return report;
}

async function present({ db }: AppContext, viewer: Viewer, report: WindReportRow): Promise<WindReport> {
  return presentReport(report, await unsteadinessOf(db, report.user_id), viewer);
}

/** The form has whole minutes, so that the minutes of the file's first and last measurement count to it. */
function checkTimes(file: WindFileRow, body: CreateWindReport): void {
  if (!file.start_time || !file.end_time) throw detailError("wind_file_not_read", NOT_READ);
  if (file.undated || !file.has_direction) throw detailError("no_wind_report", NO_REPORT);
  const [start, end] = [Date.parse(body.start_time), Date.parse(body.end_time)];
  const first = Math.floor(file.start_time.getTime() / MINUTE_MS) * MINUTE_MS;
  const last = Math.ceil(file.end_time.getTime() / MINUTE_MS) * MINUTE_MS;
  const range = `between ${file.start_time.toISOString()} and ${file.end_time.toISOString()}`;
  const outside = (time: number) =>
    time < first || time > last ? [`Choose a time of the wind file, ${range}.`] : null;
  const start_error = outside(start);
  const end_error = outside(end) ?? (end <= start ? ["Choose an end after the start."] : tooLong(end - start));
  if (start_error || end_error) {
    throw fieldError({ ...(start_error && { start_time: start_error }), ...(end_error && { end_time: end_error }) });
  }
}

function tooLong(length_ms: number): string[] | null {
  const hours = LIMITS.wind_report_hours;
  return length_ms > hours * 60 * MINUTE_MS ? [`A report covers ${hours} hours at most. Choose an earlier end.`] : null;
}

function checkCounts({ of_file, of_user }: { of_file: number; of_user: number }): void {
  if (of_file >= LIMITS.wind_reports_per_file) {
    throw limitReached(`This wind file has ${of_file} reports`);
  }
  if (of_user >= LIMITS.wind_reports_per_user) {
    throw limitReached(`You have ${of_user} wind reports`);
  }
}
