/** The course as the map draws it: its points, their places on the picture, and what moving one of them corrects. */

import type { LineEnd, RaceCorrection, RaceReport } from "@leebow/core";
import { HALF_WIDTH_90_SD } from "@leebow/core";
import { unitWithInterval } from "../format/numbers";
import type { LonLat, Plane } from "../map/plane";
import { type CoursePoint, coursePoints, finishPoint, LINE_ENDS, type Target } from "../session/course-points";
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
