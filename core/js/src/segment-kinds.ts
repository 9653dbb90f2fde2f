import type { SegmentKind } from "./core.ts";

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

/**
 * Colours of the kinds of segments, told apart with a colour vision deficiency (after Okabe and Ito), #rrggbb. For lines and
 * areas: as text on white they have too little contrast.
 */
export const KIND_COLORS: Readonly<Record<SegmentKind, string>> = {
  straight: "#0072b2",
  tack: "#d55e00",
  gybe: "#009e73",
  bear_away: "#e69f00",
  douse: "#cc79a7",
  acceleration: "#56b4e9",
  penalty: "#a8493a",
  fall: "#5d3a9b",
  stop: "#666666",
  failed_tack: "#b07800",
  turn: "#8a8a8a",
};

/** The letter in a circle on maps, charts and lists: none for a turn without a name, whose circle is empty. */
export const markLetter = (kind: SegmentKind): string => (kind === "turn" ? "" : SEGMENT_KINDS[kind].letter);
