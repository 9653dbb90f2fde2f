/** The tab and the row that a report shows, and where its rows lead. */
import type { SegmentKind } from "@leebow/core";

export const REPORT_TABS = ["summary", "turns", "tacking", "gybing", "top", "bottom", "accelerations"] as const;
export type ReportTab = (typeof REPORT_TABS)[number];

export interface ReportPlace {
  tab: ReportTab;
  /** Id of the row to show; null without one. */
  row: string | null;
  onTab: (tab: ReportTab) => void;
  /** Address of the map at a maneuver; null where the report has no map of its own. */
  mapAt: ((id: string) => string) | null;
}

/** The tab whose table lists a kind; null for kinds that no table lists. */
export function tabOfKind(kind: SegmentKind): ReportTab | null {
  const tabs: Partial<Record<SegmentKind, ReportTab>> = {
    turn: "turns",
    tack: "tacking",
    gybe: "gybing",
    bear_away: "top",
    douse: "bottom",
    acceleration: "accelerations",
  };
  return tabs[kind] ?? null;
}

export const isReportTab = (text: string | null): text is ReportTab => REPORT_TABS.some((tab) => tab === text);
