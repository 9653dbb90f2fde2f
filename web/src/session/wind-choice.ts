/** The choice of a session's wind by the user, on the server or in the browser. */
import type { FileAnalysis } from "@leebow/core";

export interface WindChoice {
  /** Direction the wind blows from as given by the user, degrees; null when the user gave none. */
  hint_deg: number | null;
  /** Whether the analysis with the direction is running. */
  busy: boolean;
  onChange: (hint_deg: number | null) => void;
}

/** What the wind of a session is chosen from. */
export type WindReport = Pick<
  FileAnalysis,
  "start_time" | "points" | "wind" | "wind_candidates" | "maneuvers" | "straights"
>;

/** Whether the wind is not known, or given by the user. */
export const hasWindQuestion = (report: Pick<WindReport, "wind" | "wind_candidates">, choice: WindChoice | null) =>
  report.wind === null ? choice !== null || report.wind_candidates.length > 0 : (choice?.hint_deg ?? null) !== null;

/** A wind direction that fits a track: of the analysis or of the track list. */
export interface FittingWind {
  twd_deg: number;
  probability: number;
}
