import { clock, clockSeconds, dayAndMonth } from "../format/times";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS_MS = [
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  ...[1, 2, 5, 10, 20, 50, 100, 200, 400].map((days) => days * DAY),
];

/** Round times of a range, at most `most`; `offset_ms` is the offset of the zone, so that hours are round in it. */
export function timeTicks(
  from_ms: number,
  to_ms: number,
  most: number,
  offset_ms: number,
): { step_ms: number; ticks: number[] } {
  const step_ms = STEPS_MS.find((step) => (to_ms - from_ms) / step <= most) ?? (to_ms - from_ms) / most;
  const ticks: number[] = [];
  for (let at = Math.ceil((from_ms + offset_ms) / step_ms) * step_ms - offset_ms; at <= to_ms; at += step_ms)
    ticks.push(at);
  return { step_ms, ticks };
}

/** What stands at a tick: its time, at midnight its day, of ticks a day and more apart always their day. */
export function tickText(at_ms: number, step_ms: number, zone: string | null): string {
  // Half a step later it is the same day, also after a change to summer time.
  if (step_ms >= DAY) return dayAndMonth(at_ms + DAY / 2, zone);
  const time = step_ms < MINUTE ? clockSeconds(at_ms, zone) : clock(at_ms, zone);
  return /^00:00(:00)?$/.test(time) ? dayAndMonth(at_ms, zone) : time;
}

/** Offset of a zone from UTC at an instant, ms, positive east. */
export function zoneOffset(at_ms: number, zone: string | null): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone ?? "UTC",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at_ms);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return (
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) -
    Math.floor(at_ms / 1000) * 1000
  );
}
