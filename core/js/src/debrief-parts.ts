import type { PartCode } from "./core.ts";

/** The parts of a debrief's budget. */
export const DEBRIEF_PART_TEXT: Readonly<Record<PartCode, string>> = {
  tacks: "Tacks",
  gybes: "Gybes",
  speed: "Speed",
  angle: "Angle",
  shifts: "Shifts",
  angle_and_shifts: "Angle and shifts",
  extra: "Past the lay line",
  stops: "Stops",
  unexplained: "Not explained",
};
