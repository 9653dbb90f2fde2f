import { clock, clockSeconds, dayAndMonth, zoneOffset } from "../format/times";

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

/** Round times of a range in a zone, at most `most`; also after a change of its clock. */
export function timeTicks(
  from_ms: number,
  to_ms: number,
  most: number,
  zone: string | null,
): { step_ms: number; ticks: number[] } {
  const step_ms = STEPS_MS.find((step) => (to_ms - from_ms) / step <= most) ?? (to_ms - from_ms) / most;
  const ticks: number[] = [];
  const start_ms = from_ms + zoneOffset(from_ms, zone);
  const first_ms = from_ms + (Math.ceil(start_ms / step_ms) * step_ms - start_ms);
  for (let at = first_ms; at <= to_ms; at = nearestRound(at + step_ms, step_ms, zone)) ticks.push(at);
  return { step_ms, ticks };
}

/** The instant next to this one whose time of day is a multiple of the step. */
function nearestRound(at_ms: number, step_ms: number, zone: string | null): number {
  const local_ms = at_ms + zoneOffset(at_ms, zone);
  return at_ms + Math.round(local_ms / step_ms) * step_ms - local_ms;
}

/** What stands at a tick: its time, at midnight its day, of ticks a day and more apart always their day. */
export function tickText(at_ms: number, step_ms: number, zone: string | null): string {
  if (step_ms >= DAY) return dayAndMonth(at_ms, zone);
  const time = step_ms < MINUTE ? clockSeconds(at_ms, zone) : clock(at_ms, zone);
  return /^00:00(:00)?$/.test(time) ? dayAndMonth(at_ms, zone) : time;
}
