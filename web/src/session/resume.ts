import { snapshot } from "valtio/vanilla";
import type { ReplayModel } from "./replay-model";

/** What is continued of a replay; none of its columns, which take megabytes. */
interface Left {
  key: string;
  state: ReplayModel["state"];
  time_ms: number;
  /** Time of the selected maneuver; null without one. */
  selected: string | null;
}

/** The replay that is shown, and the last one that was left: the same recording, opened again, continues at its time. */
let shown: ReplayModel | null = null;
let left: Left | null = null;

/** Sets the replay to the time where the same recording was left. */
export function resumed(model: ReplayModel): ReplayModel {
  const before = shown ? leftOf(shown) : left;
  if (!before || before.key !== model.key) return model;
  const { mode, chart_metric, focus, hidden, ...rest } = before.state;
  const hasMetric = (id: string) => model.metric(id) !== null;
  const { state } = model;
  const { fullTail, filter, video, follow, wind_up, ladder, ladder_m, laylines } = rest;
  Object.assign(state, { fullTail, filter, video, follow, wind_up, ladder, ladder_m, laylines });
  state.focus = focus;
  state.hidden = [...hidden];
  if (mode === "none" || mode === "tags" || hasMetric(mode)) state.mode = mode;
  if (hasMetric(chart_metric)) state.chart_metric = chart_metric;
  state.chosen = before.selected === null ? -1 : maneuverAt(model, before.selected);
  model.playback.seek(before.time_ms);
  return model;
}

/** Makes this replay the one that is shown. The result is called when it is left. */
export function showReplay(model: ReplayModel): () => void {
  shown = model;
  return () => {
    if (shown !== model) return;
    left = leftOf(model);
    shown = null;
  };
}

/** Forgets the replays of the user who logs out. */
export function forgetReplay(): void {
  shown = null;
  left = null;
}

function leftOf({ key, state, data, playback }: ReplayModel): Left {
  const selected = data.report.maneuvers[state.chosen]?.time ?? null;
  return { key, state: snapshot(state) as ReplayModel["state"], time_ms: playback.time_ms, selected };
}

/** Two analyses of a recording place the same maneuver this far apart at most, ms. *guess* */
const SAME_MANEUVER_MS = 5000;

/** Index of the maneuver at this time; −1 when it is no longer found. */
function maneuverAt({ data }: ReplayModel, at: string): number {
  const at_ms = Date.parse(at);
  return data.report.maneuvers.findIndex(({ time }) => Math.abs(Date.parse(time) - at_ms) < SAME_MANEUVER_MS);
}
