/** The tab and the row that a report shows, and where its rows lead. */
import type { SegmentKind } from "@leebow/core";

const REPORT_TABS = [
  "debrief",
  "summary",
  "polar",
  "passage",
  "instruments",
  "turns",
  "tacking",
  "gybing",
  "top",
  "bottom",
  "accelerations",
] as const;
export type ReportTab = (typeof REPORT_TABS)[number];

export interface ReportPlace {
  tab: ReportTab;
  /** Id of the row to show; null without one. */
  row: string | null;
  /** Ids of the rows that are ticked at first; null for all that averages do not leave out. */
  ticked: readonly string[] | null;
  onTab: (tab: ReportTab) => void;
  /** Opens a tab with just these rows ticked. */
  onRows: (tab: ReportTab, ids: readonly string[]) => void;
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

/** How a kind of maneuver is named in its tab. */
export interface PanelNames {
  kind: SegmentKind;
  /** "Tacking" */
  title: string;
  /** "Tack", "Tacks" */
  singular: string;
  plural: string;
}

export const TURNING: PanelNames = { kind: "turn", title: "Turns", singular: "Turn", plural: "Turns" };
export const TACKING: PanelNames = { kind: "tack", title: "Tacking", singular: "Tack", plural: "Tacks" };
export const GYBING: PanelNames = { kind: "gybe", title: "Gybing", singular: "Gybe", plural: "Gybes" };
export const BEARING_AWAY: PanelNames = {
  kind: "bear_away",
  title: "Bear away",
  singular: "Bear away",
  plural: "Bear aways",
};
export const DOUSING: PanelNames = { kind: "douse", title: "Douse", singular: "Douse", plural: "Douses" };
export const ACCELERATING: PanelNames = {
  kind: "acceleration",
  title: "Accelerations",
  singular: "Acceleration",
  plural: "Accelerations",
};
