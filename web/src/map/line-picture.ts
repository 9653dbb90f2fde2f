import { picture } from "./boat-pictures";

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
