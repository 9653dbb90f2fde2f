import { type Picture, picture, textWidth } from "./boat-pictures";
import type { Sprite } from "./sprite-atlas";
import type { SpriteMesh } from "./sprite-mesh";

/** Room about a glyph for its halo, and height of its picture, px. */
const ROOM_PX = 3;
const HEIGHT_PX = 20;
/** Of the baseline below the middle of a picture, px. */
const BASELINE_PX = 4;

export interface TextStyle {
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
