import type { SegmentKind } from "@leebow/core";

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
