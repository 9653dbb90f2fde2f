import { type Boat, noPosition, positionAt } from "../playback/boat";
import { type Camera, type Plane, screenX, screenY } from "./plane";

const TOUCH_RADIUS_PX = 16;

/** Index of the star at a point of the map; null for none. */
export function starAt(
  boat: Boat,
  plane: Plane,
  camera: Camera,
  times: readonly number[],
  x: number,
  y: number,
): number | null {
  const found = starPlaces(boat, plane, times).findIndex(
    ([star_x, star_y]) =>
      Math.hypot(screenX(camera, star_x, star_y) - x, screenY(camera, star_x, star_y) - y) < TOUCH_RADIUS_PX,
  );
  return found < 0 ? null : found;
}

/** Where the boat was at these times, m of the plane. */
export function starPlaces(boat: Boat, plane: Plane, times: readonly number[]): [x: number, y: number][] {
  const position = noPosition();
  return times.map((at_ms) => {
    positionAt(boat, at_ms, position);
    return [plane.x(position.lon_deg), plane.y(position.lat_deg)];
  });
}
