import type { Options } from "@leebow/core/node";
import type { TrackRow } from "../../access/track.ts";

type Requested = Pick<TrackRow, "boat_name" | "wind_hint_deg" | "corrections">;

/** Options of the next analysis, as the track's row requests them. */
export function parametersOf(track: Requested): Partial<Options> {
  const { boat_name: boat_class, wind_hint_deg, corrections } = track;
  return { boat_class, wind_hint_deg, ...(corrections.length > 0 && { corrections }) };
}

/** Options of the present results: others than requested while the next analysis is made, and after it has failed. */
export function appliedParametersOf(track: Requested & Pick<TrackRow, "result_parameters">): Partial<Options> {
  return track.result_parameters ?? parametersOf(track);
}
