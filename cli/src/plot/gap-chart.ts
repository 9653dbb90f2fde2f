import type { RaceColumns } from "@leebow/core";
import { nameOf } from "../exporters/race-course.ts";
import { type DrawnRace, styleOf } from "./drawn-race.ts";
import { across, type Box, clipped, frame, roundStep, type TimeAxis } from "./frame.ts";
import { INK_3 } from "./palette.ts";
import { quantile, runsOf, runsWhere } from "./runs.ts";
import { curve, el, label, px } from "./svg.ts";

const STEPS_S = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200];
/** The axis ends at this quantile of the gaps, so that a boat that is far behind does not flatten the others (guess). */
const MOST_SHARE = 0.97;

/** How far each boat was behind the leader, who is at the top, with the leader's times at the marks. */
export function gapChart(box: Box, axis: TimeAxis, race: DrawnRace): string {
  const { columns, report } = race;
  const most =
    Math.max(
      5,
      quantile(
        columns.flatMap(({ behind_s }) => [...behind_s]),
        MOST_SHARE,
      ) || 0,
    ) * 1.05;
  const step = roundStep(most, 5, STEPS_S);
  const down = (seconds: number) => box.y + (seconds / most) * box.height;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, k) => ({
    y: down(k * step),
    text: String(k * step),
  }));
  const lines = report.boats.map(({ track }, i) => {
    const own = columns.find((one) => one.track === track);
    return own ? gapLine(own, box, axis, down, i) : "";
  });
  const known = columns.some(({ behind_s }) => behind_s.some((value) => !Number.isNaN(value)));
  const title = known ? "Behind the leader, s" : "Behind the leader: not known in this race";
  return frame(box, axis, title, ticks, true) + clipped("gaps", box, lines.join("")) + markTimes(box, axis, race);
}

function gapLine(
  { time_ms, behind_s }: RaceColumns,
  box: Box,
  axis: TimeAxis,
  down: (seconds: number) => number,
  index: number,
): string {
  const x = across(box, axis);
  const { colour, dashes } = styleOf(index);
  const runs = runsWhere(runsOf(time_ms), (row) => !Number.isNaN(behind_s[row]!));
  const d = runs.map((run) =>
    curve(
      run,
      (row) => x(time_ms[row]!),
      (row) => down(behind_s[row]!),
    ),
  );
  return el("path", {
    d: d.join(""),
    fill: "none",
    stroke: colour,
    "stroke-width": 1.5,
    "stroke-dasharray": dashes,
    "stroke-linejoin": "round",
  });
}

/** A vertical line where the first boat passed each waypoint. */
function markTimes(box: Box, axis: TimeAxis, { report }: DrawnRace): string {
  const x = across(box, axis);
  return report.waypoints
    .slice(1)
    .map((waypoint) => {
      const times = report.boats.flatMap(({ passings }) =>
        passings.flatMap((passing) => (passing?.waypoint === waypoint.id ? [Date.parse(passing.time)] : [])),
      );
      if (times.length === 0) return "";
      const at = px(x(Math.min(...times)));
      return (
        el("path", { d: `M${at} ${box.y}v${box.height}`, stroke: INK_3, "stroke-dasharray": "2 3" }) +
        label(at - 4, box.y - 4, nameOf(waypoint, report), { "text-anchor": "end", "font-size": 11, fill: INK_3 })
      );
    })
    .join("");
}
