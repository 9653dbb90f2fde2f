import type { Analysis } from "@leebow/core";
import { across, type Box, clipped, frame, type TimeAxis } from "./frame.ts";
import { PORT, STARBOARD } from "./palette.ts";
import { runsOf, runsWhere, wrap180 } from "./runs.ts";
import { el, line } from "./svg.ts";

/** The angle to the wind without its side, which the colour says: tacks change colour below, gybes above. */
export function angleChart(box: Box, axis: TimeAxis, { columns }: Analysis): string {
  const { twa, etwa } = columns.channels;
  const angle = etwa ?? twa;
  const up = (deg: number) => box.y + box.height - (deg / 180) * box.height;
  const ticks = [0, 45, 90, 135, 180].map((deg) => ({ y: up(deg), text: `${deg}°` }));
  const title = "Angle between the course and the wind; on port in red, on starboard in green";
  if (!angle) return frame(box, axis, title, ticks, false);
  const x = across(box, axis);
  const runs = runsWhere(runsOf(columns.time_ms), (row) => !Number.isNaN(angle[row]!));
  const side = (starboard: boolean) => {
    const mine = runsWhere(runs, (row) => wrap180(angle[row]!) >= 0 === starboard);
    const points = ([start, end]: [number, number]) =>
      Array.from({ length: end - start }, (_, i) => [x(columns.time_ms[start + i]!), up(Math.abs(wrap180(angle[start + i]!)))] as const);
    const d = mine.map((run) => line(points(run))).join("");
    return d && el("path", { d, fill: "none", stroke: starboard ? STARBOARD : PORT, "stroke-width": 1.2, "stroke-linejoin": "round", "stroke-linecap": "round" });
  };
  return frame(box, axis, title, ticks, false) + clipped("angle", box, side(true) + side(false));
}
