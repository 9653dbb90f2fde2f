import type { TimeRange } from "../playback/clock";
import type { ReplayModel } from "./replay-model";
import { zoomTo } from "./zoom";

/** Maneuvers by their indices, or a range of time, that a replay is opened for. */
export interface Evidence {
  maneuvers: readonly number[];
  range: TimeRange | null;
}

/** Shows only these maneuvers, beginning with the first, or zooms into the range. */
export function showEvidence(model: ReplayModel, { maneuvers, range }: Evidence): void {
  const [first] = maneuvers;
  if (first !== undefined) {
    Object.assign(model.state, { picked: [...maneuvers], filter: "picked" });
    model.choose(first);
  } else if (range) {
    zoomTo(model, range);
    model.playback.seek(range.from_ms);
  }
}
