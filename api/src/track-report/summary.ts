import { averageLoss, type FileAnalysis, type SegmentKind } from "@leebow/core";
import type { Cell } from "../http/spreadsheet.ts";
import { clock as hoursMinutesSeconds } from "../tracks/points.ts";
import type { TrackRow } from "../tracks/queries.ts";

/** The specification's factor. */
const MILES_PER_M = 0.0006213712;

const WIND_SOURCE: Record<NonNullable<FileAnalysis["wind"]>["source"], string> = {
  estimated: "estimated from the track",
  measured: "measured",
  fused: "measured and estimated",
  pinned: "set by hand",
  fleet: "estimated from several boats",
};

/** Label and value of each line. */
export function summaryRows(track: TrackRow, report: FileAnalysis, clock: (iso: string) => string): [string, Cell][] {
  const { summary } = report;
  return [
    ["Track id", track.id],
    ["Full name", `${track.first_name} ${track.last_name}`],
    ["Boat class", track.boat_name],
    ["Start", clock(report.start_time)],
    ["End", clock(report.end_time)],
    ["Location", track.location],
    ["Distance (miles)", rounded(summary.distance_m * MILES_PER_M, 2)],
    ["Duration (H:MM:SS)", hoursMinutesSeconds(summary.duration_s)],
    ["Max speed (kn)", rounded(summary.max_speed_kn, 2)],
    ["Sample rate (Hz)", rounded(summary.sample_rate_hz, 2)],
    ["Tacks", summary.tacks],
    ["Sets", summary.sets],
    ["Gybes", summary.gybes],
    ["Douses", summary.douses],
    ["Accelerations", summary.accelerations],
    ["Straights", summary.straights],
    ["Turns without a name", summary.turns],
    ...(["tack", "gybe"] as const).map((kind) => lossRow(report, kind)),
    ...windRows(report),
    ["Kept points", report.damage.kept],
    ["Lost parts of the file", report.damage.losses.length],
  ];
}

function lossRow({ maneuvers }: FileAnalysis, kind: SegmentKind): [string, Cell] {
  return [`Average loss of a ${kind} (m)`, rounded(averageLoss(maneuvers, kind), 1)];
}

function windRows({ wind }: FileAnalysis): [string, Cell][] {
  if (!wind) return [["Wind", "No wind data available."]];
  return [
    ["Wind", WIND_SOURCE[wind.source]],
    ["Average wind direction (°)", rounded(wind.twd_deg, 1)],
    ["Uncertainty of the direction (°)", rounded(wind.sd_deg, 1)],
    ["Average wind speed (kn)", rounded(wind.tws_kn, 2)],
    ["Direction stability, std TWD (°)", rounded(wind.twd_std_deg, 2)],
    ["Pressure stability, std TWS (kn)", rounded(wind.tws_std_kn, 2)],
  ];
}

const rounded = (value: number | null, decimals: number) => (value === null ? null : Number(value.toFixed(decimals)));
