import { type ReactNode, useState } from "react";
import { Tabs, type Tab } from "../components/tabs";
import { DataPanel } from "./data-panel";
import { ManeuversPanel } from "./maneuvers-panel";
import type { ReplayModel } from "./replay-model";
import { StraightsPanel } from "./straights-panel";
import styles from "./replay-view.module.css";

/** A tab a page adds before the others. */
export interface ExtraTab {
  label: string;
  content: ReactNode;
}

interface PanelProps {
  model: ReplayModel;
  showSegments: boolean;
  extra?: ExtraTab | undefined;
  foot?: ReactNode;
}

type TabId = "extra" | "data" | "maneuvers" | "straights";

export function Panel({ model, showSegments, extra, foot }: PanelProps) {
  const [tab, setTab] = useState<TabId>(extra ? "extra" : "data");
  const { maneuvers, straights } = model.data.report;
  const tabs: Tab<TabId>[] = [
    ...(extra ? [{ id: "extra" as const, label: extra.label }] : []),
    { id: "data", label: "Data" },
    ...(showSegments
      ? [{ id: "maneuvers" as const, label: "Maneuvers", count: maneuvers.length }, { id: "straights" as const, label: "Straights", count: straights.length }]
      : []),
  ];
  return (
    <div className={styles.panel}>
      <Tabs label="About this session" tabs={tabs} value={tab} onChange={setTab} panelClassName={styles.tabPanel}>
        {tab === "extra" && <div className={styles.extra}>{extra?.content}</div>}
        {tab === "data" && <DataPanel model={model} />}
        {tab === "maneuvers" && <ManeuversPanel model={model} />}
        {tab === "straights" && <StraightsPanel model={model} />}
      </Tabs>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}
