/** A moment of a race as it stands in an address: time, boat, view, colours and tools. */
import type { MapView } from "../../map/view-control";
import { LADDER_STEPS_M, type ReplayModel } from "../../session/replay-model";

const NUMBER = /^-?\d+(\.\d+)?$/;

/** The parameters of the moment that is shown; with follow, wind-up and ladder if `withTools`. */
export function momentOf(model: ReplayModel, withTools: boolean): URLSearchParams {
  const { state, playback } = model;
  const view = model.map?.currentView();
  return new URLSearchParams({
    t: new Date(Math.round(playback.time_ms / 100) * 100).toISOString(),
    boat: String(model.data.id),
    ...(view && { view: viewText(view) }),
    mode: state.mode,
    tail: state.fullTail ? "full" : "30s",
    ...(withTools && { tools: toolsText(state) }),
  });
}

/** Sets a replay to the moment of an address. Parameters that are absent or wrong change nothing. */
export function applyMoment(model: ReplayModel, moment: URLSearchParams): void {
  const { state } = model;
  const boat = model.boats.findIndex(({ id }) => String(id) === moment.get("boat"));
  if (boat >= 0) model.focusOn(boat);
  const time_ms = Date.parse(moment.get("t") ?? "");
  if (!Number.isNaN(time_ms)) model.playback.seek(time_ms);
  const mode = moment.get("mode");
  if (mode !== null && (mode === "none" || mode === "tags" || model.metric(mode))) state.mode = mode;
  if (moment.has("tail")) state.fullTail = moment.get("tail") === "full";
  const tools = moment.get("tools")?.split(",") ?? [];
  state.follow = tools.includes("follow");
  state.wind_up = tools.includes("wind_up");
  const ladder_m = LADDER_STEPS_M.find((metres) => tools.includes(`ladder${metres}`));
  state.ladder = ladder_m !== undefined;
  if (ladder_m !== undefined) state.ladder_m = ladder_m;
  model.start_view = viewOf(moment.get("view"));
}

const viewText = ({ lon, lat, zoom, bearing_deg }: MapView) =>
  [lon.toFixed(6), lat.toFixed(6), zoom.toFixed(2), bearing_deg.toFixed(1)].join(",");

function viewOf(text: string | null): MapView | null {
  const parts = text?.split(",") ?? [];
  if (parts.length !== 4 || !parts.every((part) => NUMBER.test(part))) return null;
  const [lon, lat, zoom, bearing_deg] = parts.map(Number) as [number, number, number, number];
  return Math.abs(lat) < 85 && Math.abs(lon) <= 180 ? { lon, lat, zoom, bearing_deg } : null;
}

function toolsText({ follow, wind_up, ladder, ladder_m }: ReplayModel["state"]): string {
  return [follow && "follow", wind_up && "wind_up", ladder && `ladder${ladder_m}`].filter(Boolean).join(",");
}
