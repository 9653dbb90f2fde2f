import { windFileCan } from "../../access/wind.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { ReportPoints } from "./report-of.ts";
import type { UnsteadinessById, WindReportHeadRow, WindReportRow } from "./report-queries.ts";
import type { WindMetrics, WindPoint, WindReport, WindReportHead } from "./report-schema.ts";
import { stabilityOf } from "./stability.ts";

/** `reports` are the unsteadiness of all reports of the owner. */
export function presentReport(row: WindReportRow, reports: UnsteadinessById, viewer: Viewer): WindReport {
  return {
    ...presentHead(row, reports),
    windpoints: row.points ? presentPoints(row.points) : [],
    can: { delete: windFileCan(viewer, row).change },
  };
}

export function presentReportHeads(rows: WindReportHeadRow[], reports: UnsteadinessById): WindReportHead[] {
  return rows.map((row) => presentHead(row, reports));
}

function presentHead(row: WindReportHeadRow, reports: UnsteadinessById): WindReportHead {
  return {
    id: row.id,
    wind_file: row.wind_file_id,
    name: row.name,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    created: row.created_at.toISOString(),
    metrics: presentMetrics(row, reports),
    error: row.error,
  };
}

function presentMetrics({ id, metrics }: WindReportHeadRow, reports: UnsteadinessById): WindMetrics | null {
  if (!metrics) return null;
  const { puffiness_percent, shiftiness_deg, engine: _, ...shown } = metrics;
  const others = [...reports].filter(([other]) => other !== id).map(([, unsteadiness]) => unsteadiness);
  return { ...shown, stability: stabilityOf({ puffiness_percent, shiftiness_deg }, others) };
}

function presentPoints({ time_s, twd_smoothed, tws_smoothed }: ReportPoints): WindPoint[] {
  return time_s.map((time, index) => ({
    time: new Date(Math.round(time * 1000)).toISOString(),
    tws_smoothed: tws_smoothed[index]!,
    twd_smoothed: twd_smoothed[index]!,
  }));
}
