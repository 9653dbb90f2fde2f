/** Which maneuvers belong to the roundings of a mark. */
import type { ManeuverRow } from "./rows";

/** A maneuver this long before or after a rounding belongs to it, minutes. *guess* */
export const NEAR_MARK_MIN = 2;

/** The rows within {@link NEAR_MARK_MIN} of a rounding; a rounding is a counted bear away or douse. */
export function nearMark(rows: readonly ManeuverRow[], roundings: readonly ManeuverRow[]): ManeuverRow[] {
  const times = roundings.filter(({ counted }) => counted).map(({ time }) => Date.parse(time));
  return rows.filter(({ time }) => times.some((at) => Math.abs(Date.parse(time) - at) <= NEAR_MARK_MIN * 60_000));
}
