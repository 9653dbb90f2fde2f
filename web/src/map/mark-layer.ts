import { markLetter } from "@leebow/core";
import { PART_SIGNS, type PartSign, STAR_PATH } from "../look/shapes";
import { type Boat, noPosition, positionAt } from "../playback/boat";
import type { Overlay } from "./overlay";
import type { ChartLook, Palette } from "./palette";
import { freePlace, partPlaces, starPlaces } from "./part-marks";
import { type Camera, type Plane, screenX, screenY } from "./plane";
import { drawAtlas, type Picture, picture, type Sprite } from "./sprite-atlas";
import { SpriteMesh } from "./sprite-mesh";

const TOUCH_RADIUS_PX = 14;
/** Marks nearer than this to a drawn one are left out at this zoom, px. *guess* */
const MIN_MARK_DISTANCE_PX = 15;
/** The sign of a part is at least this far from other marks, where there is room, px. */
const MIN_PART_DISTANCE_PX = 24;
/** A mark this far outside the drawing is left out, px. */
const MARGIN_PX = 20;

/** A circled letter, a star, or the sign of a part that is left out, at a point of the plane, m. */
interface Mark {
  x: number;
  y: number;
  /** Index of the maneuver; −1 for others. */
  index: number;
  /** Null for a star. */
  look: MarkLook | PartSign | null;
}

/** The maneuvers of the focus boat as circled letters, and the gold stars, above the paths and below the boats. */
export class MarkLayer {
  private readonly mesh: SpriteMesh;
  /** x, y of every maneuver at its time, by boat, m. */
  private readonly moments: Float32Array[];
  private marks: Mark[] = [];
  private camera: Camera | null = null;
  private style: { palette: Palette; font: string } | null = null;
  private pictures = new Map<string, Sprite>();
  private drawn: { palette: Palette; font: string; ratio: number } | null = null;

  constructor(
    private readonly boats: readonly { boat: Boat }[],
    private readonly plane: Plane,
    overlay: Overlay,
  ) {
    this.moments = boats.map(({ boat }) => momentsOf(boat, plane));
    this.mesh = new SpriteMesh("marks", overlay);
    overlay.add(this.mesh);
  }

  /** Chooses the marks of a drawing of the paths; they keep their places on the water until the next choice. */
  choose(camera: Camera, look: ChartLook, palette: Palette, font: string): void {
    this.style = { palette, font };
    const boat = look.hidden.has(look.focus) ? undefined : this.boats[look.focus]?.boat;
    const stars = boat ? starPlaces(boat, this.plane, look.stars) : [];
    const marks: Mark[] = [
      ...stars.map(([x, y]) => ({ x, y, index: -1, look: null })),
      ...(boat && look.showManeuvers ? this.maneuvers(boat, camera, look) : []),
    ];
    const apart_m = MIN_PART_DISTANCE_PX / camera.scale;
    const parts = boat ? partPlaces(boat, this.plane) : [];
    const signs = parts.map((part) => ({ ...freePlace(part, marks, apart_m), index: -1, look: part.look }));
    this.marks = [...signs, ...marks];
  }

  /** Shows the marks for a camera from the next drawing on. */
  place(camera: Camera): void {
    this.camera = camera;
    const ratio = devicePixelRatio;
    const sprites = this.spritesOf(ratio);
    this.mesh.clear();
    for (const [i, { x, y }] of this.marks.entries()) {
      // At a whole pixel a letter is as sharp as it was drawn.
      const [left, top] = [screenX(camera, x, y), screenY(camera, x, y)].map((px) => Math.round(px * ratio) / ratio);
      this.mesh.add(sprites[i]!, left!, top!, 0, 1);
    }
    this.mesh.show();
  }

  /** Index of the maneuver at a point of the map; null for none. */
  maneuverAt(x: number, y: number): number | null {
    let best: number | null = null;
    let nearest = TOUCH_RADIUS_PX;
    for (const mark of this.camera ? this.marks : []) {
      const distance = Math.hypot(screenX(this.camera!, mark.x, mark.y) - x, screenY(this.camera!, mark.x, mark.y) - y);
      if (mark.index >= 0 && distance < nearest) [best, nearest] = [mark.index, distance];
    }
    return best;
  }

