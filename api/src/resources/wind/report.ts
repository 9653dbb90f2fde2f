import { dashboard, type Unsteadiness } from "@leebow/core/node";
import { windFileCan } from "../../access/wind.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { UnsteadinessById, WindReportHeadRow, WindReportRow } from "./report-queries.ts";
import type { WindMetrics, WindPoint, WindReport, WindReportHead, WindStability } from "./report-schema.ts";
import { sliceSeries, type WindSeries } from "./series.ts";

/** Numbers of a report that do not depend on other reports; knots and degrees. */
export interface ReportMetrics extends Unsteadiness {
  avg_twd: number | null;
  avg_tws: number | null;
  std_twd: number | null;
  std_tws: number | null;
  avg_tws_diff_s: number | null;
  avg_twd_diff_s: number | null;
  avg_tws_diff_min: number | null;
  avg_twd_diff_min: number | null;
  /** The version of the engine that computed them. */
  engine: string;
}

/** Curves of a report, equal-length columns. */
export interface ReportPoints {
  time_s: number[];
  twd_smoothed: number[];
  tws_smoothed: (number | null)[];
}

/** The report of a part of a log by the engine; null where the part has no wind. */
export async function reportOf(
  log: WindSeries,
  start: Date,
  end: Date,
): Promise<{ metrics: Omit<ReportMetrics, "engine">; points: ReportPoints } | null> {
  // The end of the log belongs to the log.
  const isToTheEnd = end.getTime() >= (log.time_ms.at(-1) ?? 0);
  const part = sliceSeries(log, start.getTime(), isToTheEnd ? Number.POSITIVE_INFINITY : end.getTime());
  if (part.time_ms.length === 0) return null;
  const report = await dashboard.wind_report({
    time_s: Array.from(part.time_ms, (time) => time / 1000),
    twd_deg: Array.from(part.twd_deg),
    tws_kn: Array.from(part.tws_kn, (speed) => (Number.isFinite(speed) ? speed : null)),
  });
  const metrics = {
    avg_twd: report.avg_twd_deg,
    avg_tws: report.avg_tws_kn,
    std_twd: report.std_twd_deg,
    std_tws: report.std_tws_kn,
    avg_tws_diff_s: report.avg_tws_diff_s_kn,
    avg_twd_diff_s: report.avg_twd_diff_s_deg,
    avg_tws_diff_min: report.avg_tws_diff_min_kn,
    avg_twd_diff_min: report.avg_twd_diff_min_deg,
    ...report.unsteadiness,
  };
  const shown = everyNth(Math.ceil(report.time_s.length / LIMITS.wind_report_points));
  const points = {
    time_s: report.time_s.filter(shown),
    twd_smoothed: report.twd_smoothed_deg.filter(shown).map(rounded),
    tws_smoothed: report.tws_smoothed_kn.filter(shown).map((speed) => speed && rounded(speed)),
  };
  return { metrics, points };
}

/** The curves are smoothed, so that points of them can be left out. */
const everyNth = (n: number) => (_: unknown, index: number) => index % n === 0;

/** Hundredths are finer than the chart and half the bytes. */
const rounded = (value: number) => Math.round(value * 100) / 100;

type FiveNumbers = NonNullable<WindStability["tws"]>;

/**
 * A report's unsteadiness compared with that of its owner's other reports, as the engine's `wind_report` defines it. Computed
 * when it is asked for, because the other reports change.
 */
export function stabilityOf(own: Unsteadiness, others: readonly Unsteadiness[]): WindStability {
  const [tws, relative_tws] = compareWith(
    own.puffiness_percent,
    others.map((other) => other.puffiness_percent),
  );
  const [twd, relative_twd] = compareWith(
    own.shiftiness_deg,
    others.map((other) => other.shiftiness_deg),
  );
  return { tws, twd, relative_tws, relative_twd };
}

/** Five numbers over all, and the percentage of the others that are less; ties count half. Nulls without others. */
function compareWith(own: number | null, with_unknown: (number | null)[]): [FiveNumbers, number] | [null, null] {
  const others = with_unknown.filter((value) => value !== null);
  if (own === null || others.length === 0) return [null, null];
  const less = others.filter((other) => other < own).length;
  const equal = others.filter((other) => other === own).length;
  const sorted = [...others, own].sort((a, b) => a - b);
  const five = [0, 1, 2, 3, 4].map((quarter) => quantile(sorted, quarter / 4)) as FiveNumbers;
  return [five, (100 * (less + equal / 2)) / others.length];
}

/** Of sorted numbers, by linear interpolation between two of them (type 7), as PostgreSQL's percentile_cont. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const h = (sorted.length - 1) * p;
  const low = sorted[Math.floor(h)]!;
  return low + (sorted[Math.ceil(h)]! - low) * (h - Math.floor(h));
}

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
