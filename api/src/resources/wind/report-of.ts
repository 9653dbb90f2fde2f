import { dashboard, type Unsteadiness } from "@leebow/core/node";
import { LIMITS } from "../../platform/limits.ts";
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
