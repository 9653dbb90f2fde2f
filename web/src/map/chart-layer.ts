import { markLetter } from "@leebow/core";
import { type Boat, nowhere, placeAt } from "../playback/boat";
import { drawGraticule } from "./graticule";
import type { Palette } from "./palette";
import type { Camera, Plane } from "./plane";
import { drawStars } from "./star-marks";
import { type PathColours, strokePath } from "./track-path";

/** Colours of the focused boat's path. */
export interface PathLook {
  /** Colour index per row and the colours; null for one colour. */
  rows: Int8Array | null;
  colours: (palette: Palette) => string[];
}

export interface ChartLook {
  /** Whether the whole path is coloured, or only the tail on a thin path. */
  fullTail: boolean;
  path: PathLook | null;
  focus: number;
  hidden: ReadonlySet<number>;
  /** Highlighted row ranges of the focused boat. */
  glowing: { start: number; end: number }[];
  /** Whether the path outside of the highlighted ranges is pale. */
  isPale: boolean;
  /** Starts of the gold stars, ms. */
  stars: readonly number[];
  /** Index of the selected maneuver of the focused boat; −1 for none. */
  chosen: number;
  showManeuvers: boolean;
  /** Indices of the maneuvers that are shown; null for all. */
  shown: ReadonlySet<number> | null;
  /** Letters that replace those of the kinds, by index: the names in a wind that is being considered. */
  letters: readonly string[] | null;
}

interface PlacedBoat {
  boat: Boat;
  path: Float32Array;
}

/** Widths of the ribbon of a highlighted range and of its dark edge, px. *from* the visual design */
const RIBBON_PX = 8;
const RIBBON_EDGE_PX = 10.5;
const PALE = 0.32;
const MARK_RADIUS_PX = 8;
const TOUCH_RADIUS_PX = 14;
/** Marks nearer than this to a drawn one are left out at this zoom, px. *guess* */
const MIN_MARK_DISTANCE_PX = 15;

/** The static layer of the map: graticule, paths, maneuvers. Redrawn when camera or colours change. */
export class ChartLayer {
  readonly canvas = document.createElement("canvas");
  private readonly g = this.canvas.getContext("2d")!;
  private marks: { x: number; y: number; index: number }[] = [];
  /** x, y of every maneuver at its time, by boat, m. */
  private readonly moments: Float32Array[];

  constructor(
    private readonly boats: PlacedBoat[],
    private readonly plane: Plane,
  ) {
    this.canvas.setAttribute("aria-hidden", "true");
    this.moments = boats.map(({ boat }) => momentsOf(boat, plane));
  }

