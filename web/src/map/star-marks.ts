import { type Boat, nowhere, placeAt } from "../playback/boat";
import type { Palette } from "./palette";
import { type Camera, type Plane, screenX, screenY } from "./plane";

/** Five-pointed star of radius 12 about the origin. */
const STAR = "M0-12L3.6-4 12-3.2 5.7 2.7 7.5 11 0 6.8-7.5 11-5.7 2.7-12-3.2-3.6-4Z";
const TOUCH_RADIUS_PX = 16;

/** Draws a star where the boat was at each of these times. */
export function drawStars(
  g: CanvasRenderingContext2D,
  boat: Boat,
  plane: Plane,
  camera: Camera,
  times: readonly number[],
  palette: Palette,
): void {
  if (times.length === 0) return;
  const star = new Path2D(STAR);
  g.fillStyle = palette.accent;
  g.strokeStyle = palette.on_accent;
  g.lineWidth = 1.5;
  for (const [x, y] of pointsOf(boat, plane, camera, times)) {
    g.translate(x, y);
    g.fill(star);
    g.stroke(star);
    g.translate(-x, -y);
  }
}

/** Index of the star at a point of the map; null for none. */
export function starAt(
  boat: Boat,
  plane: Plane,
  camera: Camera,
  times: readonly number[],
  x: number,
  y: number,
): number | null {
  const found = pointsOf(boat, plane, camera, times).findIndex(
    ([star_x, star_y]) => Math.hypot(star_x - x, star_y - y) < TOUCH_RADIUS_PX,
  );
  return found < 0 ? null : found;
}

function pointsOf(boat: Boat, plane: Plane, camera: Camera, times: readonly number[]): [x: number, y: number][] {
  const place = nowhere();
  return times.map((at_ms) => {
    placeAt(boat, at_ms, place);
    const [x, y] = [plane.x(place.lon_deg), plane.y(place.lat_deg)];
    return [screenX(camera, x, y), screenY(camera, x, y)];
  });
}
