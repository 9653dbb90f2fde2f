/** Shifts of a clock as people write them. */

import type { FileAnalysis } from "./core.ts";
import { countText } from "./counts.ts";

/** Whether the times of a recording name no zone and were read as UTC, by the engine's sentence on it. */
export const lacksZone = ({ damage }: { damage: Pick<FileAnalysis["damage"], "lacks"> }): boolean =>
  damage.lacks.some((sentence) => sentence.includes("have no time zone"));

const DAY_S = 86_400;
/** Seconds of a unit of time. */
const UNITS = { w: 7 * DAY_S, d: DAY_S, h: 3600, min: 60, m: 60, s: 1 };

/** `+2h`, `-0:00:03`, `+1d2h`, `90 s`, as s; null of anything else. */
export function clockShiftOf(text: string): number | null {
  const word = text.replaceAll(" ", "").replace("\u2212", "-");
  const sign = word.startsWith("-") ? -1 : 1;
  const rest = word.replace(/^[+-]/, "");
  const clock = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/.exec(rest);
  if (clock) return sign * ((Number(clock[1]) * 60 + Number(clock[2])) * 60 + Number(clock[3] ?? 0));
  const parts = [...rest.matchAll(/(\d+(?:\.\d+)?)(w|d|h|min|m|s)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== rest) return null;
  return sign * parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS], 0);
}

/** "+2 h", "−3 s", "+1024 weeks 2 h": a shift in words. */
export function clockShiftText(shift_s: number): string {
  let rest_s = Math.abs(Math.round(shift_s));
  const words: string[] = [];
  for (const [name, unit_s] of [
    ["week", 7 * DAY_S],
    ["day", DAY_S],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ] as const) {
    const count = Math.floor(rest_s / unit_s);
    rest_s -= count * unit_s;
    if (count > 0) words.push(unit_s >= DAY_S ? countText(count, name) : `${count} ${name}`);
  }
  return `${shift_s < 0 ? "\u2212" : "+"}${words.join(" ") || "0 s"}`;
}
