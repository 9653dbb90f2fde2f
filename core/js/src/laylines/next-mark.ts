/** The mark of a race to which a boat sails. */
import type { LegKind, RaceBoat, RaceMark, RaceReport } from "../core.ts";

/** A mark, the two of a gate, or the ends of the finishing line. */
export interface NextMark {
  kind: LegKind;
  marks: readonly Pick<RaceMark, "lat_deg" | "lon_deg">[];
}

/**
 * What a boat sails to at a moment of a race; null before the gun, after her finish, and where its place is not known. A
 * waypoint at which she was not seen counts as passed once she was at a later one.
 */
export function nextMark(
  { start_time, waypoints, legs }: Pick<RaceReport, "start_time" | "waypoints" | "legs">,
  { passings }: Pick<RaceBoat, "passings">,
  time_ms: number,
): NextMark | null {
  if (time_ms < Date.parse(start_time)) return null;
  const last = passings.findLast((passing) => passing !== null && Date.parse(passing.time) <= time_ms);
  const next = (last?.waypoint ?? 0) + 1;
  const marks = waypoints.find(({ id }) => id === next)?.marks ?? [];
  const leg = legs.find(({ to }) => to === next);
  return leg && marks.length > 0 ? { kind: leg.kind, marks } : null;
}
