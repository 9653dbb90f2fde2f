/** Charts by keyboard, for screen readers, and on another screen. */

import type { Maneuver, TrackColumns } from "@leebow/core";
import { createElement, useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { LossScatter } from "../../src/analysis/report/loss-scatter";
import { rowsOf, X_METRICS } from "../../src/analysis/report/rows";
import { Chart, type Frame } from "../../src/chart/frame";
import { LineCanvas } from "../../src/chart/line-canvas";
import { TimeChart } from "../../src/chart/time-chart";
import { ReplayModel } from "../../src/session/replay-model";
import { columnsOf, reportOf } from "../helpers";
import { focus, mount, press } from "./screen";
import { middleOf } from "./shown";

test("a chart is drawn with the pixels of the screen that its window was moved to", async () => {
  // The emulation of another screen sends no event to a frame within the page.
  let changed = () => undefined as unknown;
  const present = { addEventListener: (_: string, listener: () => void) => (changed = listener) };
  const { matchMedia: real } = window;
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    query.includes("resolution") ? (present as unknown as MediaQueryList) : real.call(window, query),
  );
  const moveTo = (ratio: number) => {
    vi.stubGlobal("devicePixelRatio", ratio);
    changed();
  };
  moveTo(1);
  onTestFinished(() => void vi.unstubAllGlobals());
  const margin = { top: 0, right: 0, bottom: 0, left: 0 };
  const children = (frame: Frame) => createElement(LineCanvas, { frame, lines: [] });
  mount(createElement(Chart, { margin, height: 100, children }));
  const pixels = () => (page.getByCss("canvas").element() as HTMLCanvasElement).height;
  await expect.poll(pixels).toBe(100);
  moveTo(2);
  await expect.poll(pixels).toBe(200);
  moveTo(1);
  await expect.poll(pixels).toBe(100);
});

/** Speed over the whole of a recording. */
function showSpeed(columns: TrackColumns): void {
  const model = new ReplayModel({ report: reportOf(), columns });
  const metric = model.metrics.find(({ id }) => id === "sog")!;
  const { whole } = model.playback.clock;
  const nothing = () => undefined;
  const chart = createElement(TimeChart, {
    ...{ playback: model.playback, metric, scale: model.axis(metric), range: whole, zone: "Europe/Madrid", focus: 0 },
    ...{ chosen: -1, visible: null, cover: null, draft: null, stars: [] },
    ...{ onZoom: nothing, onManeuver: nothing, onSectionEnd: nothing, onStar: nothing },
  });
  mount(createElement("div", { style: { height: 200 } }, chart));
}

test("the empty hours of a day are cut out of a chart over time, which says for how long there are no fixes", async () => {
  await page.viewport(1440, 900);
  const columns = columnsOf(2400);
  for (let row = 1200; row < 2400; row++) columns.time_ms[row]! += 4 * 3_600_000;
  showSpeed(columns);
  await expect.element(page.getByRole("img", { name: /from 13:00:00 to 17:39:59/ })).toBeVisible();
  const cut = page.getByText("no fixes for 4 h 0 min").element().previousElementSibling!.getBoundingClientRect();
  const chart = page.getByRole("img").element().getBoundingClientRect();
  expect(cut.width).toBeCloseTo(10, 0);
  // As much of the width is before it as behind it.
  const plot = { left: chart.left + 34, right: chart.right - 16 };
  expect(cut.left - plot.left).toBeCloseTo(plot.right - cut.right, -1);
  const times = page
    .getByCss("text")
    .elements()
    .map((one) => one.textContent);
  expect(times).toEqual(expect.arrayContaining(["13:05", "17:25"]));
});

test("a chart over time says what it shows, and from where to where its values go", async () => {
  showSpeed(columnsOf(600));
  // From 2 to 3 m/s.
  const name = /^Speed over ground from 13:00:00 to 13:09:59, 3\.9 to 5\.8 kn$/i;
  await expect.element(page.getByRole("img", { name })).toBeVisible();
});

const ROWS = rowsOf(
  [2, 4, 3].map((loss_80_m, at) => ({
    ...{
      kind: "tack",
      name: `Tack ${at + 1}`,
      counted: true,
      loss_80_m,
      loss_basis: "vmg",
      flags: [],
      left_out_reason: null,
    },
    ...{ time: `2025-06-21T11:0${at}:00.000Z`, start_time: `2025-06-21T11:0${at}:00.000Z` },
    ...{ min_speed_kn: 4 + at, evidence: {}, from_side: "port" },
  })) as unknown as Maneuver[],
  "tack",
);

function Scatter() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ROWS.map(({ id }) => id)));
  const [highlighted, onHighlight] = useState<string | null>(null);
  return createElement(LossScatter, {
    ...{ rows: ROWS, chosen, metric: X_METRICS[0], line: null, label: "Losses", singular: "Tack", tz: "Europe/Madrid" },
    ...{ highlighted, onHighlight },
    onToggle: (id) => setChosen((before) => new Set([...before, id].filter((one) => one !== id || !before.has(id)))),
  });
}

test("the marks of a chart of losses are reached by arrow keys, named, and selected by Enter as by a click", async () => {
  mount(createElement(Scatter));
  const mark = (time: string, state: string) =>
    page.getByRole("button", { name: new RegExp(`^Tack at ${time}, loss \\d\\.00 m, ${state}$`) });
  const last = mark("13:02:00", "selected");
  await focus(last);
  await press("ArrowLeft");
  await expect.element(mark("13:01:00", "selected")).toHaveFocus();
  await expect.element(page.getByText("Loss 4.00 m", { exact: true })).toBeVisible();
  await press("Enter");
  await expect.element(mark("13:01:00", "not selected")).toHaveFocus();
  await page.getByRole("group", { name: /^Tack by tack/ }).click({ position: positionOf(last) });
  await expect.element(mark("13:02:00", "not selected")).toBeInTheDocument();
});

/** The place of a mark within the chart, CSS px. */
function positionOf(locator: Parameters<typeof middleOf>[0]) {
  const { x, y } = middleOf(locator);
  const chart = page
    .getByRole("group", { name: /^Tack by tack/ })
    .element()
    .getBoundingClientRect();
  return { x: x - chart.x, y: y - chart.y };
}
