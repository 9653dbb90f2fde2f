import type { Maneuver } from "@leebow/core";
import type { ReplayState } from "./replay-model";

/** The filter of a replay and the maneuvers it was opened for. */
type Filtering = Readonly<Pick<ReplayState, "filter">> & { readonly picked: readonly number[] };

function isShown({ kind, counted }: Maneuver, index: number, { filter, picked }: Filtering): boolean {
  if (filter === "picked") return picked.includes(index);
  return filter === "all" || (filter === "not_counted" ? !counted : kind === filter);
}

/** The filter, or "all" where no maneuver passes it: with another wind the kinds are others. */
export function validFilter(maneuvers: readonly Maneuver[], filtering: Filtering): ReplayState["filter"] {
  return maneuvers.some((maneuver, index) => isShown(maneuver, index, filtering)) ? filtering.filter : "all";
}

/** Indices of the maneuvers that list, map and chart show. */
export function shownManeuvers(maneuvers: readonly Maneuver[], filtering: Filtering): Set<number> {
  const valid = { ...filtering, filter: validFilter(maneuvers, filtering) };
  return new Set(maneuvers.flatMap((maneuver, index) => (isShown(maneuver, index, valid) ? [index] : [])));
}
