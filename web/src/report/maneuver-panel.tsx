import type { FileAnalysis } from "@leebow/core";
import { useMemo } from "react";
import { classes } from "../components/classes";
import { EmptyState } from "../components/empty-state";
import { sentence } from "../format/numbers";
import { unitName } from "../format/units";
import type { ReportTarget } from "../targets/use-report-target";
import { Averages, BasisChoice } from "./averages";
import type { TrackFacts } from "./facts";
import { LossCard, ScatterLegend } from "./loss-card";
import styles from "./maneuver-panel.module.css";
import type { PanelNames } from "./panel-names";
import type { ReportPlace } from "./report-place";
import { rowsOf } from "./rows";
import { useSelection } from "./selection";
import { TableCard, useTableMarks } from "./table-card";

interface ManeuverPanelProps {
  analysis: FileAnalysis;
  facts: TrackFacts;
  words: PanelNames;
  place: ReportPlace;
  target: ReportTarget;
}

/** One kind of maneuver: figures, loss against a metric, and the table; all of them follow the selection of rows. */
export function ManeuverPanel({ analysis, facts, words, place, target }: ManeuverPanelProps) {
  const rows = useMemo(() => rowsOf(analysis.maneuvers, words.kind), [analysis, words.kind]);
  const selection = useSelection(rows, place.ticked);
  const { table, marks } = useTableMarks(place);
  if (rows.length === 0) return <NoManeuvers analysis={analysis} plural={words.plural} />;
  return (
    <div className={styles.panel}>
      <Averages selection={selection} words={words} />
      <BasisChoice selection={selection} words={words} />
      <div className={classes(table.shown ? styles.two : styles.one)}>
        <LossCard
          {...marks}
          selection={selection}
          words={words}
          title={`${words.title} loss, ${unitName("m")}`}
          tz={facts.tz}
          initial="entry_speed_mps"
          legend={
            <ScatterLegend
              sides={words.kind !== "turn"}
              left={rows.some(({ id, counted }) => counted && !selection.chosen.has(id))}
              uncounted={rows.some(({ counted }) => !counted)}
            />
          }
        />
        <TableCard {...{ ...table, ...marks, selection, words, facts, place, analysis, target }} />
      </div>
    </div>
  );
}

/** Shows the notes of the analysis, which may give the reason. */
function NoManeuvers({ analysis, plural }: { analysis: FileAnalysis; plural: string }) {
  return (
    <EmptyState title={`No ${plural.toLowerCase()} found`}>
      {analysis.notes.length > 0
        ? sentence(analysis.notes.join(" "))
        : `In this track nothing was found that is surely one of the ${plural.toLowerCase()}.`}
    </EmptyState>
  );
}
