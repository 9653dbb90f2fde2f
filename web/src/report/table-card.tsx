import type { FileAnalysis } from "@leebow/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button";
import { TargetMenu } from "../polar/target-menu";
import { TargetNote } from "../targets/target-note";
import type { ReportTarget } from "../targets/use-report-target";
import { saveCsv } from "./csv";
import type { TrackFacts } from "./facts";
import styles from "./loss-card.module.css";
import { ManeuverTable } from "./maneuver-table";
import type { PanelNames } from "./panel-names";
import type { ReportPlace } from "./report-place";
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
