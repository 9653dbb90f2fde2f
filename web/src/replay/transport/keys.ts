import { useEffect } from "react";
import type { ReplayModel } from "../../session/replay-model";
import { zoomBack } from "../../session/zoom";

const CONTROL =
  "a, button, input, select, textarea, summary, [role=tab], [role=radio], [role=checkbox], [role=switch], [role=option], [role=menuitem], [role=dialog], [contenteditable=true]";

/** Elements in which letters are input or type-ahead. */
export const WRITING =
  "input:not([type=checkbox], [type=radio]), select, textarea, [role=combobox], [role=option], [role=menuitem], [role=dialog], [contenteditable=true]";
/** Keys that buttons, tabs and checkboxes do not use; they work while one of these has the focus. */
const FREE = new Set([",", ".", ..."sSfFuUlL12345678"]);

/** Keyboard shortcuts of a replay, while no control that uses the key has the focus. */
export function useReplayKeys(model: ReplayModel): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.target as HTMLElement).closest(FREE.has(event.key) ? WRITING : CONTROL)
      )
        return;
      const action = actionOf(event, model);
      if (!action) return;
      action();
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [model]);
}

function actionOf({ key, shiftKey }: KeyboardEvent, model: ReplayModel): (() => void) | undefined {
  const { playback } = model;
  const go = (seconds: number) => playback.seek(playback.time_ms + seconds * 1000);
  const actions: Record<string, () => void> = {
    " ": () => playback.toggle(),
    ArrowLeft: () => go(shiftKey ? -10 : -1),
    ArrowRight: () => go(shiftKey ? 10 : 1),
    ",": () => model.step(-1),
    ".": () => model.step(1),
    s: () => playback.stepSpeed(),
    Escape: () => zoomBack(model),
    f: () => toggle(model, "follow"),
    u: () => toggle(model, "wind_up"),
    y: () => toggle(model, "laylines"),
  };
  return raceAction(key, model) ?? actions[key.length === 1 ? key.toLowerCase() : key];
}

/** Of a race: the start, the ladder, and the focus boat by its number. */
function raceAction(key: string, model: ReplayModel): (() => void) | undefined {
  if (model.race === null) return undefined;
  if (key === "s" && model.state.standings) return () => toStart(model, model.state.standings!.guns_ms);
  if (key.toLowerCase() === "l") return () => toggle(model, "ladder");
  return /^[1-8]$/.test(key) ? () => model.focusOn(Number(key) - 1) : undefined;
}

/** To the line and the gun of the race that is sailed; from there to the next one, from the last to the first. */
function toStart({ playback, map }: ReplayModel, guns_ms: readonly number[]): void {
  const now_ms = playback.time_ms;
  const last = guns_ms.findLast((gun_ms) => gun_ms <= now_ms);
  const isThere = last !== undefined && now_ms - last < 500;
  const next = guns_ms.find((gun_ms) => gun_ms > now_ms);
  const gun_ms = last === undefined || isThere ? (next ?? guns_ms[0]) : last;
  if (gun_ms === undefined) return;
  playback.seek(gun_ms);
  map?.showStart();
}

function toggle({ state }: ReplayModel, tool: "follow" | "wind_up" | "ladder" | "laylines"): void {
  state[tool] = !state[tool];
}
