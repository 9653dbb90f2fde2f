import { FileWarning } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { Button } from "../components/button";
import { Notice } from "../components/notice";
import { type Tab, Tabs } from "../components/tabs";
import type { WindChoice } from "../wind/wind-choice";
import { WindQuestion } from "../wind/wind-question";
import { DataPanel } from "./data-panel";
import { ManeuversPanel } from "./maneuvers-panel";
import type { ReplayModel } from "./replay-model";
import styles from "./replay-view.module.css";
import { StraightsPanel } from "./straights-panel";

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
  /** Choice of the wind, where it is a question; null for a viewer who may not change it. */
  windChoice: WindChoice | null;
  /** Content of the tab Data, by default that of one recording. */
  dataPanel?: ComponentType<{ model: ReplayModel }> | undefined;
  /** Notices above the tabs. */
  notice?: ReactNode;
  foot?: ReactNode;
}

type TabId = "extra" | "data" | "maneuvers" | "straights";

export function Panel({
  model,
  showSegments,
  extra,
  windChoice,
  dataPanel: Data = DataPanel,
  notice,
  foot,
}: PanelProps) {
  const [tab, setTab] = useState<TabId>(extra && !extra.last ? "extra" : "data");
  const { maneuvers, straights } = model.data.report;
  const own: Tab<TabId>[] = extra ? [{ id: "extra", label: extra.label }] : [];
  const tabs: Tab<TabId>[] = [
    ...(extra?.last ? [] : own),
    { id: "data", label: "Data" },
    ...(showSegments && model.race === null
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
      {notice}
      {model.race === null && <WindQuestion analysis={model.data.report} choice={windChoice} />}
      <Tabs label="About this session" tabs={tabs} value={tab} onChange={setTab} panelClassName={styles.tabPanel}>
        {tab === "extra" && <div className={styles.extra}>{extra?.content}</div>}
        {tab === "data" && <Data model={model} />}
        {tab === "maneuvers" && <ManeuversPanel model={model} />}
        {tab === "straights" && <StraightsPanel model={model} />}
      </Tabs>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}
