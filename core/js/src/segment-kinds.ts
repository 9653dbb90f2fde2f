import type { SegmentKind } from "./index.ts";

/** How a kind of segment is written. */
export interface SegmentKindLabel {
  /**
   * One capital letter; no two kinds share one, and none is P, which is port tack. The engine's `SegmentKind::letter` and
   * the API's labels are the same.
   */
  letter: string;
  /** Singular, capitalised: "Bear away". */
  name: string;
}

/** Letter and name of every kind of segment. T, G, B, D, A and S are given by the specification. */
export const SEGMENT_KINDS: Readonly<Record<SegmentKind, SegmentKindLabel>> = {
  straight: { letter: "S", name: "Straight" },
  tack: { letter: "T", name: "Tack" },
  gybe: { letter: "G", name: "Gybe" },
  bear_away: { letter: "B", name: "Bear away" },
  douse: { letter: "D", name: "Douse" },
  acceleration: { letter: "A", name: "Acceleration" },
  penalty: { letter: "C", name: "Penalty turn" },
  fall: { letter: "F", name: "Fall" },
  stop: { letter: "H", name: "Stop" },
  failed_tack: { letter: "X", name: "Failed tack" },
  turn: { letter: "U", name: "Turn" },
};

/** The letter in a circle on maps, charts and lists: none for a turn without a name, whose circle is empty. */
export const markLetter = (kind: SegmentKind): string => (kind === "turn" ? "" : SEGMENT_KINDS[kind].letter);
