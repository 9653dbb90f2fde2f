import { columnIn, csvCell, type FileAnalysis } from "@leebow/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { saveFile } from "../../format/save-file";
import { currentUnits } from "../../server/units";
import { Button } from "../../ui/button";
import { TargetMenu } from "../polar/target-menu";
import { TargetNote } from "../polar/target-note";
import type { ReportTarget } from "../polar/use-report-target";
import styles from "./loss-card.module.css";
import { ManeuverTable } from "./maneuver-table";
import type { PanelNames, ReportPlace } from "./report-place";
import { hasTarget, type ManeuverRow, TARGET_FIGURES, type TrackFacts } from "./rows";
import type { Selection } from "./selection";

interface TableCardProps {
  selection: Selection;
  words: PanelNames;
  facts: TrackFacts;
  place: ReportPlace;
  analysis: FileAnalysis;
  target: ReportTarget;
  shown: boolean;
  onShow: (shown: boolean) => void;
  highlighted: string | null;
  onHighlight: (id: string | null) => void;
}

/** The table of one kind, which can be hidden, and the selected rows as CSV. */
export function TableCard(props: TableCardProps) {
  const { selection, words, facts, place, analysis, target, shown, onShow, ...marks } = props;
  return (
    <section className={styles.card} aria-label={`${words.plural}, table`}>
      <div className={styles.head}>
        <h2>{words.plural}</h2>
        <Button
          kind="quiet"
          icon={Download}
          className="no-print"
          onClick={() => saveCsv(selection.inside, words, facts)}
        >
          CSV
        </Button>
        <TargetMenu boat_class={analysis.boat_class} />
        <Button aria-expanded={shown} className="no-print" onClick={() => onShow(!shown)}>
          {shown ? "Hide Table" : "Show Table"}
        </Button>
      </div>
      {shown && (
        <>
          <ManeuverTable {...marks} selection={selection} words={words} tz={facts.tz} place={place} />
          <TargetNote report={analysis} {...target} />
        </>
      )}
    </section>
  );
}

/** Whether the table is shown, and which row it shares with the chart; at first the row that the address names. */
export function useTableMarks(place: ReportPlace) {
  const [shown, onShow] = useState(true);
  const [highlighted, onHighlight] = useState<string | null>(place.row);
  return { table: { shown, onShow }, marks: { highlighted, onHighlight } };
}

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

function saveCsv(rows: readonly ManeuverRow[], words: PanelNames, facts: TrackFacts): void {
  const track = facts.id === null ? (facts.full_name ?? "track") : `track-${facts.id}`;
  saveFile([csvOf(rows)], "text/csv", `${track}-${words.plural.toLowerCase().replaceAll(" ", "-")}.csv`);
}
