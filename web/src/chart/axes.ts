import { fixed } from "../format/numbers";
import type { Metric, Scale } from "../playback/metric";
import { type Plot, xOf, yOf } from "./line-layer";
import { svg } from "./svg";
import { tickText, timeTicks } from "./time-ticks";

const TICK_PX = 90;
/** A plot lower than this has half the horizontal rules, px. *guess* */
const MIN_HEIGHT_ALL_RULES_PX = 80;

/** Half the width of a digit or letter of a tick, px. *guess* */
const HALF_LETTER_PX = 3;

/** A time below the chart. */
export interface TimeTick {
  left: number;
  right: number;
  element: SVGElement;
  isHidden: boolean;
}

/**
 * No axis lines: dotted rules at the legend's steps, the unit above the scale, times in the track's zone. Returns the
 * times, which are hidden while the label of the playhead lies over them.
 */
export function drawAxes(
  into: SVGElement,
  plot: Plot,
  metric: Metric,
  { edges }: Scale,
  zone: string | null,
): TimeTick[] {
  into.replaceChildren(unit(metric));
  const shown = plot.height < MIN_HEIGHT_ALL_RULES_PX ? edges.filter((_, i) => i % 2 === 0) : edges;
  for (const edge of shown) {
    const y = Math.round(yOf(plot, edge)) + 0.5;
    into.append(
      svg("path", {
        d: `M${plot.left} ${y}H${plot.left + plot.width}`,
        stroke: "var(--line)",
        "stroke-dasharray": edge === edges[0] ? "none" : "1.5 4",
      }),
    );
    into.append(text(plot.left - 6, y + 3.5, fixed(edge, Number.isInteger(edge) ? 0 : 1), "end"));
  }
  const ticks = drawTimes(plot, zone);
  into.append(...ticks.map(({ element }) => element));
  return ticks;
}

function drawTimes(plot: Plot, zone: string | null): TimeTick[] {
  const { from_ms, to_ms } = plot.range;
  const { step_ms, ticks } = timeTicks(from_ms, to_ms, Math.max(2, plot.width / TICK_PX), zone);
  return ticks.map((at) => {
    const x = Math.min(plot.left + plot.width - 16, xOf(plot, at));
    const words = tickText(at, step_ms, zone);
    const half = words.length * HALF_LETTER_PX;
    const element = text(x, plot.top + plot.height + 16, words, "middle");
    return { left: x - half, right: x + half, element, isHidden: false };
  });
}

function unit(metric: Metric): SVGElement {
  return text(28, 20, metric.display_unit, "end");
}

function text(x: number, y: number, content: string, anchor: string): SVGElement {
  const element = svg("text", { x, y, "text-anchor": anchor, "font-size": 11, fill: "var(--ink-3)" });
  element.textContent = content;
  return element;
}

/** Pattern for losses of the file. */
export function hatchPattern(): SVGElement {
  const defs = svg("defs");
  const pattern = svg("pattern", {
    id: "chart-hatch",
    width: 6,
    height: 6,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  pattern.append(
    svg("rect", { width: 6, height: 6, fill: "var(--warn-soft)" }),
    svg("path", { d: "M0 0V6", stroke: "var(--warn)", "stroke-width": 2 }),
  );
  defs.append(pattern);
  return defs;
}
