/** Scales of charts: d3's linear scales, with steps of a compass for directions. */
import { extent, type ScaleLinear, scaleLinear } from "d3";
import type { KeyboardEvent } from "react";
import type { TimeRange } from "../playback/clock";
import type { Frame } from "./frame";

export type Scale = ScaleLinear<number, number>;

/** A scale of values with its ticks. */
interface ValueScale {
  y: Scale;
  ticks: readonly number[];
}

/** Space between the values and the ends of a scale, share of their range. *guess* */
const PADDING_SHARE = 0.06;

/**
 * The extent of the values with some space, none below zero where no value is; a range about the value where all are
 * equal, 0 to 1 without any.
 */
export function padded(values: Iterable<number | null | undefined>): [number, number] {
  const [low, high] = extent(values, (value) => value);
  if (low === undefined || high === undefined) return [0, 1];
  const padding = (high - low) * PADDING_SHARE || Math.max(0.5, Math.abs(high) * 0.05);
  return [low >= 0 ? Math.max(0, low - padding) : low - padding, high + padding];
}

/** The first and the last moment of a scale, which may have several parts. */
export function endsOf(x: Scale): [number, number] {
  const edges = x.domain();
  return [edges[0]!, edges.at(-1)!];
}

export const timeScale = ({ from_ms, to_ms }: TimeRange, { left, right }: Pick<Frame, "left" | "right">): Scale =>
  scaleLinear([from_ms, Math.max(to_ms, from_ms + 1)], [left, right]);

/** A vertical scale that holds these values, with round ends; of directions with steps of a compass. */
export function valueScale(
  values: Iterable<number | null | undefined>,
  { top, bottom }: Pick<Frame, "top" | "bottom">,
  { isDirection = false, steps = 4 } = {},
): ValueScale {
  const domain = padded(values);
  if (!isDirection) {
    const y = scaleLinear(domain, [bottom, top]).nice(steps);
    return { y, ticks: y.ticks(steps) };
  }
  const ticks = bearings(...domain);
  return { y: scaleLinear([ticks[0]!, ticks.at(-1)!], [bottom, top]), ticks };
}

/** Steps of a compass, degrees. */
const COMPASS_STEPS_DEG = [1, 2, 5, 10, 15, 30, 45, 90];
const MAX_STEPS = 5;

/** Round bearings from below `low` to above `high`. */
export function bearings(low: number, high: number): number[] {
  const step = COMPASS_STEPS_DEG.find((one) => Math.ceil(high / one) - Math.floor(low / one) <= MAX_STEPS) ?? 90;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, at) => (first + at) * step);
}

// An axis of times that are apart: side by side, each as wide as it is long, without the time between them.

/** Space between two parts, px; of many parts less, so that they have most of the width. */
const GAP_PX = 10;
const MAX_GAP_SHARE = 0.2;

/** A linear scale of one part for each span; spans that share time are one part. */
export function partScale(spans: readonly TimeRange[], { left, right }: Pick<Frame, "left" | "right">): Scale {
  const parts = apart(spans);
  const total_ms = parts.reduce((sum, { from_ms, to_ms }) => sum + (to_ms - from_ms), 0);
  const gaps = parts.length - 1;
  const gap = gaps > 0 ? Math.min(GAP_PX, (MAX_GAP_SHARE * (right - left)) / gaps) : 0;
  const px_per_ms = (right - left - gap * gaps) / Math.max(1, total_ms);
  let x = left;
  const edges = parts.map(({ from_ms, to_ms }) => {
    const edge = [x, x + (to_ms - from_ms) * px_per_ms] as const;
    x = edge[1] + gap;
    return edge;
  });
  return scaleLinear(
    parts.flatMap(({ from_ms, to_ms }) => [from_ms, to_ms]),
    edges.flat(),
  ).clamp(true);
}

/** Spans in the order of time, those that touch as one. */
function apart(spans: readonly TimeRange[]): TimeRange[] {
  const parts: TimeRange[] = [];
  for (const { from_ms, to_ms } of [...spans].sort((a, b) => a.from_ms - b.from_ms)) {
    const last = parts.at(-1);
    if (last && from_ms <= last.to_ms) last.to_ms = Math.max(last.to_ms, to_ms);
    else parts.push({ from_ms, to_ms });
  }
  return parts;
}

/** The moment at a place of the axis, whole ms; of a place between two parts that of the nearer edge. */
export function momentAt(x: Scale, at_px: number): number {
  const at_ms = x.invert(at_px);
  const edges = x.domain();
  const next = edges.findIndex((edge_ms) => edge_ms >= at_ms);
  // An edge with an even index begins a part: before it there is none.
  if (next <= 0 || next % 2 === 1) return Math.round(at_ms);
  const [end_ms, start_ms] = [edges[next - 1]!, edges[next]!];
  return at_ms - end_ms < start_ms - at_ms ? end_ms : start_ms;
}

// The keys of a chart whose moment or window is moved.

interface SliderOptions {
  /** Accessible name. */
  label: string;
  /** Ends, and the present value. */
  from: number;
  to: number;
  at: number;
  /** The value in words. */
  text: string;
  /** Steps of the arrow keys, with Shift, and of Page Up and Down. */
  step: number;
  long: number;
  page?: number;
  /** What one step counts for screen readers, which count from 0. */
  unit?: number;
  onMove: (to: number) => void;
}

/** What makes an element a slider for keys and screen readers. */
export function sliderOf({ label, from, to, at, text, step, long, page = long, unit = 1, onMove }: SliderOptions) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.shiftKey ? long : step;
    const places: Record<string, number> = {
      ArrowLeft: at - by,
      ArrowDown: at - by,
      ArrowRight: at + by,
      ArrowUp: at + by,
      PageDown: at - page,
      PageUp: at + page,
      Home: from,
      End: to,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    onMove(Math.max(from, Math.min(to, place)));
  };
  return {
    role: "slider",
    tabIndex: 0,
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": Math.max(0, Math.round((to - from) / unit)),
    "aria-valuenow": Math.round((at - from) / unit),
    "aria-valuetext": text,
    onKeyDown,
  };
}
