import { averageLoss, type FileAnalysis, MILES_PER_M, type Units } from "@leebow/core";
import type { TrackRow } from "../../access/track.ts";
import { type Cell, headIn } from "../../platform/http/spreadsheet.ts";
import { clock as hoursMinutesSeconds } from "../tracks/points.ts";

const WIND_SOURCE: Record<NonNullable<FileAnalysis["wind"]>["source"], string> = {
  estimated: "estimated from the track",
  measured: "measured",
  fused: "measured and estimated",
  pinned: "set by hand",
  fleet: "estimated from several boats",
};

/** Label and value of each line. */
export function summaryRows(
  track: TrackRow,
  report: FileAnalysis,
  clock: (iso: string) => string,
  units: Units,
): [string, Cell][] {
  const { summary } = report;
  const figure = figureIn(units);
  return [
    ["Track id", track.id],
    ["Full name", `${track.first_name} ${track.last_name}`],
    ["Boat class", track.boat_name],
    ["Start", clock(report.start_time)],
    ["End", clock(report.end_time)],
    ["Location", track.location],
    figure("Distance (miles)", summary.distance_m * MILES_PER_M, 2),
    ["Duration (H:MM:SS)", hoursMinutesSeconds(summary.duration_s)],
    figure("Max speed (kn)", summary.max_speed_kn, 2),
    ["Sample rate (Hz)", rounded(summary.sample_rate_hz, 2)],
    ["Tacks", summary.tacks],
    ["Sets", summary.sets],
    ["Gybes", summary.gybes],
    ["Douses", summary.douses],
    ["Accelerations", summary.accelerations],
    ["Straights", summary.straights],
    ["Turns without a name", summary.turns],
    ...(["tack", "gybe"] as const).map((kind) =>
      figure(`Average loss of a ${kind} (m)`, averageLoss(report.maneuvers, kind), 1),
    ),
    ...windRows(report, figure),
    ["Kept points", report.damage.kept],
    ["Lost parts of the file", report.damage.losses.length],
  ];
}

type Figure = (label: string, value: number | null, decimals: number) => [string, Cell];

/** A line with a number, in the units of the reader. */
const figureIn =
  (units: Units): Figure =>
  (label, value, decimals) => {
    const { head, factor } = headIn(units, label);
    return [head, rounded(value && value * factor, decimals)];
  };

function windRows({ wind }: FileAnalysis, figure: Figure): [string, Cell][] {
  if (!wind) return [["Wind", "No wind data available."]];
  return [
    ["Wind", WIND_SOURCE[wind.source]],
    ["Average wind direction (°)", rounded(wind.twd_deg, 1)],
    ["Uncertainty of the direction (°)", rounded(wind.sd_deg, 1)],
    figure("Average wind speed (kn)", wind.tws_kn, 2),
    ["Direction stability, std TWD (°)", rounded(wind.twd_std_deg, 2)],
    figure("Pressure stability, std TWS (kn)", wind.tws_std_kn, 2),
  ];
}

const rounded = (value: number | null, decimals: number) => (value === null ? null : Number(value.toFixed(decimals)));
