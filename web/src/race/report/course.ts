/** The course as the map draws it: its points, their places on the picture, and what moving one of them corrects. */

import { HALF_WIDTH_90_SD, type LineEnd, type RaceCorrection, type RaceReport } from "@leebow/core";
import { unitWithInterval } from "../../format/numbers";
import { type Camera, cameraAt, type LonLat, Plane, screenX, screenY } from "../../map/plane";
import { rowsBetween } from "../../playback/rows";
import {
  type BoatPath,
  type CoursePoint,
  coursePoints,
  finishPoint,
  LINE_ENDS,
  type Target,
} from "../../session/boat-path";
import { isIn, isOfRace, momentOf, withCorrections } from "./corrections";

export { type CoursePoint, coursePoints };

/** Standard deviation of a place set by hand, m (docs/races.md). */
const HAND_SD_M = 5;

/** "1 ± 11 m" of what is estimated, "2, placed by hand". */
export function pointText({ label, basis, sd_m }: CoursePoint): string {
  if (basis === "hand") return `${label}, placed by hand`;
  return `${label} ${unitWithInterval(HALF_WIDTH_90_SD * sd_m, 0, "m")}`;
}

/** The corrections that put a point of the course of a race here. */
export function placing(
  list: readonly RaceCorrection[],
  race: RaceReport,
  { target }: CoursePoint,
  { lon, lat }: LonLat,
): RaceCorrection[] {
  const place = { at: momentOf(race), lat_deg: round(lat), lon_deg: round(lon) };
  if (target.kind === "line_end")
    return withCorrections(list, race, [{ action: "place_line_end", ...place, end: target.end }]);
  if (target.kind === "finish")
    return withCorrections(list, race, [{ action: "set_finish", ...place, end: target.end }]);
  const { waypoints, mark } = target;
  return withCorrections(
    list,
    race,
    waypoints.map((waypoint) => ({ action: "place_mark", ...place, waypoint, mark })),
  );
}

/** 1 cm */
const round = (deg: number) => Math.round(deg * 1e7) / 1e7;

/**
 * The points where the corrections of the race put them, before the server has computed the report with them; also the
 * ends of a finishing line that too few boats crossed, which the report does not have.
 */
export function pointsWith(
  points: readonly CoursePoint[],
  race: RaceReport,
  list: readonly RaceCorrection[],
): CoursePoint[] {
  const isFinish = ({ target }: CoursePoint, end: LineEnd) => target.kind === "finish" && target.end === end;
  const added = LINE_ENDS.flatMap((end) => {
    const isPlaced = list.some((one) => one.action === "set_finish" && one.end === end && isIn(one, race));
    const isThere = points.some((point) => isFinish(point, end));
    return isPlaced && !isThere ? [finishPoint(end, { lat_deg: 0, lon_deg: 0, sd_m: HAND_SD_M, basis: "hand" })] : [];
  });
  return [...points, ...added].map((point) => {
    const [placed] = list.filter((one) => isOf(one, race, point.target)).slice(-1);
    if (!placed || !("lat_deg" in placed)) return point;
    return { ...point, lat: placed.lat_deg, lon: placed.lon_deg, basis: "hand" };
  });
}

function isOf(one: RaceCorrection, race: RaceReport, target: Target): boolean {
  if (!isOfRace(one) || !isIn(one, race)) return false;
  if (target.kind === "mark")
    return one.action === "place_mark" && target.waypoints.includes(one.waypoint) && one.mark === target.mark;
  const action = target.kind === "finish" ? "set_finish" : "place_line_end";
  return one.action === action && one.end === target.end;
}

/** A position moved by metres east and north. */
export function movedBy({ lon, lat }: LonLat, plane: Plane, east_m: number, north_m: number): LonLat {
  return { lon: plane.lon(plane.x(lon) + east_m), lat: plane.lat(plane.y(lat) + north_m) };
}

// Which part of the sea the map of the course shows, and where its labels stand.

/** Around the course, for labels, legend and wind, px. */
const PADDING = { top: 44, right: 44, bottom: 62, left: 40 };
/** The smallest course that fills the map, m. */
const MIN_SIZE_M = 60;

/** West, south, east and north edge, m. */
type Edges = [number, number, number, number];

export interface CourseArea {
  plane: Plane;
  edges: Edges;
}

/** The area of the boats' paths in the race and of these points; null without any. */
export function areaOf(
  paths: readonly (BoatPath | null)[],
  points: readonly LonLat[],
  from_ms: number,
  to_ms: number,
): CourseArea | null {
  // Not a point that can be moved: what is shown would move with it.
  const first = firstOf(paths) ?? points[0];
  if (!first) return null;
  const plane = new Plane({ lon: first.lon, lat: first.lat });
  const edges: Edges = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (lon: number, lat: number) => {
    const [x, y] = [plane.x(lon), plane.y(lat)];
    edges[0] = Math.min(edges[0], x);
    edges[1] = Math.min(edges[1], y);
    edges[2] = Math.max(edges[2], x);
    edges[3] = Math.max(edges[3], y);
  };
  for (const { lon, lat } of points) take(lon, lat);
  for (const path of paths) {
    if (!path) continue;
    const { start, end } = rowsBetween(path.time_ms, from_ms, to_ms);
    for (let row = start; row < end; row++) take(path.lon_deg[row]!, path.lat_deg[row]!);
  }
  return Number.isFinite(edges[0]) ? { plane, edges } : null;
}

function firstOf(paths: readonly (BoatPath | null)[]): LonLat | null {
  const path = paths.find((one) => one && one.time_ms.length > 0);
  return path ? { lon: path.lon_deg[0]!, lat: path.lat_deg[0]! } : null;
}

/** Magnification about a point of the plane; 1 about the middle shows the whole course. */
export interface Zoom {
  factor: number;
  /** m; null: the middle of the course. */
  center: [x: number, y: number] | null;
}

export const WHOLE: Zoom = { factor: 1, center: null };

/** The camera that shows the area in a picture of this size, north up. */
export function cameraOf({ edges }: CourseArea, width: number, height: number, { factor, center }: Zoom): Camera {
  const [west, south, east, north] = edges;
  const { top, right, bottom, left } = PADDING;
  const fit = Math.min(
    Math.max(1, width - left - right) / Math.max(MIN_SIZE_M, east - west),
    Math.max(1, height - top - bottom) / Math.max(MIN_SIZE_M, north - south),
  );
  const scale = fit * factor;
  const [x, y] = center ?? [(west + east) / 2, (south + north) / 2];
  const origin = {
    x: left + (width - left - right) / 2 - x * scale,
    y: top + (height - top - bottom) / 2 + y * scale,
  };
  return cameraAt({ scale, bearing_deg: 0 }, origin, { width, height });
}

export const pixelOf = (camera: Camera, plane: Plane, { lon, lat }: LonLat): [number, number] => {
  const [x, y] = [plane.x(lon), plane.y(lat)];
  return [screenX(camera, x, y), screenY(camera, x, y)];
};

/** An SVG path through positions; null breaks it. */
export function svgPath(camera: Camera, plane: Plane, points: readonly ([number, number] | null)[]): string {
  let path = "";
  let isOpen = false;
  for (const point of points) {
    if (point === null) {
      isOpen = false;
      continue;
    }
    const [px, py] = pixelOf(camera, plane, { lon: point[0], lat: point[1] });
    path += `${isOpen ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`;
    isOpen = true;
  }
  return path;
}
