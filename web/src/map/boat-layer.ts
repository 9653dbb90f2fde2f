import type { Boat, BoatPosition } from "../playback/boat";
import { noPosition, positionAt, turnBetween } from "../playback/boat";
import { pieceOf, rowAt } from "../playback/rows";
import type { Overlay } from "./overlay";
import { type Palette, partsOf } from "./palette";
import type { Camera, Plane } from "./plane";
import { screenX, screenY } from "./plane";
import { drawAtlas, hullPicture, mirrored, namePicture, ringPicture, type Sprite, sailPicture } from "./sprite-atlas";
import { SpriteMesh } from "./sprite-mesh";
import { colourWord, TailMesh, TailPoints } from "./tail-mesh";

const TOUCH_RADIUS_PX = 18;
/** Distance of the mast from the centre of the hull, px. */
const MAST_PX = 3;
/** Labels of the boats are placed anew this often, ms; those of many boats less often, since each takes part in it. *guess* */
const LABELS_EVERY_MS = 120;
const MANY_BOATS = 40;
const MANY_LABELS_EVERY_MS = 400;

interface Drawn {
  boat: Boat;
  path: Float32Array;
  wind_angle: Float32Array | null;
  pose: BoatPose;
  isShown: boolean;
  alpha: number;
  label: LabelOffset | null;
  hull: Sprite;
  /** On the port side, and on the starboard side. */
  sails: [Sprite, Sprite];
  name: Sprite | null;
  tail_rows: Int8Array | null;
  tail_colours: Uint32Array;
}

export interface BoatLook {
  focus: number;
  hidden: ReadonlySet<number>;
  hovered: number;
}

const NO_SPRITE: Sprite = { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };

/** What is drawn of the boats every frame: tails, then hulls and sails, then names. */
export class BoatLayer {
  readonly tails: TailMesh;
  private readonly sprites: SpriteMesh;
  private readonly drawn: Drawn[];
  private readonly points = new TailPoints();
  private ring = NO_SPRITE;
  private labelled_ms = -Infinity;

  constructor(
    boats: readonly { boat: Boat; path: Float32Array }[],
    private readonly plane: Plane,
    overlay: Overlay,
  ) {
    this.tails = new TailMesh(overlay);
    this.sprites = new SpriteMesh("boats", overlay);
    overlay.add(this.tails);
    overlay.add(this.sprites);
    this.drawn = boats.map(({ boat, path }) => ({
      boat,
      path,
      wind_angle: boat.columns.channels.twa ?? boat.columns.channels.etwa ?? null,
      pose: noPose(),
      isShown: true,
      alpha: 1,
      label: null,
      hull: NO_SPRITE,
      sails: [NO_SPRITE, NO_SPRITE],
      name: null,
      tail_rows: null,
      tail_colours: new Uint32Array(5),
    }));
  }

  recolour(palette: Palette, font: string): void {
    const colours = this.drawn.length === 1 ? [palette.ink] : palette.boats.slice(0, this.drawn.length);
    const named = this.drawn.filter(({ boat }) => boat.name !== "");
    const colourOf = (drawn: Drawn) => colours[this.drawn.indexOf(drawn) % colours.length]!;
    const { canvas, sprites } = drawAtlas(
      [
        ringPicture(palette),
        ...colours.map((colour) => hullPicture(colour, palette)),
        ...colours.map((colour) => sailPicture(colour, palette)),
        ...named.map((drawn) => namePicture(drawn.boat.name, colourOf(drawn), palette, font)),
      ],
      Math.max(2, devicePixelRatio),
    );
    this.ring = sprites[0]!;
    for (const [i, drawn] of this.drawn.entries()) {
      const colour = i % colours.length;
      const sail = sprites[1 + colours.length + colour]!;
      drawn.hull = sprites[1 + colour]!;
      drawn.sails = [sail, mirrored(sail)];
    }
    for (const [i, drawn] of named.entries()) drawn.name = sprites[1 + 2 * colours.length + i]!;
    this.sprites.setAtlas(canvas);
  }

  /** Places the labels anew at the next drawing. */
  relabel(): void {
    this.labelled_ms = -Infinity;
  }

  /** Colours of a boat's tail: an index per row and five colours, the last for rows without a value. */
  colourTail(index: number, rows: Int8Array | null, colours: readonly string[]): void {
    const drawn = this.drawn[index]!;
    drawn.tail_rows = rows;
    drawn.tail_colours = Uint32Array.from(colours, (colour) => colourWord(partsOf(colour)));
  }

