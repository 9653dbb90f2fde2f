import { clock, nearDay } from "../../format/times";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const DAY_MS = 24 * 3600 * 1000;
const dayOf = (at: number) => new Date(at).toLocaleDateString("en-CA", { timeZone: zone });

/** "today, 19:31", "yesterday, 19:31", "4 Oct, 08:15", in the zone of the browser. */
export function whenText(at: string, now_ms = Date.now()): string {
  return `${dayText(at, now_ms)}, ${clock(at, zone)}`;
}

/** "today", "yesterday", "4 Oct 2026". */
export function dayText(at: string, now_ms = Date.now()): string {
  const day = dayOf(Date.parse(at));
  if (day === dayOf(now_ms)) return "today";
  return day === dayOf(now_ms - DAY_MS) ? "yesterday" : nearDay(at, zone, new Date(now_ms));
}
