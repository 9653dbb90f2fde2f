import { rowAfter, rowsBetween } from "../playback/rows";
import type { Pyramid } from "./pyramid";
import type { TimeRange } from "./zoom-stack";

/** One line of the chart. */
export interface Line {
  time_ms: Float64Array;
  piece_starts: Uint32Array;
  pyramid: Pyramid;
  /** Factor from the stored to the display unit. */
  factor: number;
  /** Whether it is a direction; its jump at north is not drawn. */
  circular: boolean;
}

export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
  low: number;
  high: number;
  range: TimeRange;
}

export const xOf = ({ left, width, range }: Plot, at_ms: number) =>
  left + ((at_ms - range.from_ms) / (range.to_ms - range.from_ms)) * width;
export const yOf = ({ top, height, low, high }: Plot, shown: number) =>
  top + height - ((shown - low) / (high - low)) * height;

/**
 * Draws a line fix by fix when fixes are more than a pixel apart, else one stroke from minimum to maximum per pixel.
 * Gaps break it.
 */
export function strokeLine(g: CanvasRenderingContext2D, line: Line, plot: Plot): void {
  const { time_ms, piece_starts } = line;
  const { start, end } = rowsBetween(time_ms, plot.range.from_ms, plot.range.to_ms);
  g.beginPath();
  for (let p = 0; p < piece_starts.length; p++) {
    const from = Math.max(piece_starts[p]!, start - 1);
    const to = Math.min(piece_starts[p + 1] ?? time_ms.length, end + 1);
    if (to <= from) continue;
    const pixels = xOf(plot, time_ms[to - 1]!) - xOf(plot, time_ms[from]!);
    if (to - from <= pixels * 2) strokeFixes(g, line, plot, from, to);
    else strokePixels(g, line, plot, from, to);
  }
  g.stroke();
}

function strokeFixes(
  g: CanvasRenderingContext2D,
  { time_ms, pyramid: { values }, factor, circular }: Line,
  plot: Plot,
  from: number,
  to: number,
): void {
  let before = NaN;
  for (let row = from; row < to; row++) {
    const value = values[row]!;
    const breaks = Number.isNaN(before) || (circular && Math.abs(value - before) > 180);
    if (!Number.isNaN(value)) {
      if (breaks) g.moveTo(xOf(plot, time_ms[row]!), yOf(plot, value * factor));
      else g.lineTo(xOf(plot, time_ms[row]!), yOf(plot, value * factor));
    }
    before = value;
  }
}

function strokePixels(
  g: CanvasRenderingContext2D,
  { time_ms, pyramid, factor, circular }: Line,
  plot: Plot,
  from: number,
  to: number,
): void {
  const seen = { low: NaN, high: NaN };
  const ms_per_px = (plot.range.to_ms - plot.range.from_ms) / plot.width;
  let isOpen = false;
  for (let row = from; row < to; ) {
    const x = Math.floor(xOf(plot, time_ms[row]!));
    const end_ms = plot.range.from_ms + (x + 1 - plot.left) * ms_per_px;
    const after = Math.min(to, Math.max(row + 1, rowAfter(time_ms, end_ms, row)));
    pyramid.range(row, after, seen);
    row = after;
    if (Number.isNaN(seen.low)) {
      isOpen = false;
      continue;
    }
    const [low, high] = [yOf(plot, seen.low * factor), yOf(plot, seen.high * factor)];
    const isTorn = circular && seen.high - seen.low > 180;
    if (isOpen && !isTorn) g.lineTo(x + 0.5, low);
    else g.moveTo(x + 0.5, low);
    if (high !== low && !isTorn) g.lineTo(x + 0.5, high);
    else if (!isOpen || isTorn) g.lineTo(x + 0.5, low + 0.5);
    isOpen = true;
  }
}
