import type { Analysis, TrackColumns } from "@leebow/core";
import { across, type Box, clipped, frame, type TimeAxis } from "./frame.ts";
import { INK, PORT, STARBOARD } from "./palette.ts";
import { runsOf, runsWhere, wrap180 } from "./runs.ts";
import { curve, el } from "./svg.ts";

/** The absolute wind angle, in the colour of the tack. */
export function angleChart(box: Box, axis: TimeAxis, { columns }: Analysis): string {
  const { twa, etwa } = columns.channels;
  const angle = etwa ?? twa;
  const up = (deg: number) => box.y + box.height - (deg / 180) * box.height;
  const ticks = [0, 45, 90, 135, 180].map((deg) => ({ y: up(deg), text: `${deg}°` }));
  const title = "Angle between the course and the wind; on port in red, on starboard in green";
  if (!angle) return courseChart(box, axis, columns);
  const x = across(box, axis);
  const runs = runsWhere(runsOf(columns.time_ms), (row) => !Number.isNaN(angle[row]!));
  const side = (starboard: boolean) => {
    const mine = runsWhere(runs, (row) => wrap180(angle[row]!) >= 0 === starboard);
    const d = mine
      .map((run) =>
        curve(
          run,
          (row) => x(columns.time_ms[row]!),
          (row) => up(Math.abs(wrap180(angle[row]!))),
        ),
      )
      .join("");
    return (
      d &&
      el("path", {
        d,
        fill: "none",
        stroke: starboard ? STARBOARD : PORT,
        "stroke-width": 1.2,
        "stroke-linejoin": "round",
        "stroke-linecap": "round",
      })
    );
  };
  return frame(box, axis, title, ticks, false) + clipped("angle", box, side(true) + side(false));
}

/** Without a wind: the course over ground, one dot per fix. */
function courseChart(box: Box, axis: TimeAxis, { time_ms, channels }: TrackColumns): string {
  const cog = channels.cog ?? new Float32Array(0);
  const up = (deg: number) => box.y + box.height - (deg / 360) * box.height;
  const ticks = [0, 90, 180, 270, 360].map((deg) => ({ y: up(deg), text: `${String(deg % 360).padStart(3, "0")}°` }));
  const x = across(box, axis);
  const dots = new Set<string>();
  for (const [row, deg] of cog.entries())
    if (!Number.isNaN(deg)) dots.add(`M${Math.round(x(time_ms[row]!) * 2) / 2} ${Math.round(up(deg) * 2) / 2}h0`);
  const drawn = el("path", {
    d: [...dots].join(""),
    stroke: INK,
    "stroke-width": 1.6,
    "stroke-linecap": "round",
    "stroke-opacity": 0.6,
  });
  return frame(box, axis, "Course over ground", ticks, false) + clipped("course", box, drawn);
}
