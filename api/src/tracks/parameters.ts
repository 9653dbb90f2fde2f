import type { Options } from "@leebow/core/node";
import type { TrackRow } from "./queries.ts";

/** Options of the analysis that a track's row holds. */
export function parametersOf(track: Pick<TrackRow, "boat_name" | "wind_hint_deg" | "corrections">): Partial<Options> {
  const { boat_name: boat_class, wind_hint_deg, corrections } = track;
  return { boat_class, wind_hint_deg, ...(corrections.length > 0 && { corrections }) };
}
