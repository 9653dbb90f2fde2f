import type { SegmentKind } from "@leebow/core";

/** The light theme of the house's tokens: a picture is looked at on paper. */
export const INK = "#0F1E29";
export const INK_2 = "#41505A";
export const INK_3 = "#5C6A73";
export const SURFACE = "#FFFFFF";
export const SEA = "#E3ECEF";
export const LINE = "#C5CDD1";
export const NOTHING = "#75828B";
export const WIND = "#0A66AD";
export const PORT = "#B91C3F";
export const STARBOARD = "#0A7048";
export const WARN = "#9A4A00";

/** Straights by their tack, everything that turns or interrupts by its kind. */
export const KIND_COLOURS: Record<SegmentKind, string> = {
  straight: NOTHING,
  tack: "#6B46C1",
  gybe: "#AA7411",
  bear_away: "#B23A8A",
  douse: "#3457C7",
  acceleration: NOTHING,
  penalty: WARN,
  fall: WARN,
  stop: WARN,
  failed_tack: WARN,
};
export const KIND_LETTERS: Record<SegmentKind, string> = {
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
export const KIND_NAMES: Record<SegmentKind, string> = {
  straight: "straight",
  tack: "tack",
  gybe: "gybe",
  bear_away: "bear-away",
  douse: "douse",
  acceleration: "acceleration",
  penalty: "penalty",
  fall: "fall",
  stop: "stop",
  failed_tack: "failed tack",
};

export function sideColour(side: "port" | "starboard" | null): string {
  return side === null ? NOTHING : side === "port" ? PORT : STARBOARD;
}
