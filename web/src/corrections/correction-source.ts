/** The corrections of a session by hand, on the server or in the browser. */
import type { Correction, CorrectionOutcome, Why } from "@leebow/core";

export interface CorrectionSource {
  /** In the order they are applied. */
  corrections: readonly Correction[];
  /** Outcome of each in the last analysis; null while it is not known. */
  outcomes: readonly CorrectionOutcome[] | null;
  /** Whether the analysis with the latest corrections is running. */
  busy: boolean;
  /** Replaces the list and has the session analysed again; null for a viewer who may not correct it. */
  replace: ((corrections: readonly Correction[]) => Promise<void>) | null;
  /** Explains why a moment is a maneuver or not. */
  explain: (time_ms: number) => Promise<Why>;
}
