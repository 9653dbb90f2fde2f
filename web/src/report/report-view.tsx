import type { FileAnalysis } from "@leebow/core";
import { useState } from "react";
import { Tabs } from "../components/tabs";
import type { WindChoice } from "../wind/wind-choice";
import type { TrackFacts } from "./facts";
import { ManeuverPanel, type PanelNames } from "./maneuver-panel";
import styles from "./report-view.module.css";
import { rowsOf } from "./rows";
import { Summary } from "./summary";

const PANELS = {
  turns: { kind: "turn", title: "Turns", singular: "Turn", plural: "Turns" },
  tacking: { kind: "tack", title: "Tacking", singular: "Tack", plural: "Tacks" },
  gybing: { kind: "gybe", title: "Gybing", singular: "Gybe", plural: "Gybes" },
  top: { kind: "bear_away", title: "Top Mark", singular: "Bear away", plural: "Bear aways", turnRate: true },
  bottom: { kind: "douse", title: "Bottom Mark", singular: "Douse", plural: "Douses", turnRate: true },
  accelerations: {
    kind: "acceleration",
    title: "Accelerations",
    singular: "Acceleration",
    plural: "Accelerations",
    turnRate: true,
  },
} as const satisfies Record<string, PanelNames>;

type PanelId = keyof typeof PANELS;
type TabId = "summary" | PanelId;

interface ReportViewProps {
  analysis: FileAnalysis;
  facts: TrackFacts;
  /** Choice of the wind; null for a viewer who may not change it. */
  windChoice: WindChoice | null;
}

/** The report of one track, stored on the server or analysed in the browser. */
export function ReportView({ analysis, facts, windChoice }: ReportViewProps) {
  const [tab, setTab] = useState<TabId>("summary");
  const panels = (Object.keys(PANELS) as PanelId[])
    .map((id) => ({ id, label: PANELS[id].title, count: rowsOf(analysis.maneuvers, PANELS[id].kind).length }))
    .filter(({ id, count }) => id !== "turns" || count > 0);
  return (
    <Tabs<TabId>
      label="Report"
      tabs={[{ id: "summary", label: "Summary" }, ...panels]}
      value={tab}
      onChange={setTab}
      panelClassName={styles.panel}
    >
      {tab === "summary" ? (
        <Summary analysis={analysis} facts={facts} windChoice={windChoice} />
      ) : (
        <ManeuverPanel key={`${tab} ${analysis.wind?.twd_deg}`} analysis={analysis} facts={facts} words={PANELS[tab]} />
      )}
    </Tabs>
  );
}
