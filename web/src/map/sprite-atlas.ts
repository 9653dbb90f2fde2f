import type { Picture } from "./boat-pictures";

/** A picture in an atlas: its corners in texture coordinates, its size in px. */
export interface Sprite {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

export interface Atlas {
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
