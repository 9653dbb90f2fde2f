/** The passage of a track's report. */
import type { FileAnalysis, PartKind } from "@leebow/core";
import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { PassageView } from "../../src/analysis/passage/passage-view";
import { columnsOf, reportOf } from "../helpers";
import { mount } from "./screen";
import { region } from "./shown";

/** Minutes, course in a wind from north, speed and wind speed, kn. */
type Leg = [minutes: number, cog: number, kn: number, tws: number, kind?: PartKind];

const LEGS: Leg[] = [
  [40, 90, 5.5, 8, "motoring"],
  [110, 45, 5.4, 13],
  [90, 318, 5.2, 16],
  [150, 95, 6.8, 11],
  [60, 265, 6.5, 19],
  [75, 165, 5.7, 9],
  [20, 90, 0, 9, "at_rest"],
];

function sailed(legs: Leg[], wind: object | null = { current: null, series: [] }) {
  const step_s = 20;
  const rows = legs.flatMap(([minutes, ...leg]) => Array.from({ length: (minutes * 60) / step_s }, () => leg));
  const columns = columnsOf(rows.length);
  columns.time_ms = columns.time_ms.map((_, i) => columns.time_ms[0]! + 1000 * step_s * i);
  const mps = 1852 / 3600;
  columns.channels = {
    cog: Float32Array.from(rows, ([cog], i) => (cog + 9 * Math.sin(i / 17) + 360) % 360),
    sog: Float32Array.from(rows, ([, kn], i) => kn * mps * (1 + 0.1 * Math.sin(i / 40))),
    tws: Float32Array.from(rows, ([, , tws], i) => (tws + 2 * Math.sin(i / 60)) * mps),
    twd: new Float32Array(rows.length),
  };
  let start = 0;
  const parts = legs.map(([minutes, , , , kind = "sailing"]) => {
    const end = start + (minutes * 60) / step_s;
    const part = { kind, start, end, left_out: kind !== "sailing" };
    start = end;
    return part;
  }) as FileAnalysis["parts"];
  const report = reportOf({ parts, wind: wind as FileAnalysis["wind"] });
  return { report: { ...report, summary: { ...report.summary, tacks: 14, gybes: 6 } }, columns };
}

const SCREENS = [
  { width: 1440, theme: "light" },
  { width: 1440, theme: "dark" },
  { width: 390, theme: "light" },
  { width: 390, theme: "dark" },
] as const;

const show = (legs: Leg[], wind?: object | null) =>
  mount(createElement("div", { style: { padding: 12 } }, createElement(PassageView, sailed(legs, wind))));

test.each(SCREENS)("a passage has its shares, averages and winds, at $width px, $theme", async ({ width, theme }) => {
  await page.viewport(width, 1100);
  document.documentElement.dataset.theme = theme;
  show(LEGS);
  await expect.element(region("What was sailed")).toHaveTextContent("Close-hauled 37 %Reach 39 %Run 14 %");
  const table = region("Sail and engine").getByRole("table");
  await expect
    .element(table.getByRole("row", { name: /^Close-hauled 3:20 37 20\.\d 5\.3 \d\.\d 4\d°$/ }))
    .toBeVisible();
  await expect.element(table.getByRole("row", { name: /^Under engine 0:40 7 4\.\d 5\.\d \d\.\d –$/ })).toBeVisible();
  await expect.element(table.getByRole("row", { name: /^Under sail 8:05 89 / })).toBeVisible();
  await expect
    .element(page.getByRole("img", { name: /^Hours by wind angle: \d h \d+ min on port tack/ }))
    .toBeVisible();
  await expect.element(page.getByRole("img", { name: /^Wind strength, median 1\d\.\d kn/ })).toBeVisible();
  await expect.element(page.getByText("14, 6")).toBeVisible();
  // Nothing but the table scrolls sideways.
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  delete document.documentElement.dataset.theme;
});

test("without a wind angles cannot be told, and a line says so", async () => {
  await page.viewport(1440, 900);
  show(LEGS, null);
  await expect.element(region("Sail and engine")).toHaveTextContent("The wind is not known, so angles cannot be told.");
  await expect.element(page.getByRole("heading", { name: "Wind angle" })).not.toBeInTheDocument();
});

test("less than two hours under sail is no passage", async () => {
  await page.viewport(390, 844);
  show([[22, 45, 5, 12]]);
  await expect.element(page.getByRole("heading", { name: "Too short for a passage" })).toBeVisible();
  await expect.element(page.getByText(/^There are 2[12] min under sail\. From 2 h on/)).toBeVisible();
});
