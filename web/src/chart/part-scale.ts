/** An axis of times that are apart: side by side, each as wide as it is long, without the time between them. */
import { scaleLinear } from "d3";
import type { TimeRange } from "../playback/clock";
import type { Frame } from "./frame";
import type { Scale } from "./scales";

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
