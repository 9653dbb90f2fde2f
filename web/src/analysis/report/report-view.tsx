import type { FileAnalysis } from "@leebow/core";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { sentence } from "../../format/numbers";
import { unitName } from "../../format/units";
import type { WindChoice } from "../../session/correction-source";
import { ofReplayTarget } from "../../session/replay-target";
import { classes } from "../../ui/classes";
import { EmptyState } from "../../ui/empty-state";
import { Tabs } from "../../ui/tabs";
import type { ReportTarget } from "../polar/use-report-target";
import { Averages, BasisChoice } from "./averages";
import { LossCard, ScatterLegend } from "./loss-card";
import { ACCELERATIONS, BOTTOM_MARK, MarkPanel, TOP_MARK } from "./mark-panel";
import { GYBING, type PanelNames, type ReportPlace, type ReportTab, TACKING, TURNING } from "./report-place";
import styles from "./report-view.module.css";
import { countOf, rowsOf, type TrackFacts } from "./rows";
import { useSelection } from "./selection";
import { Summary } from "./summary";
import { TableCard, useTableMarks } from "./table-card";

interface ReportViewProps {
  analysis: FileAnalysis;
  facts: TrackFacts;
  /** Choice of the wind; null for a viewer who may not change it. */
  windChoice: WindChoice | null;
  /** The track, north up, in the question about its wind; by default the picture of the stored track. */
  picture?: ReactNode;
  /** The first tab. */
  debrief?: ReactNode;
  /** What it says first, in the summary. */
  finding?: ReactNode;
  /** A tab after the summary. */
  polar?: ReactNode;
  /** Another one, of a long way under sail or with an engine. */
  passage?: ReactNode;
  /** Another one, of a recording with instruments. */
  instruments?: ReactNode;
  /** The target of its class; null without one. */
  target: ReportTarget;
  place: ReportPlace;
}

const COUNTED_TABS = [
  { id: "turns", label: "Turns", kind: "turn" },
  { id: "tacking", label: "Tacking", kind: "tack" },
  { id: "gybing", label: "Gybing", kind: "gybe" },
  { id: "top", label: "Top Mark", kind: "bear_away" },
  { id: "bottom", label: "Bottom Mark", kind: "douse" },
  { id: "accelerations", label: "Accelerations", kind: "acceleration" },
] as const;

/** The report of one track, stored on the server or analysed in the browser. */
export function ReportView(props: ReportViewProps) {
  const { facts, windChoice, picture, debrief, finding, polar, passage, instruments, target, place } = props;
  const { compared } = target;
  const analysis = useMemo(() => ofReplayTarget(props.analysis, compared ?? null), [props.analysis, compared]);
  const tabs = COUNTED_TABS.map(({ id, label, kind }) => ({
    id,
    label,
    count: countOf(rowsOf(analysis.maneuvers, kind)),
  })).filter(({ id, count }) => id !== "turns" || count > 0);
  // The turns have names once the wind is known.
  const others = { debrief, polar, passage, instruments };
  const doubted = analysis.doubts?.filter(({ used }) => !used).length ?? 0;
  const isThere = tabs.some(({ id }) => id === place.tab) || others[place.tab as keyof typeof others] !== undefined;
  const tab = isThere ? place.tab : "summary";
  return (
    <Tabs<ReportTab>
      label="Report"
      tabs={[
        ...(debrief === undefined ? [] : [{ id: "debrief" as const, label: "Debrief" }]),
        { id: "summary", label: "Summary" },
        ...(polar === undefined ? [] : [{ id: "polar" as const, label: "Polar" }]),
        ...(passage === undefined ? [] : [{ id: "passage" as const, label: "Passage" }]),
        ...tabs,
        ...(instruments === undefined
          ? []
          : [{ id: "instruments" as const, label: "Instruments", warnings: doubted || undefined }]),
      ]}
      value={tab}
      onChange={place.onTab}
      panelClassName={styles.panel}
    >
      {tab === "debrief" && debrief}
      {tab === "polar" && polar}
      {tab === "passage" && passage}
      {tab === "instruments" && instruments}
      {tab === "summary" && (
        <Summary analysis={analysis} facts={facts} windChoice={windChoice} picture={picture} finding={finding} />
      )}
      {isOfManeuvers(tab) && (
        <Panel
          key={`${tab} ${analysis.wind?.twd_deg} ${place.ticked}`}
          tab={tab}
          analysis={analysis}
          facts={facts}
          place={place}
          target={target}
        />
      )}
      <p className={styles.numbers}>
        <Link to="/about-these-numbers">About these numbers</Link>: how wind and losses are found, and how well.
      </p>
    </Tabs>
  );
}

type ManeuverTab = (typeof COUNTED_TABS)[number]["id"];
const isOfManeuvers = (tab: ReportTab): tab is ManeuverTab => COUNTED_TABS.some(({ id }) => id === tab);

interface PanelProps {
  tab: ManeuverTab;
  analysis: FileAnalysis;
  facts: TrackFacts;
  place: ReportPlace;
  target: ReportTarget;
}

function Panel({ tab, ...props }: PanelProps) {
  switch (tab) {
    case "turns":
      return <ManeuverPanel {...props} words={TURNING} />;
    case "tacking":
      return <ManeuverPanel {...props} words={TACKING} />;
    case "gybing":
      return <ManeuverPanel {...props} words={GYBING} />;
    case "top":
      return <MarkPanel {...props} words={TOP_MARK} />;
    case "bottom":
      return <MarkPanel {...props} words={BOTTOM_MARK} />;
    case "accelerations":
      return <MarkPanel {...props} words={ACCELERATIONS} />;
  }
}

/** Tab and rows as state of a component, for a report without an address. */
export function useOwnPlace(): ReportPlace {
  const [{ tab, ticked }, setShown] = useState<Pick<ReportPlace, "tab" | "ticked">>({ tab: "summary", ticked: null });
  const onTab = (next: ReportTab) => setShown({ tab: next, ticked: null });
  const onRows = (next: ReportTab, ids: readonly string[]) => setShown({ tab: next, ticked: ids });
  return { tab, ticked, onTab, onRows, row: null, mapAt: null };
}

interface ManeuverPanelProps {
  analysis: FileAnalysis;
  facts: TrackFacts;
  words: PanelNames;
  place: ReportPlace;
  target: ReportTarget;
}

/** One kind of maneuver: figures, loss against a metric, and the table; all of them follow the selection of rows. */
function ManeuverPanel({ analysis, facts, words, place, target }: ManeuverPanelProps) {
  const rows = useMemo(() => rowsOf(analysis.maneuvers, words.kind), [analysis, words.kind]);
  const selection = useSelection(rows, place.ticked);
  const { table, marks } = useTableMarks(place);
  if (rows.length === 0) return <NoManeuvers analysis={analysis} plural={words.plural} />;
  return (
    <div className="grid gap one-column">
      <Averages selection={selection} words={words} />
      <BasisChoice selection={selection} words={words} />
      <div className={classes(table.shown ? "columns gap top" : "grid gap")}>
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
