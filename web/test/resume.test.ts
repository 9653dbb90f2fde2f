import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Maneuver } from "@leebow/core";
import { beforeEach, expect, it, vi } from "vitest";
import { ReplayModel } from "../src/session/replay-model";
import { forgetReplay, resumed, showReplay } from "../src/session/resume";
import { columnsOf, reportOf } from "./helpers";

vi.stubGlobal("requestAnimationFrame", () => 1);
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const START_MS = Date.UTC(2025, 5, 21, 11);
const tack = { kind: "tack", start: 50, end: 60, time: new Date(START_MS + 55_000).toISOString() } as Maneuver;
const newModel = () => new ReplayModel({ report: reportOf({ maneuvers: [tack] }), columns: columnsOf(300) });
const secondOf = (model: ReplayModel) => (model.playback.time_ms - START_MS) / 1000;

beforeEach(() => forgetReplay());

/** Shows a replay, moves it and leaves it; `beforeLeaving` is called while it is shown. */
function sail(beforeLeaving: (model: ReplayModel) => void = () => {}): WeakRef<object> {
  const model = newModel();
  const leave = showReplay(model);
  model.choose(0);
  model.playback.seek(START_MS + 100_000);
  beforeLeaving(model);
  leave();
  return new WeakRef(model.data.columns);
}

it("the same recording continues where its replay was left, with the maneuver that was selected", () => {
  sail();
  const next = resumed(newModel());
  expect([secondOf(next), next.state.chosen]).toEqual([100, 0]);
});

it("a replay that is computed again while it is shown continues at its time", () => {
  sail(() => expect(secondOf(resumed(newModel()))).toBe(100));
});

it("a replay that was left holds no columns in memory", async () => {
  const columns = sail();
  await new Promise((resolve) => setTimeout(resolve, 0));
  collectGarbage();
  expect(columns.deref()).toBeUndefined();
});

it("a replay that was shown before the logout is not continued after it", () => {
  sail(() => forgetReplay());
  expect(secondOf(resumed(newModel()))).toBe(0);
});
