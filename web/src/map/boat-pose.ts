import { type Boat, type BoatPosition, noPosition, positionAt, turnBetween } from "../playback/boat";
import { type Camera, type Plane, screenX, screenY } from "./plane";

/** Sail angle: half the true wind angle, between these two bounds. *guess* */
const SHEETED_DEG = 8;
const EASED_DEG = 82;
const RADIANS = Math.PI / 180;

/** How a boat is drawn at an instant. */
export interface BoatPose {
  /** Position, m and px. */
  mx: number;
  my: number;
  x: number;
  y: number;
  /** Clockwise from up on the screen, radians. */
  heading: number;
  /** Rotation of the sail, radians; NaN without a wind angle. */
  sail: number;
  /** Whether the sail stands to starboard. */
  isSailToStarboard: boolean;
  /** The fix at or before the instant, and the position between two fixes. */
  position: BoatPosition;
}

export const noPose = (): BoatPose => ({
  mx: 0,
  my: 0,
  x: 0,
  y: 0,
  heading: 0,
  sail: NaN,
  isSailToStarboard: false,
  position: noPosition(),
});

/** The pose of a boat at a time; `wind_angle`: of every row, null without. */
export function pose(
  into: BoatPose,
  boat: Boat,
  wind_angle: Float32Array | null,
  plane: Plane,
  camera: Camera,
  at_ms: number,
): void {
  const position = positionAt(boat, at_ms, into.position);
  into.mx = plane.x(position.lon_deg);
  into.my = plane.y(position.lat_deg);
  into.x = screenX(camera, into.mx, into.my);
  into.y = screenY(camera, into.mx, into.my);
  into.heading = ((Number.isNaN(position.course_deg) ? 0 : position.course_deg) - camera.bearing_deg) * RADIANS;
  trimSail(into, wind_angle?.[position.row] ?? NaN);
}

/** The sail on the leeward side, eased with the wind angle. */
function trimSail(into: BoatPose, wind_angle_deg: number): void {
  const signed = turnBetween(0, wind_angle_deg);
  const boom = Math.min(EASED_DEG, Math.max(SHEETED_DEG, Math.abs(signed) / 2)) - SHEETED_DEG;
  into.isSailToStarboard = !(signed > 0);
  into.sail = into.heading + (signed > 0 ? 1 : -1) * boom * RADIANS;
}

/** A boat on the screen, and the width of its label, px. */
interface LabelledBoat {
  x: number;
  y: number;
  width: number;
}

/** Centre of a label from its boat, px. */
export interface LabelOffset {
  dx: number;
  dy: number;
}

const HEIGHT_PX = 16;
/** Half the size of a hull. */
const HULL_PX = 11;
const ABOVE: LabelOffset = { dx: 0, dy: -26 };

/** Places of a label in the order of preference: above, below, right, left. */
function offsets(width: number): LabelOffset[] {
  const side = width / 2 + 18;
  return [ABOVE, { dx: 0, dy: 26 }, { dx: side, dy: 0 }, { dx: -side, dy: 0 }];
}

/**
 * A place for the label of each boat that covers no other label and no hull; null where there is none, and outside the
 * map. The boats are in the order of their importance, and the first always has its label. A label stays where it was
 * while it is free there.
 */
export function placeLabels(
  boats: readonly LabelledBoat[],
  area: Area,
  before: readonly (LabelOffset | null)[] = [],
): (LabelOffset | null)[] {
  mask.clear(area);
  for (const { x, y } of boats) mask.take(x, y, 2 * HULL_PX, 2 * HULL_PX);
  return boats.map((boat, i) => {
    if (i > 0 && !isInside(boat, area)) return null;
    const last = before[i];
    const choices = last ? [last, ...offsets(boat.width)] : offsets(boat.width);
    const isFree = ({ dx, dy }: LabelOffset) => mask.isFree(boat.x + dx, boat.y + dy, boat.width, HEIGHT_PX);
    const found = choices.find(isFree) ?? (i === 0 ? ABOVE : null);
    if (found) mask.take(boat.x + found.dx, boat.y + found.dy, boat.width, HEIGHT_PX);
    return found;
  });
}

/** Size of the map, px. */
interface Area {
  width: number;
  height: number;
}

/** A boat this far outside the map has no label, px. */
const MARGIN_PX = 64;

const isInside = ({ x, y }: LabelledBoat, { width, height }: Area) =>
  x > -MARGIN_PX && x < width + MARGIN_PX && y > -MARGIN_PX && y < height + MARGIN_PX;

/** Side of a cell, px: less than the distance of a label from its own hull. */
const CELL_PX = 4;

/**
 * Which parts of the map are covered, a bit a cell: a rectangle is compared with all others by a few words, however many
 * they are. Rectangles are rounded up to whole cells.
 */
class Mask {
  private words = new Uint32Array(0);
  private columns = 0;
  private rows = 0;
  private stride = 0;

  /** Nothing is covered; outside this area nothing ever is. */
  clear({ width, height }: Area): void {
    this.columns = Math.ceil((width + 2 * MARGIN_PX) / CELL_PX);
    this.rows = Math.ceil((height + 2 * MARGIN_PX) / CELL_PX);
    this.stride = Math.ceil(this.columns / 32);
    const needed = this.stride * this.rows;
    if (this.words.length < needed) this.words = new Uint32Array(needed);
    else this.words.fill(0, 0, needed);
  }

  take(x: number, y: number, width: number, height: number): void {
    this.meets(x, y, width, height, true);
  }

  isFree(x: number, y: number, width: number, height: number): boolean {
    return !this.meets(x, y, width, height, false);
  }

  /** Whether a rectangle about a centre has a covered cell; `take`: all its cells are covered then. */
  private meets(x: number, y: number, width: number, height: number, take: boolean): boolean {
    const { words, stride } = this;
    const left = cellOf(x - width / 2);
    const right = Math.min(this.columns, cellOf(x + width / 2 + CELL_PX));
    const top = cellOf(y - height / 2);
    const bottom = Math.min(this.rows, cellOf(y + height / 2 + CELL_PX));
    for (let from = left; from < right; ) {
      const word = from >> 5;
      const to = Math.min(right, (word + 1) << 5);
      // A shift by 32 would be one by 0.
      const bits = (-1 >>> (32 - (to - from))) << (from & 31);
      for (let at = top * stride + word; at < bottom * stride; at += stride) {
        if (take) words[at]! |= bits;
        else if ((words[at]! & bits) !== 0) return true;
      }
      from = to;
    }
    return false;
  }
}

/** Column or row of the cell at a px; the first for all before it. */
const cellOf = (px: number) => Math.max(0, Math.floor((px + MARGIN_PX) / CELL_PX));

const mask = new Mask();

// How boats and their tails are drawn, as the specification says.

/** Length of a tail, ms. *from* the specification */
const TAIL_MS = 30_000;
/** Opacity of a boat under the pointer. *from* the specification */
const HOVERED_ALPHA = 0.3;
/** Opacity of a boat inside a gap of its fixes. *guess* */
const ABSENT_ALPHA = 0.45;

/** The instant at which the tail of a boat at `at_ms` begins. */
export const tailStart = (at_ms: number): number => at_ms - TAIL_MS;

/** 0 to 1. */
export const boatOpacity = (isHovered: boolean, isPresent: boolean): number =>
  isHovered ? HOVERED_ALPHA : isPresent ? 1 : ABSENT_ALPHA;
