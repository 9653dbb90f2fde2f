import type { Maneuver, Straight } from "@leebow/core";

/** Id of a stored segment, which outlives another analysis; null in a local file. */
export function segmentId(segment: Maneuver | Straight): number | null {
  return "id" in segment && typeof segment.id === "number" ? segment.id : null;
}