  /** Shows the boats at an instant from the next drawing on. */
  show(camera: Camera, at_ms: number, look: BoatLook): void {
    const { tails, sprites, points } = this;
    points.clear();
    sprites.clear();
    for (const [i, drawn] of this.drawn.entries()) {
      drawn.isShown = !look.hidden.has(i);
      if (drawn.isShown) this.place(drawn, camera, at_ms, i === look.hovered);
    }
    this.placeNames(camera, look);
    for (const [i, drawn] of this.drawn.entries()) if (drawn.isShown) this.addHull(sprites, drawn, i === look.focus);
    for (const drawn of this.drawn) addName(sprites, drawn);
    tails.show(points);
    sprites.show();
  }

  /** Index of the nearest boat at a point of the map; −1 for none. */
  boatAt(x: number, y: number): number {
    let [best, nearest] = [-1, TOUCH_RADIUS_PX];
    for (const [i, { isShown, pose }] of this.drawn.entries()) {
      const distance = isShown ? Math.hypot(pose.x - x, pose.y - y) : Infinity;
      if (distance < nearest) [best, nearest] = [i, distance];
    }
    return best;
  }

  /** Where a boat is drawn: m of the plane and px. Its place is known only while it is present. */
  poseOf(index: number): { x: number; y: number; px: number; py: number; position: BoatPosition } {
    const { mx, my, x, y, position } = this.drawn[index]!.pose;
    return { x: mx, y: my, px: x, py: y, position };
  }

  /** Right ends of the labels that are shown, px. */
  labelEnds(): { index: number; x: number; y: number }[] {
    return this.drawn.flatMap(({ isShown, name, label, pose: { x, y } }, index) =>
      isShown && label && name ? [{ index, x: x + label.dx + name.width / 2, y: y + label.dy }] : [],
    );
  }

  private place(drawn: Drawn, camera: Camera, at_ms: number, isHovered: boolean): void {
    const { boat, path, wind_angle, tail_rows: rows, tail_colours: colours } = drawn;
    pose(drawn.pose, boat, wind_angle, this.plane, camera, at_ms);
    const { mx, my, position } = drawn.pose;
    drawn.alpha = boatOpacity(isHovered, position.present);
    const { time_ms, n } = boat.columns;
    const first = Math.max(pieceOf(boat.piece_starts, n, position.row).start, rowAt(time_ms, tailStart(at_ms)));
    this.points.add(
      { path, time_ms, rows, colours },
      { first, last: position.row, head_x: mx, head_y: my, head_ms: at_ms, length_ms: at_ms - tailStart(at_ms) },
    );
  }

  private addHull(sprites: SpriteMesh, { pose, alpha, hull, sails }: Drawn, isFocus: boolean): void {
    const { x, y, heading, sail } = pose;
    if (isFocus) sprites.add(this.ring, x, y, 0, alpha);
    sprites.add(hull, x, y, heading, alpha);
    if (Number.isNaN(sail)) return;
    const [mast_x, mast_y] = [x + MAST_PX * Math.sin(heading), y - MAST_PX * Math.cos(heading)];
    sprites.add(sails[pose.isSailToStarboard ? 0 : 1], mast_x, mast_y, sail, alpha);
  }

  /** Places the names so that they cover neither each other nor a hull; the focus boat's first. */
  private placeNames(area: Camera, { focus }: BoatLook): void {
    const now_ms = performance.now();
    const every_ms = this.drawn.length > MANY_BOATS ? MANY_LABELS_EVERY_MS : LABELS_EVERY_MS;
    if (now_ms - this.labelled_ms < every_ms) return;
    this.labelled_ms = now_ms;
    const named = this.drawn.filter(({ name, isShown }) => name !== null && isShown);
    const first = this.drawn[focus];
    named.sort((a, b) => Number(b === first) - Number(a === first));
    const places = placeLabels(
      named.map(({ pose: { x, y }, name }) => ({ x, y, width: name!.width })),
      area,
      named.map(({ label }) => label),
    );
    for (const [i, drawn] of named.entries()) drawn.label = places[i]!;
  }
}

function addName(sprites: SpriteMesh, { isShown, label, name, pose, alpha }: Drawn): void {
  if (isShown && label && name) sprites.add(name, pose.x + label.dx, pose.y + label.dy, 0, alpha);
}

/** A boat on the screen, and the width of its label, px. */
interface LabelledBoat {
  x: number;
  y: number;
  width: number;
}

/** Centre of a label from its boat, px. */
interface LabelOffset {
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

/** Sail angle: half the true wind angle, between these two bounds. *guess* */
const SHEETED_DEG = 8;
const EASED_DEG = 82;
const RADIANS = Math.PI / 180;

/** How a boat is drawn at an instant. */
interface BoatPose {
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

const noPose = (): BoatPose => ({
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
function pose(
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

/** How boats and their tails are drawn, as the specification says. */

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
