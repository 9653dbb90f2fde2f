import type { SegmentKind } from "@leebow/core";

/** The letter of a kind, on the map and in the chart. */
export const MARK_LETTERS: Record<SegmentKind, string> = {
  straight: "S",
  tack: "T",
  gybe: "G",
  bear_away: "B",
  douse: "D",
  acceleration: "A",
  penalty: "P",
  fall: "F",
  stop: "H",
  failed_tack: "X",
};
