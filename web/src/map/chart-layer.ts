import { markLetter } from "@leebow/core";
import { type Boat, nowhere, placeAt } from "../playback/boat";
import { fitCanvas } from "./canvas";
import type { ChartLook } from "./chart-look";
import { covers, transformTo, widerCamera } from "./moved-layer";
import type { Palette } from "./palette";
import { PathLevels } from "./path-levels";
import { type Camera, type Plane, screenX, screenY } from "./plane";
import { drawStars } from "./star-marks";
import { type PathColours, rowsOfRange, strokePath } from "./track-path";

interface PlacedBoat {
  boat: Boat;
  path: Float32Array;
}

/** Widths of the ribbon of a highlighted range and of its dark edge, px. *from* the visual design */
const RIBBON_PX = 8;
const RIBBON_EDGE_PX = 10.5;
const PALE = 0.32;
/** Above this many boats the paths of the others are not drawn with the short tail. *guess* */
const MANY_BOATS = 20;
const MARK_RADIUS_PX = 8;
const TOUCH_RADIUS_PX = 14;
/** Marks nearer than this to a drawn one are left out at this zoom, px. *guess* */
const MIN_MARK_DISTANCE_PX = 15;

/** The static layer of the map: paths and maneuvers. Drawn when the colours change and after movements of the camera. */
export class ChartLayer {
  readonly canvas = document.createElement("canvas");
  private readonly g = this.canvas.getContext("2d")!;
  /** Maneuvers that are drawn, m. */
  private marks: { x: number; y: number; index: number }[] = [];
  private camera!: Camera;
  private drawn: { camera: Camera; look: ChartLook; palette: Palette } | null = null;
  private readonly levels: PathLevels[];
  /** x, y of every maneuver at its time, by boat, m. */
  private readonly moments: Float32Array[];

  constructor(
    private readonly boats: PlacedBoat[],
    private readonly plane: Plane,
  ) {
    this.canvas.setAttribute("aria-hidden", "true");
    Object.assign(this.canvas.style, { right: "auto", bottom: "auto", transformOrigin: "0 0" });
    this.levels = boats.map(({ boat, path }) => new PathLevels(path, boat.piece_starts));
    this.moments = boats.map(({ boat }) => momentsOf(boat, plane));
  }

  /** Shows the layer for a camera: the drawing is moved where it covers the screen, and drawn anew otherwise. */
  show(camera: Camera, look: ChartLook, palette: Palette, font: string): void {
    const { drawn } = this;
    if (drawn && drawn.look === look && drawn.palette === palette && covers(drawn.camera, camera)) {
      this.canvas.style.transform = transformTo(drawn.camera, camera);
      this.camera = camera;
    } else this.draw(camera, look, palette, font);
  }

  /** After the last movement: draws the layer where its drawing is only moved. */
  settle(camera: Camera, look: ChartLook, palette: Palette, font: string): void {
    const wide = widerCamera(camera);
    const before = this.drawn?.camera as unknown as Record<string, number> | undefined;
    if (!before || Object.entries(wide).some(([name, value]) => before[name] !== value))
      this.draw(camera, look, palette, font);
  }

  /** Draws the layer and some of its surroundings. */
  draw(camera: Camera, look: ChartLook, palette: Palette, font: string): void {
    const wide = widerCamera(camera);
    const { g } = this;
    fitCanvas(this.canvas, g, wide);
    Object.assign(this.canvas.style, { width: `${wide.width}px`, height: `${wide.height}px` });
    this.canvas.style.transform = transformTo(wide, camera);
    this.drawn = { camera: wide, look, palette };
    this.camera = camera;
    g.lineCap = g.lineJoin = "round";
    for (const [i, placed] of this.boats.entries()) {
      if (i !== look.focus && !look.hidden.has(i) && this.isThin(look)) this.drawThin(placed, wide, i, palette);
    }
    this.marks = [];
    const focus = this.boats[look.focus];
    if (!focus || look.hidden.has(look.focus)) return;
    this.drawFocus(focus, wide, look, palette);
    drawStars(g, focus.boat, this.plane, wide, look.stars, palette);
    if (look.showManeuvers) this.marks = this.drawMarks(focus, wide, look, palette, font);
  }

  /** Paths of the other boats: with many boats in the full tail only. */
  private isThin({ fullTail }: ChartLook): boolean {
    return fullTail || this.boats.length <= MANY_BOATS;
  }

  /** Index of the maneuver at a point of the map; null for none. */
  maneuverAt(x: number, y: number): number | null {
    let best: number | null = null;
    let nearest = TOUCH_RADIUS_PX;
    for (const mark of this.marks) {
      const distance = Math.hypot(screenX(this.camera, mark.x, mark.y) - x, screenY(this.camera, mark.x, mark.y) - y);
      if (distance < nearest) [best, nearest] = [mark.index, distance];
    }
    return best;
  }

  private drawThin({ path }: PlacedBoat, camera: Camera, index: number, palette: Palette): void {
    const { g } = this;
    const colour = palette.boats[index % 8]!;
    g.globalAlpha = 0.5;
    g.lineWidth = 1;
    // From the ninth boat on the colours repeat.
    if (index >= 8) g.setLineDash([5, 4]);
    const kept = this.levels[index]!.at(camera.scale, null);
    strokePath(g, path, kept, camera, { rows: null, colours: [colour], none: colour });
    g.setLineDash([]);
    g.globalAlpha = 1;
  }

  private drawFocus({ boat, path }: PlacedBoat, camera: Camera, look: ChartLook, palette: Palette): void {
    const g = this.g;
    const one = (colour: string): PathColours => ({ rows: null, colours: [colour], none: colour });
    const colours = look.path?.colours(palette) ?? [palette.ink];
    const isColoured = look.fullTail && look.path !== null;
    const plain = this.boats.length === 1 ? palette.ink : palette.boats[look.focus % 8]!;
    const own = isColoured ? { rows: look.path!.rows, colours, none: palette.none } : one(plain);
    const kept = this.levels[look.focus]!.at(camera.scale, isColoured ? look.path!.rows : null);
    const stroke = (width: number, paint: PathColours, range?: { start: number; end: number }) => {
      g.lineWidth = width;
      strokePath(g, path, range ? rowsOfRange(boat.piece_starts, range) : kept, camera, paint);
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
    const pixels: { px: number; py: number }[] = [];
    for (const index of order) {
      const [x, y] = [moments[2 * index]!, moments[2 * index + 1]!];
      const [px, py] = [screenX(camera, x, y), screenY(camera, x, y)];
      if (!(px > -20 && py > -20 && px < camera.width + 20 && py < camera.height + 20)) continue;
      if (pixels.some((other) => Math.hypot(other.px - px, other.py - py) < MIN_MARK_DISTANCE_PX)) continue;
      pixels.push({ px, py });
      marks.push({ x, y, index });
    }
    for (const [i, { index }] of [...marks.entries()].reverse()) {
      const { kind, counted } = boat.report.maneuvers[index]!;
      const chosen = index === look.chosen;
      const { px: x, py: y } = pixels[i]!;
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
