import { type PartSign, partSign } from "../look/shapes";
import { type Boat, noPosition, positionAt } from "../playback/boat";
import { partsOf } from "../playback/rows";
import { type Camera, type Plane, screenX, screenY } from "./plane";

/** Places along a part at which its sign may stand. */
const PLACES = 40;

interface PartPlaces {
  look: PartSign;
  /** From its beginning on, m of the plane. */
  places: { x: number; y: number }[];
}

/** The sign of each part that is left out, and where it may stand. */
export function partPlaces(boat: Boat, plane: Plane): PartPlaces[] {
  const position = noPosition();
  return partsOf(boat.report).flatMap((part) => {
    const look = part.left_out ? partSign(part) : null;
    if (look === null) return [];
    const [from_ms, to_ms] = [Date.parse(part.start_time), Date.parse(part.end_time)];
    const places = Array.from({ length: PLACES }, (_, i) => {
      positionAt(boat, from_ms + ((to_ms - from_ms) * i) / PLACES, position);
      return { x: plane.x(position.lon_deg), y: plane.y(position.lat_deg) };
    });
    return [{ look, places }];
  });
}

/** The first place of a part that is as far from all others as signs are apart; its beginning where none is. */
export const freePlace = ({ places }: PartPlaces, others: readonly { x: number; y: number }[], apart_m: number) =>
  places.find(({ x, y }) => others.every((other) => Math.hypot(other.x - x, other.y - y) >= apart_m)) ?? places[0]!;

const STAR_TOUCH_RADIUS_PX = 16;

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
      Math.hypot(screenX(camera, star_x, star_y) - x, screenY(camera, star_x, star_y) - y) < STAR_TOUCH_RADIUS_PX,
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
