/** The table of maneuvers as CSV, the same in all programs. */

import type { FileAnalysis } from "../core.ts";
import { csvCell } from "../csv-cell.ts";
import type { ComparedReport } from "../targets/report-of-target.ts";
import { columnIn, STANDARD_UNITS, type Units } from "../units.ts";

type Cell = string | number | null;

type Written = ComparedReport["maneuvers"][number];

/** Columns of the table of maneuvers, with their units in the names. */
const COLUMNS: [string, (maneuver: Written, file: FileAnalysis) => Cell][] = [
  ["file", (_, file) => file.name],
  ["boat_class", (_, file) => file.boat_class],
  ["kind", (m) => m.kind],
  ["name", (m) => m.name],
  ["time", (m) => m.time],
  ["start_time", (m) => m.start_time],
  ["end_time", (m) => m.end_time],
  ["duration_s", (m) => m.duration_s],
  ["from_side", (m) => m.from_side],
  ["to_side", (m) => m.to_side],
  ["angle_deg", (m) => m.angle_deg],
  ["entry_speed_kn", (m) => m.entry_speed_kn],
  ["min_speed_kn", (m) => m.min_speed_kn],
  ["exit_speed_kn", (m) => m.exit_speed_kn],
  ["max_speed_kn", (m) => m.max_speed_kn],
  ["max_turn_rate_dps", (m) => m.max_turn_rate_dps],
  ["avg_turn_rate_dps", (m) => m.avg_turn_rate_dps],
  ["loss_og_m", (m) => m.loss_og_m],
  ["loss_80_m", (m) => m.loss_80_m],
  ["loss_80_low_m", (m) => m.loss_80_low_m],
  ["loss_80_high_m", (m) => m.loss_80_high_m],
  ["wind_deg", (m) => m.evidence.wind_deg],
  ["loss_basis", (m) => m.loss_basis],
  ["loss_at_least_m", (m) => m.loss_at_least_m],
  ["no_loss_reason", (m) => m.no_loss_reason],
  ["course_in_deg", (m) => m.evidence.course_in_deg],
  ["course_out_deg", (m) => m.evidence.course_out_deg],
  ["counted", (m) => (m.counted ? "yes" : "no")],
  ["not_counted_reason", (m) => m.not_counted_reason],
  ["left_out_reason", (m) => m.left_out_reason],
  ["quality", (m) => m.quality],
  ["flags", (m) => m.flags.join(" ")],
];

/** With a target, % of it before and after each turn. */
const TARGET_COLUMNS: typeof COLUMNS = [
  ["target_entry_pct", (m) => m.of_target?.entry_percent ?? null],
  ["target_exit_pct", (m) => m.of_target?.exit_percent ?? null],
  ["target_lowest_pct", (m) => m.of_target?.lowest_percent ?? null],
  ["target_recovered_90_s", (m) => m.of_target?.recovered_90_s ?? null],
];
const columnsOf = (has_target: boolean) => (has_target ? [...COLUMNS, ...TARGET_COLUMNS] : COLUMNS);

/** The first line, with these units; `has_target`: whether the files are compared with a target. */
export const maneuverCsvHead = (units: Units = STANDARD_UNITS, has_target = false): string =>
  line(columnsOf(has_target).map(([name]) => columnIn(units, name).name));

/** One line per maneuver of a file; unknown values are empty. */
export function maneuverCsvLines(
  report: FileAnalysis | ComparedReport,
  units: Units = STANDARD_UNITS,
  has_target = false,
): string {
  const columns = columnsOf(has_target);
  const factors = columns.map(([name]) => columnIn(units, name).factor);
  const lines = report.maneuvers.map((m: Written) =>
    line(
      columns.map(([, cell], i) => {
        const value = cell(m, report);
        return typeof value === "number" ? value * factors[i]! : value;
      }),
    ),
  );
  return lines.join("");
}

function line(cells: Cell[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}

/** Numbers are rounded to 0.001. */
function written(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(Math.round(cell * 1000) / 1000);
  return csvCell(cell);
}
