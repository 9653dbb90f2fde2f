import type { Maneuver } from "@leebow/core";
import type { ManeuverFilter } from "./replay-model";

const isShown = ({ kind, counted }: Maneuver, filter: ManeuverFilter): boolean =>
  filter === "all" || (filter === "not_counted" ? !counted : kind === filter);

/** The filter, or "all" where no maneuver passes it: with another wind the kinds are others. */
export function validFilter(maneuvers: readonly Maneuver[], filter: ManeuverFilter): ManeuverFilter {
  return maneuvers.some((maneuver) => isShown(maneuver, filter)) ? filter : "all";
}

/** Indices of the maneuvers that list, map and chart show. */
export function shownManeuvers(maneuvers: readonly Maneuver[], filter: ManeuverFilter): Set<number> {
  const valid = validFilter(maneuvers, filter);
  return new Set(maneuvers.flatMap((maneuver, index) => (isShown(maneuver, valid) ? [index] : [])));
}
