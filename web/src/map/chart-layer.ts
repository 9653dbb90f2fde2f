import type { Boat } from "../playback/boat";
import { fitCanvas } from "./graticule";
import type { MarkLayer } from "./mark-layer";
import type { ChartLook, Palette } from "./palette";
import { type KeptRows, PathLevels } from "./path-levels";
import { type Camera, planePoint, screenX, screenY } from "./plane";

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

/** The static layer of the map: the paths, and with them the choice of marks. Drawn when the colours change and after movements of the camera. */
export class ChartLayer {
  readonly canvas = document.createElement("canvas");
  private readonly g = this.canvas.getContext("2d")!;
  private drawn: { camera: Camera; look: ChartLook; palette: Palette } | null = null;
  private readonly levels: PathLevels[];

  constructor(
    private readonly boats: PlacedBoat[],
    private readonly marks: MarkLayer,
  ) {
    this.canvas.setAttribute("aria-hidden", "true");
    Object.assign(this.canvas.style, { right: "auto", bottom: "auto", transformOrigin: "0 0" });
    this.levels = boats.map(({ boat, path }) => new PathLevels(path, boat.piece_starts));
  }

  /** Shows the layer for a camera: the drawing is moved where it covers the screen, and drawn anew otherwise. */
  show(camera: Camera, look: ChartLook, palette: Palette, font: string): void {
    const { drawn } = this;
    if (drawn && drawn.look === look && drawn.palette === palette && covers(drawn.camera, camera)) {
      this.canvas.style.transform = transformTo(drawn.camera, camera);
      this.marks.place(camera);
    } else this.draw(camera, look, palette, font);
  }

  /** After the last movement: draws the layer where its drawing is only moved. */
  redrawAtRest(camera: Camera, look: ChartLook, palette: Palette, font: string): void {
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
    this.marks.choose(wide, look, palette, font);
    this.marks.place(camera);
    g.lineCap = g.lineJoin = "round";
    for (const [i, placed] of this.boats.entries()) {
      if (i !== look.focus && !look.hidden.has(i) && this.isThin(look)) this.drawThin(placed, wide, i, palette);
    }
    const focus = this.boats[look.focus];
    if (focus && !look.hidden.has(look.focus)) this.drawFocus(focus, wide, look, palette);
  }

  /** Paths of the other boats: with many boats in the full tail only. */
  private isThin({ fullTail }: ChartLook): boolean {
    return fullTail || this.boats.length <= MANY_BOATS;
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
}

/** Colours of a track: an index into `colours` per row, −1 for none. */
interface PathColours {
  rows: Int8Array | null;
  colours: string[];
  none: string;
}

/** Strokes the rows of a path, one stroke per colour. Gaps between its pieces are not bridged. */
function strokePath(
  g: CanvasRenderingContext2D,
  path: Float32Array,
  pieces: KeptRows,
  camera: Camera,
  { rows, colours, none }: PathColours,
): void {
  const strokes = [...colours, none].map(() => new Path2D());
  const last = strokes.length - 1;
  const colourOf = (row: number) => (rows === null ? 0 : rows[row]! < 0 ? last : rows[row]!);
  for (const piece of pieces) addPiece(strokes, path, camera, piece, colourOf);
  strokes.forEach((stroke, i) => {
    g.strokeStyle = i === last ? none : colours[i]!;
    g.stroke(stroke);
  });
}

/** All rows of [start, end), by piece. */
function rowsOfRange(piece_starts: Uint32Array, { start, end }: { start: number; end: number }): KeptRows {
  const pieces: KeptRows = [];
  for (let p = 0; p < piece_starts.length; p++) {
    const from = Math.max(start, piece_starts[p]!);
    const to = Math.min(end, piece_starts[p + 1] ?? end);
    if (to > from) pieces.push(Uint32Array.from({ length: to - from }, (_, i) => from + i));
  }
  return pieces;
}

/** A stretch between two rows has the colour of the second. */
function addPiece(
  strokes: Path2D[],
  path: Float32Array,
  camera: Camera,
  rows: Uint32Array,
  colourOf: (row: number) => number,
): void {
  let [px, py, current] = [NaN, NaN, -1];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const x = screenX(camera, path[2 * row]!, path[2 * row + 1]!);
    const y = screenY(camera, path[2 * row]!, path[2 * row + 1]!);
    if (i > 0 && crosses(px, py, x, y, camera)) {
      const colour = colourOf(row);
      if (colour !== current) strokes[colour]!.moveTo(px, py);
      strokes[colour]!.lineTo(x, y);
      current = colour;
    } else current = -1;
    [px, py] = [x, y];
  }
}

const MARGIN_PX = 8;

/** Whether a stretch may be on the screen. */
function crosses(ax: number, ay: number, bx: number, by: number, { width, height }: Camera): boolean {
  return !(
    (ax < -MARGIN_PX && bx < -MARGIN_PX) ||
    (ay < -MARGIN_PX && by < -MARGIN_PX) ||
    (ax > width + MARGIN_PX && bx > width + MARGIN_PX) ||
    (ay > height + MARGIN_PX && by > height + MARGIN_PX)
  );
}

/** The drawn part of the map beyond each edge of the screen, as a share of its size. *guess* */
const MARGIN = 0.25;
/** A drawing is used between these magnifications. *guess* */
const MIN_SCALE = 0.6;
const MAX_SCALE = 1.7;

/** The camera of a drawing that is larger than the screen. */
function widerCamera(camera: Camera): Camera {
  const [x, y] = [Math.round(camera.width * MARGIN), Math.round(camera.height * MARGIN)];
  return {
    ...camera,
    left: camera.left + x,
    top: camera.top + y,
    width: camera.width + 2 * x,
    height: camera.height + 2 * y,
  };
}

/** Whether a drawing covers the screen of another camera, sharply enough. */
function covers(drawn: Camera, now: Camera): boolean {
  const magnified = now.scale / drawn.scale;
  if (magnified < MIN_SCALE || magnified > MAX_SCALE) return false;
  return [
    [0, 0],
    [now.width, 0],
    [0, now.height],
    [now.width, now.height],
  ].every(([px, py]) => {
    const [x, y] = planePoint(now, px!, py!);
    const [column, row] = [screenX(drawn, x, y), screenY(drawn, x, y)];
    return column >= -1 && row >= -1 && column <= drawn.width + 1 && row <= drawn.height + 1;
  });
}

/** The CSS transform that moves a drawing to where another camera has it; its origin is the drawing's top left corner. */
function transformTo(drawn: Camera, now: Camera): string {
  const square = drawn.scale ** 2;
  const same = (now.cos_px * drawn.cos_px + now.sin_px * drawn.sin_px) / square;
  const across = (now.sin_px * drawn.cos_px - now.cos_px * drawn.sin_px) / square;
  // The linear part is [same, across; −across, same].
  const left = now.left - same * drawn.left - across * drawn.top;
  const top = now.top + across * drawn.left - same * drawn.top;
  return `matrix(${same}, ${-across}, ${across}, ${same}, ${left}, ${top})`;
}
