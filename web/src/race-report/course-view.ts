/** Which part of the sea the map of the course shows, and where its labels stand. */

import { type Camera, cameraAt, type LonLat, Plane, screenX, screenY } from "../map/plane";
import { rowsBetween } from "../playback/rows";
import type { BoatPath } from "../session/boat-path";
import type { CoursePoint } from "../session/course-points";

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

export interface LabelWish {
  /** Of the point. */
  x: number;
  y: number;
  /** Of its ring. */
  radius: number;
  width: number;
}

export interface LabelPlace {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

const LABEL_PX = { height: 15, gap: 5 };

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlap = (a: Rect, b: Rect) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** px² that a point of a track counts under a label. *guess* */
const TRACK_POINT_COST = 12;

/** A label under a plate cannot be read: so many times as bad as over another label. *guess* */
const PLATE_COST = 4;

/** Ends of start and finish nearer than this are one sign to the eye, px. *guess* */
const ONE_SIGN_PX = 18;

/**
 * The labels of points as they are drawn: a finish at the end of the start line has its name in the label of that end, so that
 * the two do not lie on each other; null where another point has the name.
 */
export function drawnLabels<Point extends Pick<CoursePoint, "target"> & { x: number; y: number; text: string }>(
  points: readonly Point[],
): (string | null)[] {
  const isBeside = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < ONE_SIGN_PX;
  const besides = (point: Point, kind: "line_end" | "finish") =>
    points.find(
      (one) =>
        one.target.kind === kind &&
        point.target.kind !== "mark" &&
        point.target.kind !== kind &&
        one.target.end === point.target.end &&
        isBeside(one, point),
    );
  return points.map((point) => {
    if (point.target.kind === "finish" && besides(point, "line_end")) return null;
    if (point.target.kind === "line_end" && besides(point, "finish")) return `${point.text} and finish`;
    return point.text;
  });
}

/**
 * Positions of the labels beside their points: above, below, right, left or diagonal, whichever overlaps least with other
 * labels, with `taken` and with points of the tracks.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  size: { width: number; height: number },
  taken: readonly Rect[] = [],
  tracks: readonly [number, number][] = [],
): LabelPlace[] {
  const onTracks = ({ left, top, right, bottom }: Rect) =>
    TRACK_POINT_COST * tracks.filter(([x, y]) => x > left && x < right && y > top && y < bottom).length;
  const blocked = wishes.map(({ x, y }) => around(x, y, 9));
  const onPlates = (rect: Rect) => PLATE_COST * taken.reduce((sum, one) => sum + overlap(rect, one), 0);
  return wishes.map((wish): LabelPlace => {
    const choices = labelChoices(wish);
    const costs = choices.map(({ rect }) =>
      blocked.reduce((sum, one) => sum + overlap(rect, one), outside(rect, size) + onPlates(rect) + onTracks(rect)),
    );
    const best = choices[costs.indexOf(Math.min(...costs))]!;
    blocked.push(best.rect);
    return best.place;
  });
}

const around = (x: number, y: number, half: number): Rect => ({
  left: x - half,
  right: x + half,
  top: y - half,
  bottom: y + half,
});

/** The part of a label outside of the picture costs ten times as much as what it covers. */
function outside(rect: Rect, { width, height }: { width: number; height: number }): number {
  const all = (rect.right - rect.left) * (rect.bottom - rect.top);
  return 10 * (all - overlap(rect, { left: 4, top: 4, right: width - 4, bottom: height - 4 }));
}

function labelChoices({ x, y, radius, width }: LabelWish): { place: LabelPlace; rect: Rect }[] {
  const { height, gap } = LABEL_PX;
  const far = Math.max(8, radius) + gap;
  const at = (left: number, top: number, place: LabelPlace) => ({
    place,
    rect: { left, top, right: left + width, bottom: top + height },
  });
  return [
    at(x - width / 2, y - far - height, { x, y: y - far - 3, anchor: "middle" }),
    at(x - width / 2, y + far, { x, y: y + far + 11, anchor: "middle" }),
    at(x + far, y - height / 2, { x: x + far, y: y + 4, anchor: "start" }),
    at(x - far - width, y - height / 2, { x: x - far, y: y + 4, anchor: "end" }),
    at(x + gap, y - far - height, { x: x + gap, y: y - far - 3, anchor: "start" }),
    at(x - gap - width, y - far - height, { x: x - gap, y: y - far - 3, anchor: "end" }),
    at(x + gap, y + far, { x: x + gap, y: y + far + 11, anchor: "start" }),
    at(x - gap - width, y + far, { x: x - gap, y: y + far + 11, anchor: "end" }),
  ];
}
