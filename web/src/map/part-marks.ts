import { type PartSign, partSign } from "../look/part-signs";
import { type Boat, noPosition, positionAt } from "../playback/boat";
import { partsOf } from "../playback/sailed";
import type { Plane } from "./plane";

/** Places along a part at which its sign may stand. */
const PLACES = 40;

export interface PartPlaces {
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
