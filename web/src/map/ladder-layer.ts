import { metresText } from "../format/numbers";
import { Glyphs, linePicture, textPictures } from "./course-layer";
import type { Rect } from "./framing";
import type { MapLaylines, TackCourses } from "./map-options";
import type { Overlay } from "./overlay";
import type { Palette } from "./palette";
import { type Camera, screenX, screenY } from "./plane";
import { drawAtlas, type Sprite } from "./sprite-atlas";
import { SpriteMesh } from "./sprite-mesh";

/** Rungs nearer than this are left out, px. *guess* */
const MIN_RUNG_PX = 14;
/** Rungs with a label are at least this far apart, px. *guess* */
const MIN_LABEL_PX = 26;
/** Room of the label of a rung. *guess* */
const LABEL_WIDTH_PX = 54;
const LABEL_HEIGHT_PX = 12;
const RADIANS = Math.PI / 180;

export { upwindMetres } from "./upwind";

interface Ladder {
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
interface LadderFigure {
  x: number;
  y: number;
  metres: number;
}

const CHARACTERS = [..."0123456789+− mft"];
/** Widths of the rung through the focus boat and of the others, px. */
const OWN_RUNG_PX = 2;
const RUNG_PX = 1;
const LAYLINE_PX = 1.5;

const TACKS = ["port", "starboard"] as const;

/** From a point, m, in a direction. */
interface Line {
  tack: (typeof TACKS)[number];
  x: number;
  y: number;
  deg: number;
  opacity: number;
}

interface Style {
  palette: Palette;
  font: string;
  name: string;
  ratio: number;
}

interface Pictures {
  own: Sprite;
  rung: Sprite;
  /** Laylines on each tack. */
  port: Sprite;
  starboard: Sprite;
  /** The name of the focus boat and metres, beside the rungs; metres beside the boats. */
  rungs: Glyphs;
  figures: Glyphs;
}

/** Lines across the wind and laylines, below the boats, filled anew every frame while they are shown. */
export class LadderLayer {
  readonly mesh: SpriteMesh;
  private style: Style | null = null;
  private pictures!: Pictures;

  constructor(overlay: Overlay) {
    this.mesh = new SpriteMesh("ladder", overlay);
  }

  /** Begins a frame: what is added until its end is shown. */
  begin(palette: Palette, font: string, name: string): void {
    this.restyle({ palette, font, name, ratio: Math.max(2, devicePixelRatio) });
    this.mesh.clear();
  }

  end(): void {
    this.mesh.show();
  }

  /** Lines from the boat at (x, y), m, to the edge of the screen: this tack, and lighter the other one. */
  addLaylines(camera: Camera, laylines: NonNullable<MapLaylines["boat"]>, x: number, y: number): void {
    for (const tack of TACKS) {
      const { cog_deg } = laylines[tack];
      this.addLine(camera, { tack, x, y, deg: cog_deg, opacity: laylines.own === tack ? 1 : 0.7 });
      this.mesh.texts.push(`${tack} ${Math.round(cog_deg)}`);
    }
  }

  /** Lines from the edge of the screen to a mark at (x, y), m: on them a boat lays it. */
  addMarkLaylines(camera: Camera, laylines: TackCourses, x: number, y: number): void {
    for (const tack of TACKS) {
      const { cog_deg } = laylines[tack];
      this.addLine(camera, { tack, x, y, deg: cog_deg + 180, opacity: 0.85 });
      this.mesh.texts.push(`mark ${tack} ${Math.round(cog_deg)}`);
    }
  }

  private addLine(camera: Camera, { tack, x, y, deg, opacity }: Line): void {
    const length = 2 * (camera.width + camera.height);
    const along = (deg - camera.bearing_deg) * RADIANS;
    const [at_x, at_y] = [
      screenX(camera, x, y) + (Math.sin(along) * length) / 2,
      screenY(camera, x, y) - (Math.cos(along) * length) / 2,
    ];
    this.mesh.add({ ...this.pictures[tack], width: length }, at_x, at_y, along - Math.PI / 2, opacity);
  }

  addLadder(camera: Camera, ladder: Ladder, figures: readonly LadderFigure[]): void {
    const { mesh } = this;
    for (const rung of rungsOf(camera, ladder)) this.addRung(camera, ladder, rung);
    for (const { x, y, metres } of figures) {
      const text = metresText(metres);
      this.pictures.figures.write(mesh, text, x, y);
      mesh.texts.push(text);
    }
  }

  /** Draws the atlas anew when the colours, the name or the screen's resolution have changed. */
  private restyle(style: Style): void {
    const before = this.style;
    if (before && (Object.keys(style) as (keyof Style)[]).every((key) => style[key] === before[key])) return;
    this.style = style;
    const { palette, font, name, ratio } = style;
    const bold = { font: `600 11px ${font}`, colour: palette.wind, halo: palette.halo };
    const plain = { font: `500 12px ${font}`, colour: palette.ink_2, halo: palette.halo };
    const beside = [name, ...CHARACTERS];
    const lines = [
      linePicture(palette.wind, OWN_RUNG_PX),
      linePicture(palette.wind, RUNG_PX),
      linePicture(palette.port, LAYLINE_PX),
      linePicture(palette.starboard, LAYLINE_PX),
    ];
    const pictures = [...lines, ...textPictures(beside, bold), ...textPictures(CHARACTERS, plain)];
    const { canvas, sprites } = drawAtlas(pictures, ratio);
    const [own, rung, port, starboard, ...glyphs] = sprites;
    this.pictures = {
      own: own!,
      rung: rung!,
      port: port!,
      starboard: starboard!,
      rungs: new Glyphs(beside, bold, glyphs),
      figures: new Glyphs(CHARACTERS, plain, glyphs.slice(2 * beside.length)),
    };
    this.mesh.setAtlas(canvas);
  }

  private addRung(camera: Camera, { name, twd_deg, overlays }: Ladder, { metres, x, y, isLabelled }: Rung): void {
    const { mesh, pictures } = this;
    const along = (twd_deg - camera.bearing_deg + 90) * RADIANS;
    const [dx, dy] = [Math.sin(along), -Math.cos(along)];
    const isOwn = metres === 0;
    const line = isOwn ? pictures.own : pictures.rung;
    // To both sides beyond the screen.
    const width = 2 * (camera.width + camera.height);
    mesh.add({ ...line, width }, x, y, along - Math.PI / 2, isOwn ? 1 : 0.55);
    if (!isLabelled) return;
    // Where the rung leaves the screen to the left; of a steep one, above.
    const steps = Math.abs(dx) > 0.25 ? (12 - x) / dx : (70 - y) / dy;
    const [at_x, at_y] = [x + dx * steps, y + dy * steps - 5];
    const isUnder = ({ left, top, right, bottom }: Rect) =>
      at_x < right && at_x + LABEL_WIDTH_PX > left && at_y - LABEL_HEIGHT_PX < bottom && at_y > top;
    if (overlays.some(isUnder)) return;
    pictures.rungs.write(mesh, isOwn ? [name] : metresText(metres), at_x, at_y);
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