  draw(camera: Camera, look: ChartLook, palette: Palette, font: string, bottom: number, hasGraticule: boolean): void {
    const g = this.g;
    const ratio = devicePixelRatio;
    const [width, height] = [Math.round(camera.width * ratio), Math.round(camera.height * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, camera.width, camera.height);
    if (hasGraticule) drawGraticule(g, camera, this.plane, palette, font, { bottom });
    g.lineCap = g.lineJoin = "round";
    for (const [i, placed] of this.boats.entries()) {
      if (i !== look.focus && !look.hidden.has(i)) this.drawThin(placed, camera, palette.boats[i % 8]!);
    }
    const focus = this.boats[look.focus];
    if (!focus || look.hidden.has(look.focus)) return;
    this.drawFocus(focus, camera, look, palette);
    drawStars(g, focus.boat, this.plane, camera, look.stars, palette);
    this.marks = look.showManeuvers ? this.drawMarks(focus, camera, look, palette, font) : [];
  }

  /** Index of the maneuver at a point of the map; null for none. */
  maneuverAt(x: number, y: number): number | null {
    let best: number | null = null;
    let nearest = TOUCH_RADIUS_PX;
    for (const mark of this.marks) {
      const distance = Math.hypot(mark.x - x, mark.y - y);
      if (distance < nearest) [best, nearest] = [mark.index, distance];
    }
    return best;
  }

  private drawThin({ boat, path }: PlacedBoat, camera: Camera, colour: string): void {
    this.g.globalAlpha = 0.5;
    this.g.lineWidth = 1;
    strokePath(this.g, path, boat.piece_starts, camera, { rows: null, colours: [colour], none: colour });
    this.g.globalAlpha = 1;
  }

  private drawFocus({ boat, path }: PlacedBoat, camera: Camera, look: ChartLook, palette: Palette): void {
    const g = this.g;
    const one = (colour: string): PathColours => ({ rows: null, colours: [colour], none: colour });
    const colours = look.path?.colours(palette) ?? [palette.ink];
    const isColoured = look.fullTail && look.path !== null;
    const own = isColoured ? { rows: look.path!.rows, colours, none: palette.none } : one(palette.ink);
    const stroke = (width: number, paint: PathColours, range?: { start: number; end: number }) => {
      g.lineWidth = width;
      strokePath(g, path, boat.piece_starts, camera, paint, range);
    };
    const ribbon = () => {
      for (const range of look.glowing) stroke(RIBBON_EDGE_PX, one(palette.on_accent), range);
      for (const range of look.glowing) stroke(RIBBON_PX, one(palette.accent), range);
    };
    if (!look.isPale) ribbon();
    g.globalAlpha = look.isPale ? PALE : 1;
    stroke(look.fullTail ? 4.75 : 3, one(palette.sea));
    g.globalAlpha = look.isPale ? PALE : look.fullTail ? 1 : 0.6;
    stroke(look.fullTail ? 2.25 : 1, own);
    g.globalAlpha = 1;
    if (!look.isPale) return;
    ribbon();
    for (const range of look.glowing) stroke(2.25, own, range);
  }

  private drawMarks({ boat }: PlacedBoat, camera: Camera, look: ChartLook, palette: Palette, font: string) {
    const marks: { x: number; y: number; index: number }[] = [];
    const moments = this.moments[look.focus]!;
    const order = boat.report.maneuvers
      .map((_, i) => i)
      .filter((i) => i === look.chosen || (look.shown?.has(i) ?? true))
      .sort((a, b) => Number(b === look.chosen) - Number(a === look.chosen));
    for (const index of order) {
      const [x, y] = [
        moments[2 * index]! * camera.scale + camera.left,
        camera.top - moments[2 * index + 1]! * camera.scale,
      ];
      if (!(x > -20 && y > -20 && x < camera.width + 20 && y < camera.height + 20)) continue;
      if (marks.some((mark) => Math.hypot(mark.x - x, mark.y - y) < MIN_MARK_DISTANCE_PX)) continue;
      marks.push({ x, y, index });
    }
    for (const { x, y, index } of marks.toReversed()) {
      const { kind, counted } = boat.report.maneuvers[index]!;
      const chosen = index === look.chosen;
      drawMark(this.g, { x, y, letter: look.letters?.[index] ?? markLetter(kind), chosen, counted }, palette, font);
    }
    return marks;
  }
}

/** Interpolated position of the boat at each maneuver's time. */
function momentsOf(boat: Boat, plane: Plane): Float32Array {
  const place = nowhere();
  return Float32Array.from(
    boat.report.maneuvers.flatMap(({ time }) => {
      placeAt(boat, Date.parse(time), place);
      return [plane.x(place.lon_deg), plane.y(place.lat_deg)];
    }),
  );
}

interface Mark {
  x: number;
  y: number;
  letter: string;
  chosen: boolean;
  /** A maneuver that is not counted has a dashed circle. */
  counted: boolean;
}

const DASH_PX = [3, 2.3];

function drawMark(
  g: CanvasRenderingContext2D,
  { x, y, letter, chosen, counted }: Mark,
  palette: Palette,
  font: string,
): void {
  g.beginPath();
  g.arc(x, y, MARK_RADIUS_PX, 0, 2 * Math.PI);
  g.fillStyle = chosen ? palette.accent : palette.surface;
  g.strokeStyle = chosen ? palette.on_accent : palette.ink_2;
  g.lineWidth = 1.25;
  g.setLineDash(counted ? [] : DASH_PX);
  g.fill();
  g.stroke();
  g.setLineDash([]);
  g.font = `650 10px ${font}`;
  g.textAlign = "center";
  g.fillStyle = chosen ? palette.on_accent : palette.ink;
  g.fillText(letter, x, y + 3.6);
  g.textAlign = "start";
}
