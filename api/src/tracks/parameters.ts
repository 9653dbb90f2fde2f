import type { Options } from "@leebow/core/node";
import type { TrackRow } from "./queries.ts";

/** What the engine is told of a track beside its file. */
export function parametersOf(track: Pick<TrackRow, "boat_name" | "wind_hint_deg">): Partial<Options> {
  return { boat_class: track.boat_name, wind_hint_deg: track.wind_hint_deg };
}
