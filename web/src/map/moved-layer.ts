import { type Camera, planePoint, screenX, screenY } from "./plane";

/** The drawn part of the map beyond each edge of the screen, as a share of its size. *guess* */
const MARGIN = 0.25;
/** A drawing is used between these magnifications. *guess* */
const MIN_SCALE = 0.6;
const MAX_SCALE = 1.7;

/** The camera of a drawing that is larger than the screen. */
export function widerCamera(camera: Camera): Camera {
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
export function covers(drawn: Camera, now: Camera): boolean {
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
export function transformTo(drawn: Camera, now: Camera): string {
  const square = drawn.scale ** 2;
  const same = (now.cos_px * drawn.cos_px + now.sin_px * drawn.sin_px) / square;
  const across = (now.sin_px * drawn.cos_px - now.cos_px * drawn.sin_px) / square;
  // The linear part is [same, across; −across, same].
  const left = now.left - same * drawn.left - across * drawn.top;
  const top = now.top + across * drawn.left - same * drawn.top;
  return `matrix(${same}, ${-across}, ${across}, ${same}, ${left}, ${top})`;
}