  /** The maneuvers that stand clear of each other, from back to front: the chosen one, then the earlier. */
  private maneuvers({ report }: Boat, camera: Camera, look: ChartLook): Mark[] {
    const marks: Mark[] = [];
    const moments = this.moments[look.focus]!;
    const order = report.maneuvers
      .map((_, i) => i)
      .filter((i) => i === look.chosen || (look.shown?.has(i) ?? true))
      .sort((a, b) => Number(b === look.chosen) - Number(a === look.chosen));
    const pixels: { px: number; py: number }[] = [];
    for (const index of order) {
      const [x, y] = [moments[2 * index]!, moments[2 * index + 1]!];
      const [px, py] = [screenX(camera, x, y), screenY(camera, x, y)];
      if (!(px > -MARGIN_PX && py > -MARGIN_PX)) continue;
      if (!(px < camera.width + MARGIN_PX && py < camera.height + MARGIN_PX)) continue;
      if (pixels.some((other) => Math.hypot(other.px - px, other.py - py) < MIN_MARK_DISTANCE_PX)) continue;
      pixels.push({ px, py });
      const { kind, counted } = report.maneuvers[index]!;
      const letter = look.letters?.[index] ?? markLetter(kind);
      marks.push({ x, y, index, look: { letter, chosen: index === look.chosen, counted } });
    }
    return marks.reverse();
  }

  /** The picture of each mark; the atlas is drawn anew when one is missing or the colours have changed. */
  private spritesOf(ratio: number): Sprite[] {
    const { palette, font } = this.style!;
    const { drawn } = this;
    if (drawn?.palette !== palette || drawn.font !== font || drawn.ratio !== ratio) this.pictures.clear();
    const wanted = new Map(this.marks.map(({ look }) => [keyOf(look), look]));
    if ([...wanted.keys()].some((key) => !this.pictures.has(key))) {
      const pictures = [...wanted.values()].map((look) => {
        if (look === null) return starPicture(palette);
        return typeof look === "string" ? partPicture(look, palette) : markPicture(look, palette, font);
      });
      const { canvas, sprites } = drawAtlas(pictures, ratio);
      this.pictures = new Map([...wanted.keys()].map((key, i) => [key, sprites[i]!]));
      this.drawn = { palette, font, ratio };
      this.mesh.setAtlas(canvas);
    }
    return this.marks.map(({ look }) => this.pictures.get(keyOf(look))!);
  }
}

function keyOf(look: Mark["look"]): string {
  if (look === null) return "star";
  return typeof look === "string" ? look : `${look.letter} ${look.chosen} ${look.counted}`;
}

/** Interpolated position of the boat at each maneuver's time. */
function momentsOf(boat: Boat, plane: Plane): Float32Array {
  const position = noPosition();
  return Float32Array.from(
    boat.report.maneuvers.flatMap(({ time }) => {
      positionAt(boat, Date.parse(time), position);
      return [plane.x(position.lon_deg), plane.y(position.lat_deg)];
    }),
  );
}

const MARK_RADIUS_PX = 8;
const PART_RADIUS_PX = 10;
/** Of a sign of 12 px to its box. */
const SIGN_SCALE = 12 / 24;
const DASH_PX = [3, 2.3];
/** Of the radius of the star on the map, 12 px, to that of its path. */
const STAR_SCALE = 12 / 9;

interface MarkLook {
  letter: string;
  chosen: boolean;
  /** A maneuver that is not counted has a dashed circle. */
  counted: boolean;
}

function markPicture({ letter, chosen, counted }: MarkLook, palette: Palette, font: string): Picture {
  return picture(24, 24, (g) => {
    g.beginPath();
    g.arc(0, 0, MARK_RADIUS_PX, 0, 2 * Math.PI);
    g.fillStyle = chosen ? palette.accent : palette.surface;
    g.strokeStyle = chosen ? palette.on_accent : palette.ink_2;
    g.lineWidth = 1.25;
    g.setLineDash(counted ? [] : DASH_PX);
    g.fill();
    g.stroke();
    g.font = `650 10px ${font}`;
    g.textAlign = "center";
    g.fillStyle = chosen ? palette.on_accent : palette.ink;
    g.fillText(letter, 0, 3.6);
  });
}

/** The sign of a part that is left out, in a circle. */
function partPicture(sign: PartSign, palette: Palette): Picture {
  return picture(24, 24, (g) => {
    g.beginPath();
    g.arc(0, 0, PART_RADIUS_PX, 0, 2 * Math.PI);
    g.fillStyle = palette.surface;
    g.strokeStyle = palette.none;
    g.lineWidth = 1.25;
    g.fill();
    g.stroke();
    g.scale(SIGN_SCALE, SIGN_SCALE);
    g.translate(-12, -12);
    g.strokeStyle = palette.ink_2;
    g.lineWidth = 1.25 / SIGN_SCALE;
    g.lineCap = "round";
    g.lineJoin = "round";
    g.stroke(new Path2D(PART_SIGNS[sign]));
  });
}

function starPicture(palette: Palette): Picture {
  return picture(28, 28, (g) => {
    const star = new Path2D(STAR_PATH);
    g.scale(STAR_SCALE, STAR_SCALE);
    g.fillStyle = palette.accent;
    g.strokeStyle = palette.on_accent;
    g.lineWidth = 1.5 / STAR_SCALE;
    g.fill(star);
    g.stroke(star);
  });
}
