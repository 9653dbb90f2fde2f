/** The debrief of a track with the straights of the session in % of target. */
import type { Analysis, Debrief, FileAnalysis } from "@leebow/core";
import { arrowOf } from "@leebow/core/arrow";
import { createElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { StoredDebrief } from "../../src/analysis/debrief/stored-debrief";
import { localTargets } from "../../src/analysis/polar/local-targets";
import { useStoredTarget } from "../../src/analysis/polar/use-report-target";
import { clubPolar, columnsOf, reportOf } from "../helpers";
import { answer, refusal } from "./answers";
import { mount, onPhone } from "./screen";

const CLUB = clubPolar("49er");

const DEBRIEF = {
  head: { text: "10 min, 0.8 nm, 4 tacks, no gybes, 4.9 kn on average." },
  references: [],
  sessions: 0,
  budgets: [],
  findings: [],
  went_well: [],
  potentials: [],
  not_shown: 0,
  no_finding: "Nothing differs by more than chance.",
  little: { too_little: false, text: "", rows: [] },
  notes: [],
} as unknown as Debrief;

/** Ten minutes to windward in a wind from 103°, with the columns as the server sends them. */
function session(tws_kn: number | null) {
  const columns = columnsOf(600);
  columns.channels.ewd = new Float32Array(600).fill(103);
  if (tws_kn !== null) columns.channels.tws = new Float32Array(600).fill((tws_kn * 1852) / 3600);
  const wind = { current: null, series: [], twd_deg: 103 } as unknown as FileAnalysis["wind"];
  const straights = [{ start: 0, end: 600 }] as unknown as FileAnalysis["straights"];
  const report = reportOf({ wind, boat_class: "49er", sha256: "b2", straights });
  const segments = { kind: [], start: [], end: [], metrics: {} };
  const analysis = { report, columns, fix_flags: new Uint8Array(600), segments } as unknown as Analysis;
  return { report, bytes: arrowOf("1", analysis) };
}

function show(tws_kn: number | null): { asked: number } {
  const { report, bytes } = session(tws_kn);
  const calls = { asked: 0 };
  answer("GET /tracks/{id}/debrief/", () => Response.json(DEBRIEF));
  answer("GET /tracks/{id}/columns/", () => {
    calls.asked += 1;
    return bytes;
  });
  const Shown = () => {
    const target = useStoredTarget(7, report);
    return createElement(StoredDebrief, { track_id: 7, analysis: report, zone: null, target, onRows: () => {} });
  };
  mount(createElement(MemoryRouter, null, createElement(Shown)));
  return calls;
}

const card = () => page.getByRole("region", { name: "What cost you most today" });

test("the debrief says how much of the target was sailed upwind, and over which minutes", async () => {
  localTargets.list = [CLUB];
  show(12);
  await expect
    .element(card())
    .toHaveTextContent(
      /Sailing straight, of club\.pol: upwind \d+ ± \d+ % \(10 min\); for the wind of the moment, over the ground: no current is known\./,
    );
  await card().getByRole("button", { name: "Target: club.pol" }).click();
  await page.getByRole("menuitem", { name: "No target" }).click();
  await expect.element(card()).not.toHaveTextContent("Sailing straight");
});

test("without a target the debrief has its other figures, and no columns are read", async () => {
  const { asked } = show(12);
  await expect.element(card()).toHaveTextContent("Nothing differs by more than chance.");
  await card().getByRole("button", { name: "Target" }).click();
  await expect
    .element(page.getByRole("menu"))
    .toHaveTextContent("With a polar file of the class 49er, % of target stands here.");
  expect(asked).toBe(0);
});

test("without a wind strength the debrief says what is missing, and takes one by hand", async () => {
  await onPhone();
  localTargets.list = [CLUB];
  show(null);
  await expect.element(card()).toHaveTextContent("% of club.pol needs a wind strength, which was not measured.");
  await card().getByRole("textbox", { name: "Wind strength, kn" }).fill("12");
  await card().getByRole("button", { name: "Use it" }).click();
  await expect.element(card()).toHaveTextContent("for 12 kn of wind, given by hand");
});

test("columns that cannot be read leave the debrief, and can be asked for again", async () => {
  localTargets.list = [CLUB];
  show(12);
  const { bytes } = session(12);
  const replies = [refusal(500), bytes];
  answer("GET /tracks/{id}/columns/", () => replies.shift()!);
  await expect.element(card()).toHaveTextContent("% of target could not be read.");
  await card().getByRole("button", { name: "Retry" }).click();
  await expect.element(card()).toHaveTextContent("Sailing straight, of club.pol");
});
