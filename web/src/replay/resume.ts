import type { ReplayModel } from "./replay-model";

/** The last replay shown: reopening the same recording, from its report or with another wind, continues at its time. */
let last: ReplayModel | null = null;

/** Sets the replay to the time where the same recording was left. */
export function resumed(model: ReplayModel): ReplayModel {
  if (last === null || last.key !== model.key) return model;
  const { mode, chart_metric, focus, hidden, ...rest } = last.state;
  const hasMetric = (id: string) => model.metric(id) !== null;
  const { state } = model;
  const { fullTail, filter, video, follow, wind_up, ladder, ladder_m } = rest;
  Object.assign(state, { fullTail, filter, video, follow, wind_up, ladder, ladder_m });
  state.focus = focus;
  state.hidden = [...hidden];
  if (mode === "none" || mode === "tags" || hasMetric(mode)) state.mode = mode;
  if (hasMetric(chart_metric)) state.chart_metric = chart_metric;
  state.chosen = sameManeuver(last, model);
  model.playback.seek(last.playback.time_ms);
  return model;
}

/** Stores the state of the replay that is left. */
export function leave(model: ReplayModel): void {
  last = model;
}

/** Two analyses of a recording place the same maneuver this far apart at most, ms. *guess* */
const SAME_MANEUVER_MS = 5000;

/** Index of the maneuver that was selected before; −1 when it is no longer found. */
function sameManeuver(before: ReplayModel, after: ReplayModel): number {
  const selected = before.data.report.maneuvers[before.state.chosen];
  if (!selected) return -1;
  const at_ms = Date.parse(selected.time);
  return after.data.report.maneuvers.findIndex(({ time }) => Math.abs(Date.parse(time) - at_ms) < SAME_MANEUVER_MS);
}
