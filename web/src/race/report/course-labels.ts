/** The labels of the points on the map of a course, and the parts of it that the wind, the legend and the zoom cover. */
import type { Camera, LonLat, Plane } from "../../map/plane";
import type { CoursePoint } from "../../session/boat-path";
import { type CourseArea, cameraOf, pixelOf, pointText, WHOLE } from "./course";

interface LabelPlace {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

/** The upper corner where the wind stands. */
export type WindSide = "left" | "right";

/** Places of the legend, the zoom and the wind, which no label covers, px. */
export const LEGEND = { width: 236, height: 66 };
export const ZOOM = { width: 84, height: 52 };
const WIND = { width: 190, height: 104 };
/** On a narrow map the dial is smaller. */
const NARROW_PX = 500;
const NARROW_WIND = { width: 190, height: 70 };
/** A point so far from the edge of the wind has its label beside it, px. *guess* */
const EDGE_PX = 10;

export function windPlate(map: Size, side: WindSide): Rect {
  const { width, height } = map.width < NARROW_PX ? NARROW_WIND : WIND;
  const left = side === "left" ? 0 : map.width - width;
  return { left, top: 0, right: left + width, bottom: height };
}

export function platesOf({ width, height }: Size, side: WindSide): Rect[] {
  return [
    windPlate({ width, height }, side),
    { left: 0, top: height - LEGEND.height, right: LEGEND.width, bottom: height },
    { left: width - ZOOM.width, top: height - ZOOM.height, right: width, bottom: height },
  ];
}

/**
 * To the right, or to the left where fewer points of the course are, of as many where it stands already, or less of the tracks
 * is. Neither magnification nor a track that comes later moves it.
 */
export function windSideOf(
  area: CourseArea,
  points: readonly LonLat[],
  tracks: readonly LonLat[],
  { width, height }: Size,
  before: WindSide | null = null,
): WindSide {
  const camera = cameraOf(area, width, height, WHOLE);
  const fewerOnLeft = (places: readonly LonLat[]) => {
    const pixels = places.map((place) => pixelOf(camera, area.plane, place));
    const covered = (side: WindSide) => {
      const { left, right, bottom } = windPlate(camera, side);
      return pixels.filter(([x, y]) => x > left + EDGE_PX && x < right - EDGE_PX && y < bottom - EDGE_PX).length;
    };
    return covered("right") - covered("left");
  };
  const byPoints = fewerOnLeft(points);
  if (byPoints === 0 && before !== null) return before;
  return (byPoints || fewerOnLeft(tracks)) > 0 ? "left" : "right";
}

export interface LabelledPoint {
  point: CoursePoint;
  x: number;
  y: number;
  /** Of the ring of what is estimated, px. */
  radius: number;
  text: string;
  /** Null where another point has the name, and where there is no room: magnified there is. */
  label: LabelPlace | null;
}

const MIN_RADIUS_PX = 6;

/** Each point of the course where it is drawn, with its label where that covers least. */
export function labelledPoints(
  points: readonly CoursePoint[],
  camera: Camera,
  plane: Plane,
  { windSide, tracks }: { windSide: WindSide; tracks: readonly [number, number][] },
): LabelledPoint[] {
  const signs = points.map((point) => {
    const [x, y] = pixelOf(camera, plane, point);
    const isEstimated = point.basis === "estimated";
    return {
      point,
      target: point.target,
      ...{ x, y },
      radius: isEstimated ? Math.max(MIN_RADIUS_PX, 2 * point.sd_m * camera.scale) : 0,
      // What was placed by hand has a sign of its own, which the legend explains.
      text: isEstimated ? pointText(point) : point.label,
    };
  });
  const names = drawnLabels(signs.map((sign) => ({ ...sign, text: sign.point.label })));
  const wishes = signs.map(({ point, text, ...sign }, at) => {
    const name = names[at] ?? null;
    if (name === null) return { ...sign, texts: [] };
    const long = text.replace(point.label, name);
    return { ...sign, texts: long === name ? [name] : [long, name] };
  });
  const places = placeLabels(wishes, camera, platesOf(camera, windSide), tracks);
  return signs.map(({ target: _, ...sign }, at) => ({
    ...sign,
    text: places[at]?.text ?? "",
    label: places[at]?.place ?? null,
  }));
}

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

interface LabelWish {
  /** Of the point. */
  x: number;
  y: number;
  /** Of its ring. */
  radius: number;
  /** Its label, the preferred one first; none where it needs none. */
  texts: readonly string[];
}

interface Choice {
  text: string;
  place: LabelPlace;
  rect: Rect;
  /** Of all but other labels. */
  cost: number;
}

/** px a letter of a label. *guess* */
const LETTER_PX = 6.6;
const LABEL_PX = { height: 15, gap: 5, farther: 16 };
/** px² that a point of a track counts under a label. *guess* */
const TRACK_POINT_COST = 12;
/** A label under a plate cannot be read: so many times as bad as over a sign. *guess* */
const PLATE_COST = 4;
/** Over another label neither of the two can be read. *guess* */
const LABEL_COST = 3;
/** px² that a label counts farther from its point, and one without its uncertainty. *guess* */
const FARTHER_COST = 25;
const SHORTER_COST = 300;
/** The part of a label that others may cover. *guess* */
const MOST_COVERED = 0.06;
/** How often each label is placed anew beside the others. */
const ROUNDS = 3;
/** Half of the size of a point's sign, px. */
const SIGN_PX = 9;

const overlap = (a: Rect, b: Rect) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const areaOf = ({ left, top, right, bottom }: Rect) => (right - left) * (bottom - top);

/**
 * The labels beside their points: above, below, right, left or diagonal, whichever overlaps least with other labels, with the
 * signs of the points, with `plates` and with points of the tracks. Null: no label, or no room for one.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  size: Size,
  plates: readonly Rect[] = [],
  tracks: readonly [number, number][] = [],
): ({ text: string; place: LabelPlace } | null)[] {
  const sum = (rect: Rect, rects: readonly Rect[]) => rects.reduce((total, one) => total + overlap(rect, one), 0);
  const signs = wishes.map(({ x, y }) => around(x, y, SIGN_PX));
  const onTracks = ({ left, top, right, bottom }: Rect) =>
    tracks.filter(([x, y]) => x > left && x < right && y > top && y < bottom).length;
  const choices = wishes.map((wish) =>
    labelChoices(wish).map((choice): Choice => {
      const { rect } = choice;
      const covers = sum(rect, signs) + PLATE_COST * sum(rect, plates) + TRACK_POINT_COST * onTracks(rect);
      return { ...choice, cost: choice.cost + covers + outside(rect, size) };
    }),
  );
  const placed: (Choice | null)[] = wishes.map(() => null);
  const others = (at: number) => placed.flatMap((one, i) => (one && i !== at ? [one.rect] : []));
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, own] of choices.entries()) {
      const rects = others(at);
      const costs = own.map(({ rect, cost }) => cost + LABEL_COST * sum(rect, rects));
      placed[at] = own[costs.indexOf(Math.min(...costs))] ?? null;
    }
  // The last ones, which are those of the finish, make room first.
  for (let at = placed.length - 1; at >= 0; at--) {
    const rect = placed[at]?.rect;
    if (rect && sum(rect, [...others(at), ...plates]) > MOST_COVERED * areaOf(rect)) placed[at] = null;
  }
  return placed;
}

const around = (x: number, y: number, half: number): Rect => ({
  left: x - half,
  right: x + half,
  top: y - half,
  bottom: y + half,
});

/** The part of a label outside of the picture costs ten times as much as what it covers. */
function outside(rect: Rect, { width, height }: Size): number {
  return 10 * (areaOf(rect) - overlap(rect, { left: 4, top: 4, right: width - 4, bottom: height - 4 }));
}

const labelChoices = (wish: LabelWish): Choice[] =>
  wish.texts.flatMap((text, at) =>
    [0, LABEL_PX.farther].flatMap((farther) =>
      choicesAt(wish, text, farther).map((choice) => ({
        ...choice,
        text,
        cost: at * SHORTER_COST + (farther > 0 ? FARTHER_COST : 0),
      })),
    ),
  );

function choicesAt({ x, y, radius }: LabelWish, text: string, farther: number): Pick<Choice, "place" | "rect">[] {
  const { height, gap } = LABEL_PX;
  const width = text.length * LETTER_PX;
  const far = Math.max(8, radius) + gap + farther;
  const aside = gap + farther;
  const at = (left: number, top: number, place: LabelPlace) => ({
    place,
    rect: { left, top, right: left + width, bottom: top + height },
  });
  return [
    at(x - width / 2, y - far - height, { x, y: y - far - 3, anchor: "middle" }),
    at(x - width / 2, y + far, { x, y: y + far + 11, anchor: "middle" }),
    at(x + far, y - height / 2, { x: x + far, y: y + 4, anchor: "start" }),
    at(x - far - width, y - height / 2, { x: x - far, y: y + 4, anchor: "end" }),
    at(x + aside, y - far - height, { x: x + aside, y: y - far - 3, anchor: "start" }),
    at(x - aside - width, y - far - height, { x: x - aside, y: y - far - 3, anchor: "end" }),
    at(x + aside, y + far, { x: x + aside, y: y + far + 11, anchor: "start" }),
    at(x - aside - width, y + far, { x: x - aside, y: y + far + 11, anchor: "end" }),
  ];
}
