import { halfWidth90 } from "@leebow/core";
import { minutesSeconds } from "../format/durations";
import { unitWithInterval, withUnit } from "../format/numbers";
import { isClear } from "./figures";
import type { GapUnit } from "./gaps";

/** A gap as a sentence part; a gap that is less than its uncertainty is named as such. */
export function gapText({ value, sd }: { value: number; sd: number }, unit: GapUnit): string {
  if (Number.isNaN(value)) return "not known";
  if (value <= 0) return "leading";
  const half = Number.isNaN(sd) ? "" : ` ${unitWithInterval(halfWidth90(sd), 0, unit)}`;
  const text = unit === "s" ? `${minutesSeconds(value)} min behind${half}` : `${withUnit(value, 0, "m")} behind${half}`;
  return Number.isNaN(sd) || isClear(value, sd) ? text : `${text}, so not surely behind`;
}
