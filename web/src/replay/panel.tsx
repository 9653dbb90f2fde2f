import { FileWarning, Wind } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../components/button";
import { type Tab, Tabs } from "../components/tabs";
import { DataPanel } from "./data-panel";
import { ManeuversPanel } from "./maneuvers-panel";
import { Notice } from "./notice";
import type { ReplayModel } from "./replay-model";
import styles from "./replay-view.module.css";
import { StraightsPanel } from "./straights-panel";
import { WIND_UNKNOWN } from "./wind-hint";

/** A tab added by the page, before or after the others. */
export interface ExtraTab {
  label: string;
  content: ReactNode;
  last?: boolean;
  /** Shown above the tabs while this tab is not open. */
  warning?: string | undefined;
}

interface PanelProps {
  model: ReplayModel;
  showSegments: boolean;
  extra?: ExtraTab | undefined;
  /** Control for the wind hint; shown when the track gives no wind. */
  windHint?: ReactNode;
  foot?: ReactNode;
}

type TabId = "extra" | "data" | "maneuvers" | "straights";

export function Panel({ model, showSegments, extra, windHint, foot }: PanelProps) {
  const [tab, setTab] = useState<TabId>(extra && !extra.last ? "extra" : "data");
  const { maneuvers, straights, wind } = model.data.report;
  const own: Tab<TabId>[] = extra ? [{ id: "extra", label: extra.label }] : [];
  const tabs: Tab<TabId>[] = [
    ...(extra?.last ? [] : own),
    { id: "data", label: "Data" },
    ...(showSegments
      ? [
          { id: "maneuvers" as const, label: "Maneuvers", count: maneuvers.length },
          { id: "straights" as const, label: "Straights", count: straights.length },
        ]
      : []),
    ...(extra?.last ? own : []),
  ];
  return (
    <div className={styles.panel}>
      {extra?.warning && tab !== "extra" && (
        <Notice warn icon={FileWarning} action={<Button onClick={() => setTab("extra")}>What was kept</Button>}>
          {extra.warning}
        </Notice>
      )}
      {wind === null && windHint && (
        <Notice icon={Wind} action={windHint}>
          {WIND_UNKNOWN}
        </Notice>
      )}
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
