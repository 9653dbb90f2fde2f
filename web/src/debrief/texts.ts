/** Names of what a debrief counts and compares. */

import { type Band, DEBRIEF_PART_TEXT, type PartCode, type QuantityCode } from "@leebow/core";
import { unitName } from "../format/units";

/** Name and standard unit. */
const QUANTITIES: Record<QuantityCode, [name: string, unit: string]> = {
  tack_loss: ["Loss per tack", "m"],
  gybe_loss: ["Loss per gybe", "m"],
  not_recovered: ["Turns without 80 % of the speed regained", "%"],
  upwind_speed: ["Speed upwind", "kn"],
  upwind_vmg: ["VMG upwind", "kn"],
  upwind_angle: ["Wind angle upwind", "°"],
  downwind_speed: ["Speed downwind", "kn"],
  downwind_vmg: ["VMG downwind", "kn"],
  upwind_sides: ["Starboard less port upwind", "kn"],
  downwind_sides: ["Starboard less port downwind", "kn"],
  after_tacks: ["Speed after tacks", "% of that before"],
  stops: ["Time at stops", "%"],
};

/** With the unit, as an axis is named. */
export function quantityName(code: QuantityCode): string {
  const [name, unit] = QUANTITIES[code];
  return `${name}, ${unitName(unit)}`;
}

/** "Speed upwind"; turns and roundings have one band. */
export const partName = (code: PartCode, band: Band): string =>
  ["tacks", "gybes", "extra"].includes(code)
    ? DEBRIEF_PART_TEXT[code]
    : `${DEBRIEF_PART_TEXT[code]} ${band === "up" ? "upwind" : "downwind"}`;
