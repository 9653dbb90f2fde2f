/** The corrections of a session by hand, on the server or in the browser. */
import type { Correction, CorrectionOutcome, FileAnalysis, Why } from "@leebow/core";

/** What one action does to a list of corrections, whatever else is in the list. */
export type CorrectionEdit = (corrections: readonly Correction[]) => readonly Correction[];

export interface CorrectionSource {
  /** In the order they are applied. */
  corrections: readonly Correction[];
  /** Outcome of each in the last analysis; null while it is not known. */
  outcomes: readonly CorrectionOutcome[] | null;
  /** Whether the analysis with the latest corrections is running. */
  busy: boolean;
  /**
   * Changes the list and has the session analysed again; null for a viewer who may not correct it. The edit is applied to
   * the newest list, which somebody else may have changed since it was shown.
   */
  edit: ((edit: CorrectionEdit) => Promise<void>) | null;
  /** Explains why a moment is a maneuver or not. */
  explain: (time_ms: number) => Promise<Why>;
  /** When the recording was uploaded, or its file written; absent where it is not known. */
  reached_ms?: number;
}

/** Analyses of the straights of a stored track. */
export interface StraightSource {
  track_id: number;
  /** Makes an analysis of these segments, or finds the one that exists, and goes to it. */
  create: (segment_ids: number[], name: string | null) => Promise<void>;
}

// The choice of a session's wind by the user, on the server or in the browser.

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
