import { INK_2, INK_3, LINE, SEA, SURFACE } from "./palette.ts";
import { el, label, px } from "./svg.ts";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The time axis that the charts share. */
export interface TimeAxis {
  /** Side by side; what is between them is cut out. */
  parts: readonly { from_ms: number; to_ms: number }[];
  /** Labelled instants. */
  ticks: { time_ms: number; text: string }[];
}

/** Width of a cut, and the least distance between two labelled times, px. */
const CUT_PX = 14;
const LABEL_PX = 44;

/** Maps UTC milliseconds to x in pixels; a moment that is cut out to the start of the next part. */
export function across({ x, width }: Box, { parts }: TimeAxis): (time_ms: number) => number {
  const total_ms = parts.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0);
  const cut = Math.min(CUT_PX, (0.2 * width) / Math.max(1, parts.length - 1));
  const scale = (width - cut * (parts.length - 1)) / Math.max(1, total_ms);
  return (time_ms) => {
    let left = x;
    for (const { from_ms, to_ms } of parts.slice(0, -1)) {
      if (time_ms <= to_ms) return left + Math.max(0, time_ms - from_ms) * scale;
      left += (to_ms - from_ms) * scale + cut;
    }
    return left + Math.max(0, time_ms - parts.at(-1)!.from_ms) * scale;
  };
}

/** What is cut out of a chart, in the colour of the water. */
function cuts(box: Box, axis: TimeAxis): string[] {
  const at = across(box, axis);
  return axis.parts.slice(1).map(({ from_ms }, i) => {
    const left = at(axis.parts[i]!.to_ms);
    return el("rect", { x: px(left), y: box.y, width: px(at(from_ms) - left), height: box.height, fill: SEA });
  });
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
  let free = -Infinity;
  const columns = axis.ticks.map(({ time_ms, text }) => {
    const isFree = at(time_ms) >= free;
    if (isFree) free = at(time_ms) + LABEL_PX;
    return [
      el("path", { d: `M${px(at(time_ms))} ${box.y}v${box.height}`, stroke: LINE, "stroke-dasharray": "1 5" }),
      times && isFree
        ? label(at(time_ms), box.y + box.height + 16, text, { "text-anchor": "middle", "font-size": 11, fill: INK_3 })
        : "",
    ];
  });
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
    ...cuts(box, axis),
  ].join("");
}

/** Clips a drawing to the box. */
export function clipped(id: string, box: Box, inside: string): string {
  const clip = el("clipPath", { id }, el("rect", { x: box.x, y: box.y, width: box.width, height: box.height }));
  return clip + el("g", { "clip-path": `url(#${id})` }, inside);
}

const STEPS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

/** At most eight round local times, more where parts end between them; the start of a part without one. */
export function timeAxis(parts: TimeAxis["parts"], clock: (iso: string) => string): TimeAxis {
  const minutes = parts.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0) / 60_000;
  const step_ms = (STEPS_MIN.find((step) => minutes / step <= 8) ?? 1440 * Math.ceil(minutes / 1440 / 8)) * 60_000;
  const iso = (ms: number) => new Date(ms).toISOString();
  const tick = (time_ms: number) => ({ time_ms, text: clock(iso(time_ms)).slice(0, 5) });
  const ticks = parts.flatMap(({ from_ms, to_ms }) => {
    const [h = 0, m = 0, s = 0] = clock(iso(from_ms)).split(":").map(Number);
    const midnight_ms = from_ms - (from_ms % 1000) - ((h * 60 + m) * 60 + s) * 1000;
    const round = [];
    for (let k = Math.ceil((from_ms - midnight_ms) / step_ms); midnight_ms + k * step_ms <= to_ms; k += 1)
      round.push(tick(midnight_ms + k * step_ms));
    return parts.length > 1 && round.length === 0 ? [tick(from_ms)] : round;
  });
  return { parts, ticks };
}

/** The smallest of the round steps that divides the span into at most `most` parts. */
export function roundStep(span: number, most: number, steps: readonly number[]): number {
  return steps.find((step) => span / step <= most) ?? steps.at(-1)!;
}
