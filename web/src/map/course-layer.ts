import type { MapCourse } from "./course";
import type { Overlay } from "./overlay";
import type { Palette } from "./palette";
import { type Camera, type LonLat, type Plane, screenX, screenY } from "./plane";
import { drawAtlas, type Picture, picture, type Sprite, textWidth } from "./sprite-atlas";
import { SpriteMesh } from "./sprite-mesh";

/** Room about a glyph for its halo, and height of its picture, px. */
const ROOM_PX = 3;
const HEIGHT_PX = 20;
/** Of the baseline below the middle of a picture, px. */
const BASELINE_PX = 4;

interface TextStyle {
  font: string;
  colour: string;
  halo: string;
}

/** Two pictures of each of these texts: its halo, and the text. */
export function textPictures(texts: readonly string[], { font, colour, halo }: TextStyle): Picture[] {
  return texts.flatMap((text) => {
    const exact = textWidth(text, font);
    const width = 2 * Math.ceil(exact / 2 + ROOM_PX);
    const paint = (part: (g: CanvasRenderingContext2D) => void) =>
      picture(width, HEIGHT_PX, (g) => {
        g.font = font;
        g.lineJoin = "round";
        g.lineWidth = 3;
        g.strokeStyle = halo;
        g.fillStyle = colour;
        part(g);
      });
    return [
      paint((g) => g.strokeText(text, -exact / 2, BASELINE_PX)),
      paint((g) => g.fillText(text, -exact / 2, BASELINE_PX)),
    ];
  });
}

/** Writes rows of texts that have pictures, all halos below all texts. */
export class Glyphs {
  private readonly glyphs: Map<string, { advance: number; sprites: readonly Sprite[] }>;

  /** `sprites`: of the {@link textPictures} of these texts. */
  constructor(texts: readonly string[], { font }: TextStyle, sprites: readonly Sprite[]) {
    this.glyphs = new Map(
      texts.map((text, i) => [text, { advance: textWidth(text, font), sprites: sprites.slice(2 * i, 2 * i + 2) }]),
    );
  }

  /** `texts`: a list, or the characters of a string; `x`, `y`: left end of the baseline, px. */
  write(mesh: SpriteMesh, texts: Iterable<string>, x: number, y: number): void {
    for (const part of [0, 1]) {
      let pen = x;
      for (const text of texts) {
        const { advance, sprites } = this.glyphs.get(text)!;
        mesh.add(sprites[part]!, pen + advance / 2, y - BASELINE_PX, 0, 1);
        pen += advance;
      }
    }
  }
}

const RADIUS_PX = 5;
const LINE_PX = 1.5;
/** Of the label from the middle of its mark, px. */
const LABEL_PX = 9;

interface Drawn {
  camera: Camera;
  course: MapCourse | null;
  palette: Palette;
}

/** Line, marks and finish of a race, below the paths. */
export class CourseLayer {
  private readonly mesh: SpriteMesh;
  private drawn: Drawn | null = null;
  private sprites: { line: Sprite; taken: Sprite; estimated: Sprite; labels: Glyphs } | null = null;

  constructor(
    private readonly plane: Plane,
    overlay: Overlay,
  ) {
    this.mesh = new SpriteMesh("course", overlay);
    overlay.add(this.mesh);
  }

  /** Shows a course from the next drawing on; null shows none. */
  show(camera: Camera, course: MapCourse | null, palette: Palette, font: string): void {
    const { drawn, mesh } = this;
    if (drawn?.camera === camera && drawn.course === course && drawn.palette === palette) return;
    if (course && (drawn?.course !== course || drawn.palette !== palette)) this.draw(course, palette, font);
    this.drawn = { camera, course, palette };
    mesh.clear();
    if (course) this.fill(camera, course);
    mesh.show();
  }

  private draw({ marks }: MapCourse, palette: Palette, font: string): void {
    const style = { font: `600 11px ${font}`, colour: palette.ink_2, halo: palette.halo };
    const texts = [...new Set(marks.map(({ label }) => label))];
    const pictures = [
      linePicture(palette.ink_2, LINE_PX),
      markPicture(palette, false),
      markPicture(palette, true),
      ...textPictures(texts, style),
    ];
    const { canvas, sprites } = drawAtlas(pictures, Math.max(2, devicePixelRatio));
    const [line, taken, estimated, ...glyphs] = sprites;
    this.sprites = { line: line!, taken: taken!, estimated: estimated!, labels: new Glyphs(texts, style, glyphs) };
    this.mesh.setAtlas(canvas);
  }

  private fill(camera: Camera, { marks, lines }: MapCourse): void {
    const { mesh, plane } = this;
    const { line, taken, estimated, labels } = this.sprites!;
    const pixel = ({ lon, lat }: LonLat) => {
      const [x, y] = [plane.x(lon), plane.y(lat)];
      return [screenX(camera, x, y), screenY(camera, x, y)] as const;
    };
    for (const [from, to] of lines) {
      const [[x1, y1], [x2, y2]] = [pixel(from), pixel(to)];
      const width = Math.hypot(x2 - x1, y2 - y1);
      mesh.add({ ...line, width }, (x1 + x2) / 2, (y1 + y2) / 2, Math.atan2(y2 - y1, x2 - x1), 1);
    }
    for (const mark of marks) {
      const [x, y] = pixel(mark);
      mesh.add(mark.isEstimated ? estimated : taken, x, y, 0, 1);
      labels.write(mesh, [mark.label], x + LABEL_PX, y + 4);
      mesh.texts.push(mark.label);
    }
  }
}

/** A circle about the place of a mark. */
function markPicture(palette: Palette, isEstimated: boolean): Picture {
  return picture(2 * RADIUS_PX + 4, 2 * RADIUS_PX + 4, (g) => {
    g.beginPath();
    g.arc(0, 0, RADIUS_PX, 0, 2 * Math.PI);
    g.fillStyle = palette.surface;
    g.strokeStyle = palette.ink;
    g.lineWidth = 1.5;
    g.setLineDash(isEstimated ? [3, 2.2] : []);
    g.fill();
    g.stroke();
  });
}

/** Rows of a line, wider or narrower than the line by so many px, with their opacities: its edges are soft on any slope. */
const LINE_ROWS = [
  { wider_px: 1, alpha: 0.25 },
  { wider_px: 0, alpha: 2 / 3 },
  { wider_px: -1, alpha: 1 },
];

/** A piece of a line along its picture, which is stretched. */
export const linePicture = (colour: string, width_px: number) =>
  picture(8, width_px + 4, (g) => {
    g.fillStyle = colour;
    for (const { wider_px, alpha } of LINE_ROWS) {
      const height = width_px + wider_px;
      g.globalAlpha = alpha;
      g.fillRect(-5, -height / 2, 10, height);
    }
  });
