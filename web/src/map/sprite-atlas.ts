import { HULL_PATH, SAIL_PATH } from "../look/shapes";
import type { Palette } from "./palette";

/** A picture in an atlas: its corners in texture coordinates, its size in px. */
export interface Sprite {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

interface Atlas {
  canvas: HTMLCanvasElement;
  /** In the order of the pictures. */
  sprites: Sprite[];
}

/** Width of an atlas, texels. Every WebGL 2 has textures of this size. */
const WIDTH = 2048;
/** Between two pictures, so that none shows its neighbour's edge, texels. */
const GAP = 2;

/** Draws pictures into one canvas, in rows, `ratio` texels a pixel. */
export function drawAtlas(pictures: readonly Picture[], ratio: number): Atlas {
  const { places, height } = arrange(
    pictures.map((one) => ({ width: Math.ceil(one.width * ratio), height: Math.ceil(one.height * ratio) })),
  );
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height });
  const g = canvas.getContext("2d")!;
  const sprites = pictures.map((picture, i) => {
    const { x, y } = places[i]!;
    g.setTransform(ratio, 0, 0, ratio, x + (picture.width * ratio) / 2, y + (picture.height * ratio) / 2);
    picture.draw(g);
    const [right, bottom] = [x + picture.width * ratio, y + picture.height * ratio];
    const { width, height: own } = picture;
    return { left: x / WIDTH, top: y / height, right: right / WIDTH, bottom: bottom / height, width, height: own };
  });
  return { canvas, sprites };
}

/** Places of boxes in rows of the atlas, and the height they need. */
export function arrange(boxes: readonly { width: number; height: number }[]): {
  places: { x: number; y: number }[];
  height: number;
} {
  let [x, y, row] = [0, 0, 0];
  const places = boxes.map(({ width, height }) => {
    if (x > 0 && x + width > WIDTH) [x, y, row] = [0, y + row + GAP, 0];
    const place = { x, y };
    x += width + GAP;
    row = Math.max(row, height);
    return place;
  });
  return { places, height: Math.max(1, y + row) };
}

/** The sprite with left and right exchanged. */
export const mirrored = (sprite: Sprite): Sprite => ({ ...sprite, left: sprite.right, right: sprite.left });

/** A picture of a sprite, drawn once per theme about the origin: hull, sail, ring, name. */
export interface Picture {
  /** px */
  width: number;
  height: number;
  draw: (g: CanvasRenderingContext2D) => void;
}

export function hullPicture(colour: string, palette: Palette): Picture {
  return picture(20, 34, (g) => {
    g.fillStyle = colour;
    g.strokeStyle = palette.surface;
    g.lineWidth = 1.6;
    g.fill(new Path2D(HULL_PATH));
    g.stroke(new Path2D(HULL_PATH));
  });
}

export function sailPicture(colour: string, palette: Palette): Picture {
  return picture(28, 28, (g) => {
    const sail = new Path2D(SAIL_PATH);
    g.lineCap = "round";
    g.strokeStyle = colour;
    g.lineWidth = 4;
    g.stroke(sail);
    g.strokeStyle = palette.surface;
    g.lineWidth = 1.8;
    g.stroke(sail);
  });
}

export function ringPicture(palette: Palette): Picture {
  return picture(44, 44, (g) => {
    g.beginPath();
    g.arc(0, 0, 18, 0, 2 * Math.PI);
    g.globalAlpha = 0.16;
    g.fillStyle = palette.accent;
    g.fill();
    g.globalAlpha = 1;
    g.strokeStyle = palette.on_accent;
    g.lineWidth = 4.5;
    g.stroke();
    g.strokeStyle = palette.accent;
    g.lineWidth = 2.75;
    g.stroke();
  });
}

let measure: CanvasRenderingContext2D | null = null;

/** Width of a text, px. */
export function textWidth(text: string, font: string): number {
  measure ??= document.createElement("canvas").getContext("2d")!;
  measure.font = font;
  return measure.measureText(text).width;
}

export function namePicture(name: string, colour: string, palette: Palette, font: string): Picture {
  const width = Math.ceil(textWidth(name, `600 12px ${font}`)) + 8;
  return picture(width, 20, (g) => {
    g.font = `600 12px ${font}`;
    g.textAlign = "center";
    g.lineJoin = "round";
    g.strokeStyle = palette.halo;
    g.lineWidth = 3;
    g.strokeText(name, 0, 4);
    g.fillStyle = colour;
    g.fillText(name, 0, 4);
  });
}

export function picture(width: number, height: number, paint: (g: CanvasRenderingContext2D) => void): Picture {
  const draw = (g: CanvasRenderingContext2D) => {
    g.save();
    paint(g);
    g.restore();
  };
  return { width, height, draw };
}
