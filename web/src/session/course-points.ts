/** The points of a race's course, as its report and its replay draw them. */
import type { LineEnd, PlaceBasis, RacePlace, RaceReport } from "@leebow/core";
import { metresPerDegree } from "@leebow/core";
import type { LonLat } from "../map/plane";

/** What a point of the course is. */
export type Target =
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

export const LINE_ENDS: readonly LineEnd[] = ["pin", "committee"];

export const finishPoint = (end: LineEnd, { lat_deg, lon_deg, sd_m, basis }: RacePlace): CoursePoint => ({
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

/** The ends of the start and of the finishing line, where both ends of one are known. */
export function courseLines(points: readonly CoursePoint[]): [CoursePoint, CoursePoint][] {
  return (["line_end", "finish"] as const).flatMap((kind) => {
    const [pin, committee] = LINE_ENDS.map((end) =>
      points.find(({ target }) => target.kind === kind && target.end === end),
    );
    return pin && committee ? [[pin, committee] as [CoursePoint, CoursePoint]] : [];
  });
}
