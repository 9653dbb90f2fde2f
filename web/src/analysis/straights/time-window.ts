/** The window of time that is read in all charts: clamped to the straights, never in the time between them. */

import type { AnalyzedSegment, StraightAnalysis } from "@leebow/api/contract";
import type { TackSide } from "@leebow/core";
import { useEffect, useRef, useState } from "react";
import type { TimeRange } from "../../playback/clock";

export type TimeWindow = TimeRange;

/** Times of a straight; straights are in the order of their starts. */
export type Span = TimeWindow;

/** Shortest window, ms. *guess*: shorter ones have a value or two. */
const MIN_WINDOW_MS = 1000;

/**
 * The window between two moments in either order, from the start of the first straight at the earliest to the end of the
 * last at the latest. An end between two straights moves to the nearest one inside the window. Null when less than
 * {@link MIN_WINDOW_MS} of straights remains.
 */
export function clampWindow(a_ms: number, b_ms: number, spans: readonly Span[]): TimeWindow | null {
  const [low, high] = [Math.min(a_ms, b_ms), Math.max(a_ms, b_ms)];
  const inside = spans.filter(({ from_ms, to_ms }) => from_ms < high && to_ms > low);
  if (inside.length === 0) return null;
  const from_ms = Math.max(low, Math.min(...inside.map((span) => span.from_ms)));
  const to_ms = Math.min(high, Math.max(...inside.map((span) => span.to_ms)));
  return to_ms - from_ms < MIN_WINDOW_MS ? null : { from_ms, to_ms };
}

/** A moment moved by `by_ms`: over the time between two straights at once, and not beyond the first and the last. */
export function stepMoment(at_ms: number, by_ms: number, spans: readonly Span[]): number {
  const first = Math.min(...spans.map(({ from_ms }) => from_ms));
  const last = Math.max(...spans.map(({ to_ms }) => to_ms));
  const target = Math.max(first, Math.min(last, at_ms + by_ms));
  if (spans.some(({ from_ms, to_ms }) => target >= from_ms && target <= to_ms)) return target;
  return by_ms > 0
    ? Math.min(...spans.map(({ from_ms }) => from_ms).filter((from_ms) => from_ms > target))
    : Math.max(...spans.map(({ to_ms }) => to_ms).filter((to_ms) => to_ms < target));
}

/** The window with one end moved; it stays as it is where it would become too short. */
export function withEnd(value: TimeWindow, end: keyof TimeWindow, at_ms: number, spans: readonly Span[]): TimeWindow {
  const moved = { ...value, [end]: at_ms };
  if (moved.to_ms - moved.from_ms < MIN_WINDOW_MS) return value;
  return clampWindow(moved.from_ms, moved.to_ms, spans) ?? value;
}

/** Where a window begins that is set without a pointer: the middle half of the longest straight. */
export function firstWindow(spans: readonly Span[]): TimeWindow | null {
  const [longest] = [...spans].sort((a, b) => b.to_ms - b.from_ms - (a.to_ms - a.from_ms));
  if (!longest) return null;
  const quarter = (longest.to_ms - longest.from_ms) / 4;
  return clampWindow(longest.from_ms + quarter, longest.to_ms - quarter, spans);
}

/** Sailed time within a window, ms; time that two straights share counts once. */
export function sailedWithin({ from_ms, to_ms }: TimeWindow, spans: readonly Span[]): number {
  let total = 0;
  let end = from_ms;
  for (const span of [...spans].sort((a, b) => a.from_ms - b.from_ms)) {
    const start = Math.max(span.from_ms, end);
    const stop = Math.min(span.to_ms, to_ms);
    if (stop <= start) continue;
    total += stop - start;
    end = stop;
  }
  return total;
}

/** After the last key the window is analysed this much later, ms. *guess* */
const KEYED_AFTER_MS = 400;

/**
 * The window of time: `shown` in the charts, `analyzed` by the server. It is clamped to the straights, and gone when none
 * of them is left in it.
 */
export function useTimeWindow(spans: readonly Span[]) {
  const [wanted, setWanted] = useState<TimeWindow | null>(null);
  const [dragged, setDragged] = useState<TimeWindow | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (window: TimeWindow | null) => {
    clearTimeout(timer.current);
    setDragged(window);
    setWanted(window);
  };
  const setLater = (window: TimeWindow | null) => {
    clearTimeout(timer.current);
    if (window === null) return set(null);
    setDragged(window);
    timer.current = setTimeout(() => setWanted(window), KEYED_AFTER_MS);
  };
  const inside = (window: TimeWindow | null) => window && clampWindow(window.from_ms, window.to_ms, spans);
  return { shown: inside(dragged), analyzed: inside(wanted), set, setLater, draft: setDragged };
}

/** A straight of an analysis with its name. */
export interface StraightRow extends AnalyzedSegment {
  name: string;
}

/** A straight as the charts need it. */
export interface ChartSpan extends Span {
  name: string;
  side: TackSide | null;
}

export const rowsOf = ({ segments }: Pick<StraightAnalysis, "segments">): StraightRow[] =>
  Object.entries(segments).map(([name, segment]) => ({ ...segment, name }));

export const spanOf = ({ start_time, end_time }: Pick<AnalyzedSegment, "start_time" | "end_time">): Span => ({
  from_ms: Date.parse(start_time),
  to_ms: Date.parse(end_time),
});

export const durationOf = (rows: readonly Pick<StraightRow, "duration_s">[]): number =>
  rows.reduce((sum, { duration_s }) => sum + duration_s, 0);
