/** The corrections of a session by hand, on the server or in the browser. */
import type { Correction, CorrectionOutcome, Why } from "@leebow/core";

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
