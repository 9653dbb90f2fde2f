/** The zoom of the chart of a replay: the stack of its ranges is in the model, what is shown of it in its state. */
import type { TimeRange } from "../playback/clock";
import type { ReplayModel } from "./replay-model";
import { openStar } from "./star-state";

/** Zooms into a range given in either order. */
export function zoomTo(model: ReplayModel, { from_ms, to_ms }: TimeRange): void {
  if (model.zoom.push(from_ms, to_ms)) zoomed(model);
}

export const zoomBack = (model: ReplayModel): void => backTo(model, model.zoom.depth - 1);

/** Takes back every zoom above this depth. */
export function backTo(model: ReplayModel, depth: number): void {
  const before = model.zoom.depth;
  while (model.zoom.depth > Math.max(0, depth)) model.zoom.pop();
  if (model.zoom.depth !== before) zoomed(model);
}

function zoomed(model: ReplayModel): void {
  const { state, playback, stars, zoom } = model;
  const { depth, current } = zoom;
  Object.assign(state, { zoom_depth: depth, range: { ...current } });
  // A zoomed range plays alone: playback pauses at its end and returns to its start.
  playback.setSection(depth > 0 ? { ...current } : null);
  // A star is closed when the chart has gone back past its zoom.
  if (depth < stars.level) openStar(stars, null);
}
