import {
  averageLoss,
  type ComparedReport,
  type FileAnalysis,
  LOSS_BASIS_TEXT,
  leftOutText,
  MILES_PER_M,
  NO_LOSS_TEXT,
  SEGMENT_KINDS,
  type Straight,
  type Units,
} from "@leebow/core";
import type { TrackRow } from "../../access/track.ts";
import { clockIn } from "../../platform/geo/zoned-time.ts";
import { type Cell, type Column, headIn, number, type Sheet, sheetOf, text } from "../../platform/http/spreadsheet.ts";
import { clock as hoursMinutesSeconds } from "../tracks/points.ts";
import type { IdentifiedReport, UserTag } from "../tracks/schema.ts";

/** The user's tags by segment. */
type Tags = ReadonlyMap<number, UserTag[]>;

const SPEED = "0.00";
const ANGLE = "0.0";
const LENGTH = "0.0";
const PERCENT = "0";

type Report = IdentifiedReport | ComparedReport<IdentifiedReport>;
type Written = ComparedReport<IdentifiedReport>["maneuvers"][number];

/** The name of the target with which the maneuvers are compared; null without figures. */
const targetOf = (report: Report): string | null =>
  "target" in report && report.target.missing === null ? report.target.name : null;

/** The sheets of the report, in the order of the specification's track report: summary, maneuvers, straights, wind. */
export function reportSheets(track: TrackRow, report: Report, tags: Tags, units: Units): Sheet[] {
  const clock = clockIn(track.tz ?? "UTC");
  return [
    sheetOf(
      "Summary",
      [
        { header: "", width: 34, value: ([label]) => label },
        { header: track.tz ?? "UTC", width: 40, value: ([, value]) => value },
      ],
      summaryRows(track, report, clock, units),
      units,
    ),
    sheetOf("Maneuvers", maneuverColumns(clock, tags, targetOf(report)), report.maneuvers as Written[], units),
    sheetOf("Straights", straightColumns(clock, tags), report.straights, units),
    sheetOf("Wind", windColumns(clock), report.wind?.series ?? [], units),
  ];
}

type Clock = (iso: string) => string;
type Identified<T> = T & { id: number };

const tagText = (tags: Tags, { id }: { id: number }) => (tags.get(id) ?? []).map(({ value }) => value).join(", ");

function maneuverColumns(clock: Clock, tags: Tags, target: string | null): Column<Written>[] {
  return [
    text("Name", 16, (m) => m.name),
    text("Kind", 14, (m) => SEGMENT_KINDS[m.kind].name),
    text("Time", 20, (m) => clock(m.time)),
    text("Start", 20, (m) => clock(m.start_time)),
    text("End", 20, (m) => clock(m.end_time)),
    number("Duration (s)", "0.0", (m) => m.duration_s),
    text("In averages", 12, (m) => (m.left_out_reason === null ? "yes" : "no")),
    text("Left out because", 26, leftOutText),
    number("Loss (m)", LENGTH, (m) => m.loss_80_m),
    number("Loss, low (m)", LENGTH, (m) => m.loss_80_low_m),
    number("Loss, high (m)", LENGTH, (m) => m.loss_80_high_m),
    number("Loss to 95 % (m)", LENGTH, (m) => m.loss_og_m),
    number("Loss at least (m)", LENGTH, (m) => m.loss_at_least_m),
    text("Loss measured", 16, (m) => m.loss_basis && LOSS_BASIS_TEXT[m.loss_basis]),
    text("No loss because", 24, (m) => m.no_loss_reason && NO_LOSS_TEXT[m.no_loss_reason]),
    number("Entry speed (kn)", SPEED, (m) => m.entry_speed_kn),
    number("Min speed (kn)", SPEED, (m) => m.min_speed_kn),
    number("Max speed (kn)", SPEED, (m) => m.max_speed_kn),
    number("Exit speed (kn)", SPEED, (m) => m.exit_speed_kn),
    number("Angle (°)", ANGLE, (m) => m.angle_deg),
    number("Min turn rate (°/s)", ANGLE, (m) => m.min_turn_rate_dps),
    number("Max turn rate (°/s)", ANGLE, (m) => m.max_turn_rate_dps),
    number("Avg turn rate (°/s)", ANGLE, (m) => m.avg_turn_rate_dps),
    text("From tack", 12, (m) => m.from_side),
    text("To tack", 12, (m) => m.to_side),
    number("Wind (kn)", SPEED, (m) => m.tws_kn),
    ...(target === null ? [] : targetColumns(target)),
    text("Tags", 24, (m) => tagText(tags, m)),
  ];
}

const targetColumns = (name: string): Column<Written>[] => [
  number("Entry (% of target)", PERCENT, (m) => m.of_target?.entry_percent ?? null),
  number("Exit (% of target)", PERCENT, (m) => m.of_target?.exit_percent ?? null),
  number("Lowest (% of target)", PERCENT, (m) => m.of_target?.lowest_percent ?? null),
  number("90 % of target after (s)", "0.0", (m) => m.of_target?.recovered_90_s ?? null),
  text("Target", 20, () => name),
];

function straightColumns(clock: Clock, tags: Tags): Column<Identified<Straight>>[] {
  return [
    text("Name", 16, (s) => s.name),
    text("Start", 20, (s) => clock(s.start_time)),
    text("End", 20, (s) => clock(s.end_time)),
    number("Duration (s)", "0", (s) => (Date.parse(s.end_time) - Date.parse(s.start_time)) / 1000),
    text("Tack", 12, (s) => s.side),
    text("Mode", 12, (s) => s.mode),
    number("Speed (kn)", SPEED, (s) => s.sog_kn),
    number("Course (°)", ANGLE, (s) => s.cog_deg),
    number("Wind angle (°)", ANGLE, (s) => s.twa_deg),
    number("VMG (kn)", SPEED, (s) => s.vmg_kn),
    text("Tags", 24, (s) => tagText(tags, s)),
  ];
}

type WindSample = NonNullable<IdentifiedReport["wind"]>["series"][number];

const windColumns = (clock: Clock): Column<WindSample>[] => [
  text("Time", 20, (w) => clock(w.time)),
  number("Direction (°)", ANGLE, (w) => w.twd_deg),
  number("Uncertainty (°)", ANGLE, (w) => w.sd_deg),
  number("Speed (kn)", SPEED, (w) => w.tws_kn),
];

const WIND_SOURCE: Record<NonNullable<FileAnalysis["wind"]>["source"], string> = {
  estimated: "estimated from the track",
  measured: "measured",
  fused: "measured and estimated",
  pinned: "set by hand",
  fleet: "estimated from several boats",
};

/** Label and value of each line. */
function summaryRows(
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
