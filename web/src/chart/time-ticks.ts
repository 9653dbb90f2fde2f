/** Round times of an axis in the zone of a track; d3's times are those of the browser's zone or UTC. */
import { clock, clockSeconds, dayAndMonth, zoneOffset } from "../format/times";
import type { Scale } from "./scales";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 400].map((days) => days * DAY),
];

/** Width of a time with the space around it, px. */
const TICK_PX = 80;
/** Least distance between two times of different parts, px. */
const MIN_DISTANCE_PX = 64;

/**
 * Texts by their times on a scale: round times where a part of the scale is wide enough, else the start of the part;
 * none that would touch the text before it.
 */
export function timeAxisTicks(x: Scale, zone: string | null): Map<number, string> {
  const texts = new Map<number, string>();
  const edges = x.domain();
  let free_x = -Infinity;
  const add = (at_ms: number, text: string) => {
    texts.set(at_ms, text);
    free_x = x(at_ms) + MIN_DISTANCE_PX;
  };
  for (let part = 0; part + 1 < edges.length; part += 2) {
    const [from_ms, to_ms] = [edges[part]!, edges[part + 1]!];
    const most = Math.floor((x(to_ms) - x(from_ms)) / TICK_PX);
    const { step_ms, ticks } = most < 1 ? { step_ms: 0, ticks: [] } : timeTicks(from_ms, to_ms, most, zone);
    const isFree = (at_ms: number) => x(at_ms) >= free_x;
    if (!ticks.some(isFree) && isFree(from_ms)) add(from_ms, clockSeconds(from_ms, zone));
    for (const at_ms of ticks) if (isFree(at_ms)) add(at_ms, tickText(at_ms, step_ms, zone));
  }
  return texts;
}

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

/** The text of a tick: its time, at midnight its day, of ticks a day and more apart always their day. */
export function tickText(at_ms: number, step_ms: number, zone: string | null): string {
  if (step_ms >= DAY) return dayAndMonth(at_ms, zone);
  const time = step_ms < MINUTE ? clockSeconds(at_ms, zone) : clock(at_ms, zone);
  return /^00:00(:00)?$/.test(time) ? dayAndMonth(at_ms, zone) : time;
}
