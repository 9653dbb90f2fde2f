import type { ReplayModel } from "./replay-model";

/** The replay shown last: who comes back to the same recording, from its report or with another wind, goes on there. */
let last: ReplayModel | null = null;

/** A replay where its recording was left; at its start when another one was shown since. */
export function resumed(model: ReplayModel): ReplayModel {
  if (last === null || last.data.report.sha256 !== model.data.report.sha256) return model;
  const { mode, fullTail, chart_metric, filter } = last.state;
  const hasMetric = (id: string) => model.metric(id) !== null;
  const { state } = model;
  state.fullTail = fullTail;
  state.filter = filter;
  if (mode === "none" || mode === "tags" || hasMetric(mode)) state.mode = mode;
  if (hasMetric(chart_metric)) state.chart_metric = chart_metric;
  model.playback.seek(last.playback.time_ms);
  return model;
}

/** Remembers the replay on the screen. */
export function leave(model: ReplayModel): void {
  last = model;
}
