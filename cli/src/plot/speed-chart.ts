import { type Analysis, type Channel, KIND_COLORS, SEGMENT_KINDS } from "@leebow/core";
import { across, type Box, clipped, frame, roundStep, type TimeAxis } from "./frame.ts";
import { INK, sideColour } from "./palette.ts";
import { runsOf, runsWhere } from "./runs.ts";
import { curve, el, mark, px } from "./svg.ts";

const STEPS_KN = [1, 2, 5, 10, 20, 50];

/** Speed over ground; straights are shaded in the colour of their tack, maneuvers are marked at the upper edge. */
export function speedChart(box: Box, axis: TimeAxis, { columns, report }: Analysis, channel: Channel): string {
  const sog = columns.channels.sog ?? new Float32Array(columns.n).fill(NaN);
  const most = Math.max(2, highest(sog)) * channel.display_factor * 1.12;
  const step = roundStep(most, 6, STEPS_KN);
  const up = (kn: number) => box.y + box.height - (kn / most) * box.height;
  const x = across(box, axis);
  const runs = runsWhere(runsOf(columns.time_ms), (row) => !Number.isNaN(sog[row]!));
  const d = runs
    .map((run) =>
      curve(
        run,
        (row) => x(columns.time_ms[row]!),
        (row) => up(sog[row]! * channel.display_factor),
      ),
    )
    .join("");
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, k) => ({
    y: up(k * step),
    text: String(k * step),
  }));
  const shades = report.straights.map(({ start_time, end_time, side }) => {
    const [from, to] = [x(Date.parse(start_time)), x(Date.parse(end_time))];
    return el("rect", {
      x: px(from),
      y: box.y,
      width: px(Math.max(0.5, to - from)),
      height: box.height,
      fill: sideColour(side),
      "fill-opacity": 0.09,
    });
  });
  const drawn = el("path", { d, fill: "none", stroke: INK, "stroke-width": 1.1, "stroke-linejoin": "round" });
  const title = "Speed over ground, kn; straights on port in red, on starboard in green";
  return (
    frame(box, axis, title, ticks, true) +
    clipped("speed", box, shades.join("") + drawn) +
    maneuverMarks(box, axis, report)
  );
}

/** The highest known value, 0 without any. */
function highest(values: Float32Array): number {
  return values.reduce((most, value) => Math.max(value, most), 0);
}

/** A vertical line for each maneuver, and its letter where it does not overlap the last one. */
export function maneuverMarks(box: Box, axis: TimeAxis, { maneuvers }: Analysis["report"]): string {
  const x = across(box, axis);
  let last = -Infinity;
  return maneuvers
    .map(({ time, kind }) => {
      const at = x(Date.parse(time));
      const drop = el("path", {
        d: `M${px(at)} ${box.y}v${box.height}`,
        stroke: KIND_COLORS[kind],
        "stroke-dasharray": "2 3",
        "stroke-opacity": 0.6,
      });
      if (at - last < 14) return drop;
      last = at;
      return drop + mark(at, box.y, 6.5, SEGMENT_KINDS[kind].letter, KIND_COLORS[kind]);
    })
    .join("");
}
