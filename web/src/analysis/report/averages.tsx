import { LOSS_BASIS_TEXT, type LossBasis, meanOfKnown } from "@leebow/core";
import { amount, unitWithInterval } from "../../format/numbers";
import { MetricHelp } from "../../help/metric-help";
import { Segments } from "../../ui/choices";
import { Figure, Figures } from "../../ui/figure";
import type { PanelNames } from "./report-place";
import { countOf, lossOf, type ManeuverRow } from "./rows";
import type { Selection } from "./selection";

/** The averages of the selected rows. */
export function Averages({ selection: { rows, inside, basis }, words }: { selection: Selection; words: PanelNames }) {
  const mean = (of: (row: ManeuverRow) => number | null, unit: string) => written(meanOfKnown(inside.map(of)), unit);
  return (
    <Figures columns={6}>
      <Figure
        name={words.plural}
        help={<MetricHelp name={words.plural} ids={["Maneuver.counted", "Maneuver.left_out_reason"]} />}
        {...numberText(rows, inside)}
      />
      <Figure
        name="Average loss"
        help={<MetricHelp name="Average loss" ids={["Maneuver.loss_80_m", "Maneuver.loss_basis"]} />}
        {...mean((row) => lossOf(row, basis), "m")}
        note={basis === null || words.kind === "turn" ? undefined : LOSS_BASIS_TEXT[basis]}
      />
      <Figure
        name="Average maneuver angle"
        help={<MetricHelp name="Average maneuver angle" ids={["Maneuver.angle_deg"]} />}
        {...mean((row) => row.angle_deg, "°")}
      />
      <Figure
        name="Average duration"
        help={<MetricHelp name="Average duration" ids={["Maneuver.duration_s"]} />}
        {...mean((row) => row.duration_s, "s")}
      />
      <Figure
        name="Average entry speed"
        help={<MetricHelp name="Average entry speed" ids={["Maneuver.entry_speed_kn"]} />}
        {...mean((row) => row.entry_speed_mps, "m/s")}
      />
      <Figure
        name="Average min speed"
        help={<MetricHelp name="Average min speed" ids={["Maneuver.min_speed_kn"]} />}
        {...mean((row) => row.min_speed_mps, "m/s")}
      />
    </Figures>
  );
}

/** "8 of 10", the second as in summary, list and map; below it how many more are not counted there. */
function numberText(rows: readonly ManeuverRow[], inside: readonly ManeuverRow[]) {
  const counted = countOf(rows);
  const others = rows.length - counted;
  const isPart = countOf(inside) < counted || countOf(inside) < inside.length;
  return {
    value: inside.length,
    unit: isPart ? `of ${countOf(inside) < inside.length ? rows.length : counted}` : undefined,
    note: others > 0 ? `${others} more not counted` : undefined,
  };
}

/** A value in a standard unit, as it is shown; "N/A" without a known one. */
export const written = (value: number | null, unit: string, halfWidth: number | null = null) =>
  value === null ? { value: "N/A" } : { value: amount(value, 2, unit), unit: unitWithInterval(halfWidth, 2, unit) };

/** Losses along the wind and by speed are losses of different things: one of them is shown. */
export function BasisChoice({ selection, words }: { selection: Selection; words: PanelNames }) {
  const { bases, basis, setBasis } = selection;
  if (bases.length < 2) return null;
  return (
    <div className="row wrap gap-12">
      <Segments<LossBasis>
        label="Losses shown"
        choices={bases.map((value) => ({ value, label: `Loss ${LOSS_BASIS_TEXT[value]}` }))}
        value={basis ?? "vmg"}
        onChange={setBasis}
      />
      <span className="small secondary">
        Some of these {words.plural.toLowerCase()} began or ended on a reach, where only lost speed can be measured. The
        two are not averaged together.
      </span>
    </div>
  );
}
