import type { RaceMark, RaceTrack, RaceWaypoint } from "@leebow/core";
import { nameOf } from "../exporters/race-course.ts";
import { dial } from "./dial.ts";
import { type DrawnRace, styleOf } from "./drawn-race.ts";
import type { Box } from "./frame.ts";
import { freestCorner, type Point, projection, scaleBar } from "./map-panel.ts";
import { INK, INK_2, SEA, WARN } from "./palette.ts";
import { runsOf } from "./runs.ts";
import { el, label, line, px } from "./svg.ts";

/** The tracks begin this long before the gun, so that the approach to the line is seen, s (guess). */
const BEFORE_GUN_S = 60;

/** The course, north up: the track of each boat in her colour, the line and the marks with their uncertainty. */
export function coursePanel(box: Box, race: DrawnRace): string {
  const { report } = race;
  const tracks = report.boats.map(({ track }) => sailed(race.tracks.find(({ facts }) => facts.name === track)!, race));
  const marks = report.waypoints.slice(1).flatMap(({ marks }) => marks);
  const ends = report.line ? [report.line.pin, report.line.committee] : [];
  const places = [...marks, ...ends];
  const { at, metres_px } = projection(
    box,
    Float64Array.from([...places.map(({ lat_deg }) => lat_deg), ...tracks.flatMap(({ lat_deg }) => [...lat_deg])]),
    Float64Array.from([...places.map(({ lon_deg }) => lon_deg), ...tracks.flatMap(({ lon_deg }) => [...lon_deg])]),
  );
  const points = tracks.map(({ lat_deg, lon_deg }) => Array.from(lat_deg, (lat, i) => at(lat, lon_deg[i]!)));
  return [
    el("rect", { x: box.x, y: box.y, width: box.width, height: box.height, fill: SEA, rx: 6 }),
    ...points.map((path, i) => trackLine(path, tracks[i]!.time_ms, i)).reverse(),
    startLine(ends.map(({ lat_deg, lon_deg }) => at(lat_deg, lon_deg))),
    ...report.waypoints.slice(1).map((waypoint) => markSigns(waypoint, race, at, metres_px, box.x + box.width)),
    scaleBar(box, metres_px),
    dial(...freestCorner(box, points.flat()), windOf(race)),
  ].join("");
}

/** A track from shortly before the gun to the end of the race. */
function sailed({ time_ms, lat_deg, lon_deg }: RaceTrack, { report }: DrawnRace) {
  const from_ms = Date.parse(report.start_time) - BEFORE_GUN_S * 1000;
  const to_ms = Date.parse(report.end_time);
  const start = time_ms.findIndex((time) => time >= from_ms);
  const end = time_ms.findLastIndex((time) => time <= to_ms) + 1;
  const cut = (column: Float64Array) => (start < 0 ? column.slice(0, 0) : column.slice(start, end));
  return { time_ms: cut(time_ms), lat_deg: cut(lat_deg), lon_deg: cut(lon_deg) };
}

function trackLine(points: readonly Point[], time_ms: Float64Array, index: number): string {
  const { colour, dashes } = styleOf(index);
  const d = runsOf(time_ms).map(([start, end]) => line(points.slice(start, end)));
  return el("path", {
    d: d.join(""),
    fill: "none",
    stroke: colour,
    "stroke-width": 1.2,
    "stroke-dasharray": dashes,
    "stroke-linejoin": "round",
  });
}

function startLine(ends: readonly Point[]): string {
  return ends.length < 2 ? "" : el("path", { d: line(ends), stroke: INK, "stroke-width": 2 });
}

/** The marks of a waypoint, with the name at the first: estimated ones have a ring of two standard deviations, to scale. */
function markSigns(
  waypoint: RaceWaypoint,
  { report }: DrawnRace,
  at: (lat: number, lon: number) => Point,
  metres_px: number,
  right: number,
): string {
  const signs = waypoint.marks.map((mark) => {
    const [x, y] = at(mark.lat_deg, mark.lon_deg);
    return markSign(x, y, mark, metres_px);
  });
  const first = waypoint.marks[0];
  if (!first) return "";
  // Later laps pass the same marks: their names stand where the mark was first named.
  const isNamed = report.waypoints
    .filter(({ id }) => id > 0 && id < waypoint.id)
    .some(({ marks }) => marks.some((mark) => mark.lat_deg === first.lat_deg && mark.lon_deg === first.lon_deg));
  const [x, y] = at(first.lat_deg, first.lon_deg);
  const halo = { stroke: SEA, "stroke-width": 3, "paint-order": "stroke", "stroke-linejoin": "round" };
  const side = x > right - 80 ? { x: x - 12, anchor: "end" } : { x: x + 12, anchor: "start" };
  const letters = { "text-anchor": side.anchor, "font-size": 12, "font-weight": 600, fill: INK_2, ...halo };
  return signs.join("") + (isNamed ? "" : label(side.x, y - 8, nameOf(waypoint, report), letters));
}

function markSign(x: number, y: number, { basis, sd_m }: RaceMark, metres_px: number): string {
  const dot = el("circle", { cx: px(x), cy: px(y), r: 3.5, fill: INK });
  if (basis !== "estimated") return dot;
  const r = px(Math.max(5, 2 * sd_m * metres_px));
  const ring = { cx: px(x), cy: px(y), r, fill: "none", stroke: WARN, "stroke-width": 1.5, "stroke-dasharray": "3 2" };
  return dot + el("circle", ring);
}

function windOf({ report }: DrawnRace) {
  const { twd_deg, twd_sd_deg, wind_source } = report;
  if (twd_deg === null || twd_sd_deg === null) return null;
  return { twd_deg, sd_deg: twd_sd_deg, tws_kn: null, source: wind_source === "measured" ? "measured" : "estimated" };
}
