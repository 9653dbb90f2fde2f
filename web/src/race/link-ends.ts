import { LIMITS } from "@leebow/api/contract";
import { countText } from "../format/numbers";
import { browserZone, clock, nearDay } from "../format/times";

const DAY_MS = 24 * 3600 * 1000;
/** An end this close to one of the choices is that choice: it was made just now. */
const NEAR_MS = 3_600_000;
const DAYS = [1, LIMITS.share_link_days, 30] as const;

export const NEVER = "never";

/** "30 Nov, 12:30", in the browser's zone: it is about people, not about the race. */
export const endText = (expires: string): string =>
  `${nearDay(expires, browserZone())}, ${clock(expires, browserZone())}`;

/** The ends that a link can be given, and which of them it has; one that none of them is stands first, as its date. */
export function linkEnds(expires: string | null, now_ms = Date.now()) {
  const choices = [
    ...DAYS.map((days) => ({ value: `${days}`, label: `Ends after ${countText(days, "day")}` })),
    { value: NEVER, label: "Never ends" },
  ];
  if (expires === null) return { choices, value: NEVER };
  const left_ms = Date.parse(expires) - now_ms;
  const days = DAYS.find((days) => Math.abs(left_ms - days * DAY_MS) < NEAR_MS);
  if (days !== undefined) return { choices, value: `${days}` };
  return { choices: [{ value: expires, label: `Ends ${endText(expires)}` }, ...choices], value: expires };
}

/** The instant of a choice; null: never. */
export function endOf(choice: string, now_ms = Date.now()): string | null {
  if (choice === NEVER) return null;
  const days = Number(choice);
  return Number.isFinite(days) ? new Date(now_ms + days * DAY_MS).toISOString() : choice;
}
