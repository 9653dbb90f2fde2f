import type { Target } from "@leebow/api/contract";
import { comparedReport, type FileAnalysis, type TargetColumns, targetColumns } from "@leebow/core";
import type { ReplayData } from "../playback/rows";

/** The target of a recording's class, and the recording against it. */
export interface ReplayTarget {
  target: Pick<Target, "name" | "over_ground" | "winds">;
  /** Null without a wind or a wind speed. */
  columns: TargetColumns | null;
  /** Whether no wind speed was measured: it may be given by hand. */
  needs_wind: boolean;
  /** The one that was given by hand, kn. */
  tws_kn: number | null;
}

export function replayTarget(
  { report, columns }: ReplayData,
  target: ReplayTarget["target"],
  tws_kn: number | null,
): ReplayTarget {
  const { winds, over_ground } = target;
  const measured = targetColumns(report, columns, { winds, over_ground, tws_kn: null });
  const made = tws_kn === null ? measured : targetColumns(report, columns, { winds, over_ground, tws_kn });
  return { target, columns: made, needs_wind: report.wind !== null && measured === null, tws_kn };
}

/** A report with its maneuvers against the target; as it is without one. */
export function ofReplayTarget<Report extends FileAnalysis>(report: Report, compared: ReplayTarget | null): Report {
  if (!compared) return report;
  const { target, columns, needs_wind, tws_kn } = compared;
  const { name, over_ground } = target;
  return comparedReport(report, { name, over_ground, tws_kn: needs_wind ? tws_kn : null }, columns);
}
