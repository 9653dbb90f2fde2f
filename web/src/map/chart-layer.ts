import type { Boat } from "../playback/boat";
import { fitCanvas } from "./canvas";
import type { ChartLook } from "./chart-look";
import type { MarkLayer } from "./mark-layer";
import { covers, transformTo, widerCamera } from "./moved-layer";
import type { Palette } from "./palette";
import { PathLevels } from "./path-levels";
import type { Camera } from "./plane";
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
