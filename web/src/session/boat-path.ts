/** The paths of the boats on the map of the course: thinned to a fix a second. */
import { continuousLongitudes } from "@leebow/basemap";
import {
  type LineEnd,
  metresPerDegree,
  type PlaceBasis,
  type RacePlace,
  type RaceReport,
  type TrackColumns,
} from "@leebow/core";
import type { LonLat } from "../map/plane";
import { rowAt, rowsBetween } from "../playback/rows";

export interface BoatPath {
  time_ms: Float64Array;
  lon_deg: Float64Array;
  lat_deg: Float64Array;
}

const EVERY_MS = 1000;
/** Points of a drawn path; of more, every n-th. *guess*: about one for two pixels of a course of 300 px */
const MAX_POINTS = 700;
/** Two fixes further apart than this are not joined, ms. */
const MAX_STEP_MS = 20_000;

/** The fixes of the tracks of a boat, in time order. */
export function pathOf(tracks: readonly Pick<TrackColumns, "n" | "time_ms" | "lat_deg" | "lon_deg">[]): BoatPath {
  const [time, lon, lat]: [number[], number[], number[]] = [[], [], []];
  for (const { n, time_ms, lat_deg, lon_deg } of tracks) {
    let next_ms = -Infinity;
    for (let row = 0; row < n; row++) {
      if (time_ms[row]! < next_ms || Number.isNaN(lat_deg[row]!)) continue;
      next_ms = time_ms[row]! + EVERY_MS * 0.9;
      time.push(time_ms[row]!);
      lon.push(lon_deg[row]!);
      lat.push(lat_deg[row]!);
    }
  }
  const lon_deg = continuousLongitudes(Float64Array.from(lon));
  return { time_ms: Float64Array.from(time), lon_deg, lat_deg: Float64Array.from(lat) };
}

/** The points to draw between two moments; null between two of them breaks the line. */
export function drawnPoints(path: BoatPath, from_ms: number, to_ms: number): ([number, number] | null)[] {
  const { start, end } = rowsBetween(path.time_ms, from_ms, to_ms);
  const step = Math.max(1, Math.ceil((end - start) / MAX_POINTS));
  const points: ([number, number] | null)[] = [];
  for (let row = start; row < end; row += step) {
    const before = Math.max(start, row - step);
    if (path.time_ms[row]! - path.time_ms[before]! > MAX_STEP_MS + step * EVERY_MS) points.push(null);
    points.push([path.lon_deg[row]!, path.lat_deg[row]!]);
  }
  return points;
}

/** Where the boat was at a moment; null in a gap and outside of the recording. */
export function placeAt({ time_ms, lon_deg, lat_deg }: BoatPath, at_ms: number): { lon: number; lat: number } | null {
  const row = rowAt(time_ms, at_ms);
  if (row < 0) return null;
  const since_ms = at_ms - time_ms[row]!;
  if (row + 1 >= time_ms.length) return since_ms <= EVERY_MS ? { lon: lon_deg[row]!, lat: lat_deg[row]! } : null;
  const step_ms = time_ms[row + 1]! - time_ms[row]!;
  if (step_ms > MAX_STEP_MS) return null;
  const share = since_ms / step_ms;
  return {
    lon: lon_deg[row]! + share * (lon_deg[row + 1]! - lon_deg[row]!),
    lat: lat_deg[row]! + share * (lat_deg[row + 1]! - lat_deg[row]!),
  };
}

// The points of a race's course, as its report and its replay draw them.

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
