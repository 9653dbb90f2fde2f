import { metresText } from "../format/metres";
import { fitCanvas } from "./canvas";
import type { Rect } from "./framing";
import type { Palette } from "./palette";
import { type Camera, screenX, screenY } from "./plane";

/** Rungs nearer than this are left out, px. *guess* */
const MIN_RUNG_PX = 14;
/** Rungs with a label are at least this far apart, px. *guess* */
const MIN_LABEL_PX = 26;
/** Room of the label of a rung. *guess* */
const LABEL_WIDTH_PX = 54;
const LABEL_HEIGHT_PX = 12;
const RADIANS = Math.PI / 180;

export { upwindMetres } from "./upwind";

export interface Ladder {
  /** Direction the wind blows from, degrees. */
  twd_deg: number;
  /** Distance of two rungs, m. */
  step_m: number;
  /** Position of the focus boat, m, through which the thick rung goes. */
  x: number;
  y: number;
  name: string;
  /** What lies over the map, px: no label stands under it. */
  overlays: readonly Rect[];
}

/** A figure beside the label of a boat, px. */
export interface LadderFigure {
  x: number;
  y: number;
  metres: number;
}

/** Lines across the wind, drawn every frame while they are shown. */
export class LadderLayer {
  readonly canvas = document.createElement("canvas");
  private readonly g = this.canvas.getContext("2d")!;
  private isEmpty = true;

  constructor() {
    this.canvas.setAttribute("aria-hidden", "true");
  }

  clear(camera: Camera): void {
    if (this.isEmpty) return;
    this.isEmpty = true;
    fitCanvas(this.canvas, this.g, camera);
  }

  draw(camera: Camera, ladder: Ladder, figures: readonly LadderFigure[], palette: Palette, font: string): void {
    const { g } = this;
    this.isEmpty = false;
    fitCanvas(this.canvas, g, camera);
    g.font = `600 11px ${font}`;
    g.lineJoin = "round";
    for (const rung of rungsOf(camera, ladder)) this.drawRung(camera, ladder, rung, palette);
    g.font = `500 12px ${font}`;
    g.textAlign = "left";
    for (const { x, y, metres } of figures) write(g, metresText(metres), x, y, palette.ink_2, palette);
  }

  private drawRung(
    camera: Camera,
    { name, twd_deg, overlays }: Ladder,
    { metres, x, y, isLabelled }: Rung,
    palette: Palette,
  ): void {
    const { g } = this;
    const along = (twd_deg - camera.bearing_deg + 90) * RADIANS;
    const [dx, dy] = [Math.sin(along), -Math.cos(along)];
    const reach = camera.width + camera.height;
    g.strokeStyle = palette.wind;
    g.globalAlpha = metres === 0 ? 1 : 0.55;
    g.lineWidth = metres === 0 ? 2 : 1;
    g.beginPath();
    g.moveTo(x - dx * reach, y - dy * reach);
    g.lineTo(x + dx * reach, y + dy * reach);
    g.stroke();
    g.globalAlpha = 1;
    if (!isLabelled) return;
    // Where the rung leaves the screen to the left; of a steep one, above.
    const steps = Math.abs(dx) > 0.25 ? (12 - x) / dx : (70 - y) / dy;
    const [at_x, at_y] = [x + dx * steps, y + dy * steps - 5];
    const isUnder = ({ left, top, right, bottom }: Rect) =>
      at_x < right && at_x + LABEL_WIDTH_PX > left && at_y - LABEL_HEIGHT_PX < bottom && at_y > top;
    if (overlays.some(isUnder)) return;
    g.textAlign = "left";
    write(g, metres === 0 ? name : metresText(metres), at_x, at_y, palette.wind, palette);
  }
}

interface Rung {
  metres: number;
  /** A point of it, px. */
  x: number;
  y: number;
  isLabelled: boolean;
}

/** The rungs that may cross the screen. */
function rungsOf(camera: Camera, { step_m, twd_deg, x, y }: Ladder): Rung[] {
  const doubled = Math.max(0, Math.ceil(Math.log2(MIN_RUNG_PX / (step_m * camera.scale))));
  const step = step_m * 2 ** doubled;
  const every = Math.max(1, Math.ceil(MIN_LABEL_PX / (step * camera.scale)));
  const [up_x, up_y] = [Math.sin(twd_deg * RADIANS), Math.cos(twd_deg * RADIANS)];
  const reach = (Math.hypot(camera.width, camera.height) / camera.scale) * 1.5;
  const count = Math.min(200, Math.ceil(reach / step));
  return Array.from({ length: 2 * count + 1 }, (_, i) => {
    const metres = (i - count) * step;
    const [px, py] = [x + up_x * metres, y + up_y * metres];
    return {
      metres,
      x: screenX(camera, px, py),
      y: screenY(camera, px, py),
      isLabelled: (i - count) % every === 0,
    };
  });
}

function write(g: CanvasRenderingContext2D, text: string, x: number, y: number, colour: string, palette: Palette) {
  g.strokeStyle = palette.halo;
  g.lineWidth = 3;
  g.strokeText(text, x, y);
  g.fillStyle = colour;
  g.fillText(text, x, y);
}
