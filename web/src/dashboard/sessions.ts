/** What a press on a figure asks for: the sessions behind it. */

import type { ReportSession } from "@leebow/api/contract";
import { capital } from "../format/counts";
import type { ReportTab } from "../report/report-place";

export interface SessionSelection {
  /** What the sessions are listed for: "Tacks". */
  title: string;
  /** What one session has of the figure, and how it is written with its unit. */
  value: (session: ReportSession) => number;
  text: (value: number) => string;
  /** Name of the column with the value, "Tacks" or "Time, h:min"; without it no value is shown. */
  column: string | null;
  /** Whether the mean upwind speed is shown, too. */
  withUpwind?: boolean;
  /** Those of these tracks alone. */
  track_ids?: readonly number[];
  /** Tab of the report that a session leads to. */
  tab?: ReportTab;
}

/** Those with a part of the figure, newest first. */
export function selectedSessions(
  sessions: readonly ReportSession[],
  { value, track_ids }: SessionSelection,
): ReportSession[] {
  return sessions.filter((one) => (track_ids ? track_ids.includes(one.track_id) : value(one) > 0));
}

export const WIND_CATEGORIES = ["Light", "Sf", "Df", "Windy"] as const;
export type WindCategory = (typeof WIND_CATEGORIES)[number];

/** Thirds of the boat's own mean upwind speed. */
export const SPEED_BANDS = ["slow", "middle", "fast"] as const;

export type Group = WindCategory | (typeof SPEED_BANDS)[number];

export const groupsOf = (by: "wind" | "speed"): readonly Group[] => (by === "wind" ? WIND_CATEGORIES : SPEED_BANDS);

/** "Light", "Slow". */
export const groupName = (group: Group): string => capital(group);
