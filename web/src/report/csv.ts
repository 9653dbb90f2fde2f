import { columnIn, csvCell } from "@leebow/core";
import { saveFile } from "../format/save-file";
import { currentUnits } from "../stores/units";
import type { TrackFacts } from "./facts";
import type { PanelNames } from "./panel-names";
import { hasTarget, type ManeuverRow, TARGET_FIGURES } from "./rows";

const COLUMNS = [
  "name",
  "time",
  "start_time",
  "from_side",
  "to_side",
  "course_in_deg",
  "course_out_deg",
  "loss_m",
  "loss_low_m",
  "loss_high_m",
  "loss_basis",
  "loss_at_least_m",
  "no_loss",
  "left_out",
  "entry_speed_mps",
  "exit_speed_mps",
  "min_speed_mps",
  "max_speed_mps",
  "angle_deg",
  "duration_s",
  "min_turn_rate_dps",
  "max_turn_rate_dps",
  "avg_turn_rate_dps",
] as const satisfies readonly (keyof ManeuverRow)[];

/** The selected rows as CSV: all digits, times in UTC, unknown values empty. */
export function csvOf(rows: readonly ManeuverRow[]): string {
  const ids = hasTarget(rows) ? [...COLUMNS, ...TARGET_FIGURES] : COLUMNS;
  const columns = ids.map((id) => ({ id, ...columnIn(currentUnits(), id) }));
  const lines = rows.map((row) => columns.map(({ id, factor }) => cell(row[id] ?? "", factor)).join(","));
  return [columns.map(({ name }) => name).join(","), ...lines, ""].join("\n");
}

const cell = (value: string | number, factor: number): string | number =>
  typeof value === "number" ? value * factor : csvCell(value);

export function saveCsv(rows: readonly ManeuverRow[], words: PanelNames, facts: TrackFacts): void {
  const track = facts.id === null ? (facts.full_name ?? "track") : `track-${facts.id}`;
  saveFile([csvOf(rows)], "text/csv", `${track}-${words.plural.toLowerCase().replaceAll(" ", "-")}.csv`);
}
