import type { FileAnalysis } from "@leebow/core";
import { type Plot, xOf } from "./line-layer";
import { svg } from "./svg";

/** A moment recorded by the device or by a button on it. */
export interface DeviceMark {
  at_ms: number;
  /** Name of the mark; laps have none. */
  label: string | null;
}

const TICK_PX = 6;

/** Start signal, finish, marks set by hand, and the starts of all laps except the first. */
export function deviceMarks({ events, laps }: FileAnalysis): DeviceMark[] {
  const begun = laps.slice(1).map(({ start_time }): DeviceMark => ({ at_ms: Date.parse(start_time), label: null }));
  const names: Partial<Record<FileAnalysis["events"][number]["kind"], string>> = {
    race_start: "Start",
    race_end: "Finish",
    mark: "Mark",
  };
  const pressed = events.flatMap(({ kind, time }): DeviceMark[] =>
    names[kind] ? [{ at_ms: Date.parse(time), label: names[kind] }] : [],
  );
  return [...begun, ...pressed];
}

/** Laps as ticks at the bottom of the plot; other marks as vertical lines with their names. */
export function drawDeviceMarks(into: SVGElement, marks: readonly DeviceMark[], plot: Plot): void {
  into.replaceChildren();
  const foot = plot.top + plot.height;
  for (const { at_ms, label } of marks) {
    if (at_ms < plot.range.from_ms || at_ms > plot.range.to_ms) continue;
    const x = xOf(plot, at_ms);
    into.append(
      svg("path", {
        d: `M${x} ${foot}V${label ? plot.top : foot - TICK_PX}`,
        stroke: "var(--ink-2)",
        "stroke-width": 1,
      }),
    );
    if (!label) continue;
    const text = svg("text", {
      x: x + 4,
      y: plot.top + 9,
      "font-size": 10,
      fill: "var(--ink-2)",
      style: "font-stretch:87%",
      "pointer-events": "none",
    });
    text.textContent = label;
    into.append(text);
  }
}
