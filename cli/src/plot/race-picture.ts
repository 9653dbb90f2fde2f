import { basename, extname } from "node:path";
import { countText, halfWidth90, type RaceBoat } from "@leebow/core";
import { nameOf } from "../exporters/race-course.ts";
import { coursePanel } from "./course-panel.ts";
import { type BoatStyle, type DrawnRace, styleOf } from "./drawn-race.ts";
import { type Box, timeAxis } from "./frame.ts";
import { gapChart } from "./gap-chart.ts";
import { INK, INK_2, INK_3, LINE } from "./palette.ts";
import { page } from "./picture.ts";
import { el, label } from "./svg.ts";

const COURSE: Box = { x: 24, y: 118, width: 720, height: 852 };
const TABLE = { x: 780, y: 118, width: 792, row: 21 };
/** Boats that the table has room for; the others are counted. */
const ROWS = 20;
const GAPS = { x: 812, width: 760, most: 560, bottom: 950 };
/** Between the table and the chart. */
const BETWEEN = 70;
/** Waypoints that the table has room for. */
const MARKS = 7;

/** A race as an SVG: the course with the boats' tracks on the left, places at the marks and gaps on the right. */
export function racePicture(race: DrawnRace): string {
  const { report, columns, clock } = race;
  const known = columns.flatMap(
    ({ time_ms, behind_s }) => time_ms[behind_s.findLastIndex((s) => !Number.isNaN(s))] ?? [],
  );
  const end_ms = known.length === 0 ? Date.parse(report.end_time) : Math.max(...known);
  const axis = timeAxis([{ from_ms: Date.parse(report.start_time), to_ms: end_ms }], clock.time);
  const top = Math.max(tableEnd(race) + BETWEEN, GAPS.bottom - GAPS.most);
  const gaps: Box = { x: GAPS.x, y: top, width: GAPS.width, height: GAPS.bottom - top };
  return page(`Race ${race.number}`, head(race), coursePanel(COURSE, race), places(race), gapChart(gaps, axis, race));
}

function head({ number, report, clock }: DrawnRace): string {
  const day = `${clock.date(report.start_time)}, start ${clock.time(report.start_time)} (${clock.zone})`;
  const legs = countText(report.legs.length, "leg");
  const sd = report.twd_sd_deg === null ? "" : ` ± ${halfWidth90(report.twd_sd_deg).toFixed(0)}°`;
  const wind =
    report.twd_deg === null
      ? "wind unknown"
      : `wind from ${String(Math.round(report.twd_deg) % 360).padStart(3, "0")}°${sd}`;
  return (
    label(24, 40, `Race ${number}`, { "font-size": 24, "font-weight": 600, fill: INK }) +
    label(24, 68, day, { "font-size": 14, fill: INK_2 }) +
    label(24, 90, `${countText(report.boats.length, "boat")} with tracks, ${legs}, ${wind}`, {
      "font-size": 14,
      fill: INK_2,
    })
  );
}

const tableEnd = ({ report }: DrawnRace): number => TABLE.y + 30 + Math.min(ROWS, report.boats.length) * TABLE.row;

/** The places at the marks with the seconds behind, a row a boat. A place that could be the other way round is in brackets. */
function places(race: DrawnRace): string {
  const { report } = race;
  const waypoints = report.waypoints.slice(1).slice(-MARKS);
  const shown = report.boats.slice(0, ROWS);
  const left = TABLE.x + 250;
  const width = (TABLE.x + TABLE.width - left) / Math.max(1, waypoints.length);
  const right = (k: number) => left + (k + 1) * width - 6;
  const heads = waypoints.map((waypoint, k) =>
    label(right(k), TABLE.y + 12, nameOf(waypoint, report), { "text-anchor": "end", "font-size": 12, fill: INK_3 }),
  );
  const rows = shown.map((boat, i) => {
    const y = TABLE.y + 20 + (i + 0.72) * TABLE.row;
    const cells = waypoints.map(({ id }, k) => {
      const passing = boat.passings.find((passing) => passing?.waypoint === id);
      if (!passing) return "";
      const place = passing.place_sure ? String(passing.place) : `(${passing.place})`;
      const behind = passing.place === 1 ? "" : ` +${passing.behind_s.toFixed(0)} s`;
      return label(right(k), y, place + behind, { "text-anchor": "end", "font-size": 12, fill: INK });
    });
    return row(boat, i, y) + cells.join("");
  });
  const rest = report.boats.length - shown.length;
  const foot = [
    "Places are among the boats with tracks; in brackets: could be the other way round.",
    rest > 0 ? `${rest} more boats are not in this table.` : "",
    report.waypoints.length - 1 > MARKS ? `Of the marks it has the last ${MARKS}.` : "",
  ].filter(Boolean);
  return [
    label(TABLE.x, TABLE.y + 12, "Places, and seconds behind the first", {
      "font-size": 12,
      "font-weight": 600,
      fill: INK_2,
    }),
    ...heads,
    el("path", { d: `M${TABLE.x} ${TABLE.y + 20}h${TABLE.width}`, stroke: LINE }),
    ...rows,
    label(TABLE.x, tableEnd(race) + 12, foot.join(" "), { "font-size": 11, fill: INK_3 }),
  ].join("");
}

const STATES: Record<RaceBoat["state"], string> = {
  finished: "",
  retired: "retired",
  course_differs: "other course",
  late: "late",
};

function row(boat: RaceBoat, i: number, y: number): string {
  const place = boat.place === null ? "" : boat.place_sure ? String(boat.place) : `(${boat.place})`;
  const state = STATES[boat.state];
  const words = `${short(boat.track, state ? 16 : 26)}${state && `, ${state}`}`;
  return (
    label(TABLE.x + 22, y, place, { "text-anchor": "end", "font-size": 12, "font-weight": 600, fill: INK }) +
    swatch(TABLE.x + 30, y - 4, styleOf(i)) +
    label(TABLE.x + 58, y, words, { "font-size": 12, fill: INK })
  );
}

function swatch(x: number, y: number, { colour, dashes }: BoatStyle): string {
  return el("path", { d: `M${x} ${y}h20`, stroke: colour, "stroke-width": 3, "stroke-dasharray": dashes });
}

/** The name of a recording without its folder and ending, at most so many letters: the end tells boats apart. */
function short(track: string, most: number): string {
  const name = basename(track, extname(track));
  return name.length <= most ? name : `…${name.slice(1 - most)}`;
}
