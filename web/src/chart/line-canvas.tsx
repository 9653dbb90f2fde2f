import { useEffect, useRef } from "react";
import { tokenColors, useDark, usePixelRatio } from "../look/theme";
import { rowAfter, rowsBetween } from "../playback/rows";
import styles from "./chart.module.css";
import type { Frame } from "./frame";
import { endsOf, type Scale } from "./scales";

/** A column over time. */
export interface Series {
  time_ms: Float64Array;
  piece_starts: Uint32Array;
  pyramid: Pyramid;
  /** Factor from the stored to the display unit. */
  factor: number;
  /** Whether it is a direction; its jump at north is not drawn. */
  circular: boolean;
}

export interface CanvasLine {
  series: Series;
  /** The scale of a part of the chart; the line is drawn within it. */
  x: Scale;
  y: Scale;
  color: `--${string}`;
  width_px: number;
  opacity: number;
}

/** Lines of up to millions of fixes: fix by fix, or where fixes are closer than pixels one stroke a pixel. */
export function LineCanvas({ frame: { width, height }, lines }: { frame: Frame; lines: readonly CanvasLine[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDark = useDark();
  const ratio = usePixelRatio();
  useEffect(() => {
    const g = canvas.current?.getContext("2d");
    if (!g || !canvas.current) return;
    Object.assign(canvas.current, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    g.scale(ratio, ratio);
    g.lineJoin = "round";
    const names = [...new Set(lines.map(({ color }) => color))];
    const colors = tokenColors(names);
    for (const line of lines) {
      g.save();
      clipTo(g, line);
      g.strokeStyle = colors[names.indexOf(line.color)]!;
      g.lineWidth = line.width_px;
      g.globalAlpha = line.opacity;
      strokeLine(g, line.series, line.x, line.y);
      g.restore();
    }
  }, [width, height, lines, isDark, ratio]);
  return <canvas ref={canvas} className={styles.canvas} style={{ width, height }} />;
}

/** The plot of a line and 2 px above and below it, for strokes along its edges. */
function clipTo(g: CanvasRenderingContext2D, { x, y }: CanvasLine): void {
  const [left, right] = [x.range()[0]!, x.range().at(-1)!];
  const [bottom, top] = y.range() as [number, number];
  g.beginPath();
  g.rect(left, top - 2, right - left, bottom - top + 4);
  g.clip();
}

/** Gaps of the series break the line. */
function strokeLine(g: CanvasRenderingContext2D, series: Series, x: Scale, y: Scale): void {
  const { time_ms, piece_starts } = series;
  const [from_ms, to_ms] = endsOf(x);
  const { start, end } = rowsBetween(time_ms, from_ms, to_ms);
  g.beginPath();
  for (let p = 0; p < piece_starts.length; p++) {
    const from = Math.max(piece_starts[p]!, start - 1);
    const to = Math.min(piece_starts[p + 1] ?? time_ms.length, end + 1);
    if (to <= from) continue;
    const pixels = x(time_ms[to - 1]!) - x(time_ms[from]!);
    if (to - from <= pixels * 2) strokeFixes(g, series, x, y, from, to);
    else strokePixels(g, series, x, y, from, to);
  }
  g.stroke();
}

function strokeFixes(
  g: CanvasRenderingContext2D,
  { time_ms, pyramid: { values }, factor, circular }: Series,
  x: Scale,
  y: Scale,
  from: number,
  to: number,
): void {
  let before = NaN;
  for (let row = from; row < to; row++) {
    const value = values[row]!;
    const breaks = Number.isNaN(before) || (circular && Math.abs(value - before) > 180);
    if (!Number.isNaN(value)) {
      if (breaks) g.moveTo(x(time_ms[row]!), y(value * factor));
      else g.lineTo(x(time_ms[row]!), y(value * factor));
    }
    before = value;
  }
}

function strokePixels(
  g: CanvasRenderingContext2D,
  { time_ms, pyramid, factor, circular }: Series,
  x: Scale,
  y: Scale,
  from: number,
  to: number,
): void {
  const seen = { low: NaN, high: NaN };
  let isOpen = false;
  for (let row = from; row < to; ) {
    const pixel = Math.floor(x(time_ms[row]!));
    const after = Math.min(to, Math.max(row + 1, rowAfter(time_ms, x.invert(pixel + 1), row)));
    pyramid.range(row, after, seen);
    row = after;
    if (Number.isNaN(seen.low)) {
      isOpen = false;
      continue;
    }
    const [low, high] = [y(seen.low * factor), y(seen.high * factor)];
    const isTorn = circular && seen.high - seen.low > 180;
    if (isOpen && !isTorn) g.lineTo(pixel + 0.5, low);
    else g.moveTo(pixel + 0.5, low);
    if (high !== low && !isTorn) g.lineTo(pixel + 0.5, high);
    else if (!isOpen || isTorn) g.lineTo(pixel + 0.5, low + 0.5);
    isOpen = true;
  }
}

/** Smallest and largest of a column over blocks of 2, 4, 8, … rows; NaN is ignored. */
export class Pyramid {
  private readonly low: Float32Array[];
  private readonly high: Float32Array[];

  constructor(readonly values: Float32Array) {
    this.low = [values];
    this.high = [values];
    for (let size = values.length; size > 1; size = Math.ceil(size / 2)) this.addLevel(Math.ceil(size / 2));
  }

  /** Smallest and largest of rows [start, end); both NaN when no row has a value. */
  range(start: number, end: number, into: { low: number; high: number }): void {
    into.low = into.high = NaN;
    let from = Math.max(0, start);
    let to = Math.min(this.values.length, end);
    for (let level = 0; from < to; level++) {
      if (from % 2 === 1) this.take(level, from++, into);
      if (to % 2 === 1) this.take(level, --to, into);
      from /= 2;
      to /= 2;
    }
  }

  private take(level: number, block: number, into: { low: number; high: number }): void {
    const low = this.low[level]![block]!;
    const high = this.high[level]![block]!;
    if (!(into.low <= low)) into.low = Number.isNaN(low) ? into.low : low;
    if (!(into.high >= high)) into.high = Number.isNaN(high) ? into.high : high;
  }

  private addLevel(size: number): void {
    const [below_low, below_high] = [this.low.at(-1)!, this.high.at(-1)!];
    const [low, high] = [new Float32Array(size), new Float32Array(size)];
    const last = below_low.length - 1;
    // Without arrays of two, which are made anew in each round before this code is compiled.
    for (let block = 0; block < size; block++) {
      const first = 2 * block;
      const second = first < last ? first + 1 : last;
      const a = below_low[first]!;
      const b = below_low[second]!;
      // A comparison with NaN is false.
      low[block] = b < a || Number.isNaN(a) ? b : a;
      const c = below_high[first]!;
      const d = below_high[second]!;
      high[block] = d > c || Number.isNaN(c) ? d : c;
    }
    this.low.push(low);
    this.high.push(high);
  }
}

const pyramids = new WeakMap<Float32Array, Pyramid>();

/** The pyramid of a column, built once. */
export function pyramidOf(values: Float32Array): Pyramid {
  const built = pyramids.get(values) ?? new Pyramid(values);
  pyramids.set(values, built);
  return built;
}
