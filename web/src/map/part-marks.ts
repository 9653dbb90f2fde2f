import { type PartSign, partSign } from "../look/part-signs";
import { type Boat, noPosition, positionAt } from "../playback/boat";
import { partsOf } from "../playback/sailed";
import type { Plane } from "./plane";

/** The sign of each part that is left out, where it begins, m of the plane. */
export function partMarks(boat: Boat, plane: Plane): { x: number; y: number; index: -1; look: PartSign }[] {
  const position = noPosition();
  return partsOf(boat.report).flatMap((part) => {
    const look = part.left_out ? partSign(part) : null;
    if (look === null) return [];
    positionAt(boat, Date.parse(part.start_time), position);
    return [{ x: plane.x(position.lon_deg), y: plane.y(position.lat_deg), index: -1 as const, look }];
  });
}
