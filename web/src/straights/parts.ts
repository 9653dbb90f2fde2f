/** The axis of the charts: the straights side by side, each as wide as it is long, without the time between them. */
import { timeTicks } from "../chart/time-ticks";
import type { Span, TimeWindow } from "./time-window";

export interface Part extends Span {
  name: string;
  /** px */
  left: number;
  width: number;
}

/** Space between two straights, px; of many straights less, so that they have most of the width. */
const GAP_PX = 10;
const MAX_GAP_SHARE = 0.2;

export function layoutParts(
  spans: readonly (Span & { name: string })[],
  { left, width }: { left: number; width: number },
): Part[] {
  const total_ms = spans.reduce((sum, { from_ms, to_ms }) => sum + (to_ms - from_ms), 0);
  const gaps = Math.max(1, spans.length - 1);
  const gap = spans.length > 1 ? Math.min(GAP_PX, (MAX_GAP_SHARE * width) / gaps) : 0;
  const px_per_ms = (width - gap * (spans.length - 1)) / Math.max(1, total_ms);
  let x = left;
  return spans.map(({ name, from_ms, to_ms }) => {
    const part = { name, from_ms, to_ms, left: x, width: (to_ms - from_ms) * px_per_ms };
    x += part.width + gap;
    return part;
  });
}

/** The moment at a place of the axis; of a place between two straights that of the nearer edge. */
export function momentAt(parts: readonly Part[], x: number): number {
  let nearest = { distance: Infinity, at_ms: 0 };
  for (const { left, width, from_ms, to_ms } of parts) {
    const inside = Math.max(left, Math.min(left + width, x));
    const distance = Math.abs(x - inside);
    const share = width > 0 ? (inside - left) / width : 0;
    if (distance < nearest.distance) nearest = { distance, at_ms: from_ms + share * (to_ms - from_ms) };
  }
  return nearest.at_ms;
}

/** The place of a moment; of one between two straights the start of the later. */
export function placeOf(parts: readonly Part[], at_ms: number): number {
  const part = parts.find(({ from_ms, to_ms }) => at_ms >= from_ms && at_ms <= to_ms);
  if (part) return part.left + ((at_ms - part.from_ms) / (part.to_ms - part.from_ms)) * part.width;
  const later = parts.find(({ from_ms }) => from_ms > at_ms);
  const last = parts.at(-1);
  return later?.left ?? (last ? last.left + last.width : 0);
}

/** The stretches of the axis that a window covers. */
export function stretchesOf(parts: readonly Part[], { from_ms, to_ms }: TimeWindow): { left: number; width: number }[] {
  return parts.flatMap((part) => {
    const [from, to] = [Math.max(from_ms, part.from_ms), Math.min(to_ms, part.to_ms)];
    if (to <= from) return [];
    const px_per_ms = part.width / (part.to_ms - part.from_ms);
    return [{ left: part.left + (from - part.from_ms) * px_per_ms, width: (to - from) * px_per_ms }];
  });
}

export interface AxisTick {
  at_ms: number;
  x: number;
  /** Whether seconds are written. */
  seconds: boolean;
}

/** Width of a label with its space, px. */
const TICK_PX = 64;

/**
 * Times below the axis: round ones where a straight is wide enough, else its start; none that would touch the label
 * before it.
 */
export function axisTicks(parts: readonly Part[], zone: string | null): AxisTick[] {
  const ticks: AxisTick[] = [];
  const free = (x: number) => x - (ticks.at(-1)?.x ?? -Infinity) >= TICK_PX;
  for (const part of parts) {
    const at = (at_ms: number) => part.left + ((at_ms - part.from_ms) / (part.to_ms - part.from_ms)) * part.width;
    const most = Math.floor(part.width / (TICK_PX * 1.2));
    const found = most < 1 ? { step_ms: 1000, ticks: [] } : timeTicks(part.from_ms, part.to_ms, most, zone);
    const round = found.ticks.filter((at_ms) => free(at(at_ms)));
    for (const at_ms of round)
      if (free(at(at_ms))) ticks.push({ at_ms, x: at(at_ms), seconds: found.step_ms < 60_000 });
    if (round.length === 0 && free(part.left)) ticks.push({ at_ms: part.from_ms, x: part.left, seconds: true });
  }
  return ticks;
}
