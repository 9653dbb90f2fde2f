/** The course as the map draws it: its points, their places on the picture, and what moving one of them corrects. */

import type { LineEnd, PlaceBasis, RaceCorrection, RacePlace, RaceReport } from "@leebow/core";
import { HALF_WIDTH_90_SD, metresPerDegree } from "@leebow/core";
import { unitWithInterval } from "../format/numbers";
import type { LonLat, Plane } from "../map/plane";
import { isIn, isOfRace, momentOf, withCorrections } from "./corrections";

/** What a point of the course is. */
type Target =
  | { kind: "line_end"; end: LineEnd }
  | { kind: "finish"; end: LineEnd }
  /** The same mark of several laps. */
  | { kind: "mark"; waypoints: number[]; mark: number };

export interface CoursePoint {
  id: string;
  target: Target;
  /** "Pin", "1, 3" or "2 left". */
  label: string;
  lon: number;
  lat: number;
  sd_m: number;
  basis: PlaceBasis;
}

/** Marks of different laps nearer than this are one mark, m. *guess* */
const SAME_MARK_M = 1;

/** Standard deviation of a place set by hand, m (docs/races.md). */
const HAND_SD_M = 5;
const LINE_ENDS: readonly LineEnd[] = ["pin", "committee"];

const finishPoint = (end: LineEnd, { lat_deg, lon_deg, sd_m, basis }: RacePlace): CoursePoint => ({
  id: `finish ${end}`,
  target: { kind: "finish", end },
  label: end === "pin" ? "Finish pin" : "Finish boat",
  lat: lat_deg,
  lon: lon_deg,
  sd_m,
  basis,
});

/** The ends of the line, the marks, the ends of the finish. */
export function coursePoints({ line, waypoints }: Pick<RaceReport, "line" | "waypoints">): CoursePoint[] {
  const points: CoursePoint[] = [];
  const add = (id: string, target: Target, label: string, { lat_deg, lon_deg, sd_m, basis }: RacePlace) =>
    points.push({ id, target, label, lat: lat_deg, lon: lon_deg, sd_m, basis });
  if (line) {
    add("pin", { kind: "line_end", end: "pin" }, "Pin", line.pin);
    add("committee", { kind: "line_end", end: "committee" }, "Boat", line.committee);
  }
  for (const { id, kind, marks } of waypoints) {
    if (kind === "line") continue;
    for (const [at, mark] of marks.entries()) {
      const isLine = kind === "finish" && marks.length === 2;
      const before = points.find((point) => !isLine && point.target.kind === "mark" && isAt(point, mark));
      if (before?.target.kind === "mark") {
        before.target.waypoints.push(id);
        before.label = `${before.label}, ${id}`;
      } else if (isLine) {
        points.push(finishPoint(LINE_ENDS[at]!, mark));
      } else {
        const side = marks.length === 2 ? (at === 0 ? " left" : " right") : "";
        const name = kind === "finish" ? "Finish" : String(id);
        add(`${id} ${at}`, { kind: "mark", waypoints: [id], mark: at }, name + side, mark);
      }
    }
  }
  return points;
}

const isAt = ({ lon, lat }: LonLat, { lon_deg, lat_deg }: RacePlace) =>
  distance_m({ lon, lat }, { lon: lon_deg, lat: lat_deg }) < SAME_MARK_M;

function distance_m(a: LonLat, b: LonLat): number {
  const { lat_m, lon_m } = metresPerDegree(a.lat);
  return Math.hypot((a.lon - b.lon) * lon_m, (a.lat - b.lat) * lat_m);
}

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
