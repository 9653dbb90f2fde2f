import { type DebriefBudget, type DebriefPart, halfWidth90 } from "@leebow/core";
import { partName } from "./texts";

/** A part of a budget, which begins where the one before ended. */
export interface WaterfallRow extends DebriefPart {
  name: string;
  /** "42", "58 min" */
  note: string;
  from_m: number;
  to_m: number;
}

/** The parts of both bands one after the other, and the range that they and their whiskers need. */
export function waterfall({ bands, lost_m, lost_sd_m }: DebriefBudget): {
  rows: WaterfallRow[];
  domain: [number, number];
} {
  const rows: WaterfallRow[] = [];
  let at_m = 0;
  for (const { band, parts } of bands) {
    for (const part of parts) {
      const from_m = at_m;
      at_m += part.lost_m;
      rows.push({ ...part, name: partName(part.code, band), note: noteOf(part), from_m, to_m: at_m });
    }
  }
  const interval = (m: number, sd_m: number) => [m - halfWidth90(sd_m), m + halfWidth90(sd_m)];
  const ends = rows.flatMap(({ from_m, to_m, sd_m }) => [from_m, ...interval(to_m, sd_m)]);
  const all = [0, ...interval(lost_m, lost_sd_m), ...ends];
  return { rows, domain: [Math.min(...all), Math.max(...all)] };
}

function noteOf({ count, seconds }: DebriefPart): string {
  if (count !== null) return String(count);
  return seconds === null ? "" : seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
