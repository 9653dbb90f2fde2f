import { INK_2, INK_3, LINE, SURFACE } from "./palette.ts";
import { el, label, px } from "./svg.ts";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The time axis that the charts share. */
export interface TimeAxis {
  from_ms: number;
  to_ms: number;
  /** Labelled instants. */
  ticks: { time_ms: number; text: string }[];
}

/** Maps UTC milliseconds to x in pixels. */
export function across({ x, width }: Box, { from_ms, to_ms }: TimeAxis): (time_ms: number) => number {
  const scale = width / Math.max(1, to_ms - from_ms);
  return (time_ms) => x + (time_ms - from_ms) * scale;
}

/** The frame of a chart: title, dotted rules with their values, times below. */
export function frame(
  box: Box,
  axis: TimeAxis,
  title: string,
  ticks: { y: number; text: string }[],
  times: boolean,
): string {
  const at = across(box, axis);
  const rules = ticks.map(({ y, text }) => [
    el("path", { d: `M${box.x} ${px(y)}h${box.width}`, stroke: LINE, "stroke-dasharray": "1 3" }),
    label(box.x - 8, y + 4, text, { "text-anchor": "end", "font-size": 11, fill: INK_3 }),
  ]);
  const columns = axis.ticks.map(({ time_ms, text }) => [
    el("path", { d: `M${px(at(time_ms))} ${box.y}v${box.height}`, stroke: LINE, "stroke-dasharray": "1 5" }),
    times
      ? label(at(time_ms), box.y + box.height + 16, text, { "text-anchor": "middle", "font-size": 11, fill: INK_3 })
      : "",
  ]);
  return [
    el("rect", {
      x: box.x,
      y: box.y,
      width: box.width,
      height: box.height,
      fill: SURFACE,
      stroke: LINE,
      "stroke-width": 0.5,
    }),
    label(box.x, box.y - 16, title, { "font-size": 12, "font-weight": 600, fill: INK_2 }),
    ...rules.flat(),
    ...columns.flat(),
  ].join("");
}

/** Clips a drawing to the box. */
export function clipped(id: string, box: Box, inside: string): string {
  const clip = el("clipPath", { id }, el("rect", { x: box.x, y: box.y, width: box.width, height: box.height }));
  return clip + el("g", { "clip-path": `url(#${id})` }, inside);
}

const STEPS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

/** At most eight round local times. */
export function timeAxis(from_ms: number, to_ms: number, clock: (iso: string) => string): TimeAxis {
  const minutes = (to_ms - from_ms) / 60_000;
  const step_ms = (STEPS_MIN.find((step) => minutes / step <= 8) ?? 1440 * Math.ceil(minutes / 1440 / 8)) * 60_000;
  const iso = (ms: number) => new Date(ms).toISOString();
  const [h = 0, m = 0, s = 0] = clock(iso(from_ms)).split(":").map(Number);
  const midnight_ms = from_ms - (from_ms % 1000) - ((h * 60 + m) * 60 + s) * 1000;
  const ticks = [];
  const first = Math.ceil((from_ms - midnight_ms) / step_ms);
  for (let k = first; midnight_ms + k * step_ms <= to_ms; k += 1) {
    const time_ms = midnight_ms + k * step_ms;
    ticks.push({ time_ms, text: clock(iso(time_ms)).slice(0, 5) });
  }
  return { from_ms, to_ms, ticks };
}

/** The smallest of the round steps that divides the span into at most `most` parts. */
export function roundStep(span: number, most: number, steps: readonly number[]): number {
  return steps.find((step) => span / step <= most) ?? steps.at(-1)!;
}
