/** Target polars: a polar file on the page of the polar, and % of target in a replay. */
import type { Polar, Target } from "@leebow/api/contract";
import type { FileAnalysis } from "@leebow/core";
import { createElement, useMemo, useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { localTargets } from "../../src/analysis/polar/local-targets";
import { useReplayTarget } from "../../src/analysis/polar/use-report-target";
import { ReportView } from "../../src/analysis/report/report-view";
import { factsOfFile } from "../../src/analysis/report/rows";
import { DataPanel } from "../../src/replay/panels/data-panel";
import { ManeuversPanel } from "../../src/replay/panels/maneuvers-panel";
import { ChartPane } from "../../src/replay/transport/transport";
import { ReplayModel } from "../../src/session/replay-model";
import { columnsOf, reportOf } from "../helpers";
import { answer, refusal } from "./answers";
import { day, NO_POLAR } from "./made";
import { download, mount, onPhone, open } from "./screen";
import { region } from "./shown";

const FILE = "twa/tws;6;10;16\n42;2.4;3.2;4\n52;2.8;3.8;4.7\n90;3.7;5;6.2\n135;3.6;4.9;61\n150;3.3;4.6;5.8\n";

const curve = (kn: number) => {
  const twa_deg = Array.from({ length: 37 }, (_, i) => 5 * i);
  const speeds = (share: number) =>
    twa_deg.map((deg) => (deg < 35 || deg > 170 ? null : share * kn * (0.7 + 0.3 * Math.sin((deg * Math.PI) / 180))));
  return { twa_deg, q25_kn: speeds(0.93), median_kn: speeds(1), q75_kn: speeds(1.05), time_s: twa_deg.map(() => 900) };
};
const band = (name: string, from_kn: number, to_kn: number, kn: number): Polar["bands"][number] => ({
  name,
  from_kn,
  to_kn,
  time_s: 9000,
  sessions: 6,
  curve: curve(kn),
  upwind: null,
  downwind: null,
});
const value = (percent: number, minutes: number, half_width_percent: number | null = 2) => ({
  percent,
  half_width_percent,
  time_s: 60 * minutes,
});
const SAILED: Polar = {
  ...NO_POLAR,
  boat_class: "49er",
  basis: "wind_speed",
  sessions: 12,
  straight_s: 30_000,
  bands: [band("4_8", 4, 8, 3.6), band("8_12", 8, 12, 5), band("12_16", 12, 16, 5.8)],
};
const OF_TARGET: Polar["target"] = {
  id: 7,
  name: "x35-orc-2026.pol",
  over_ground: false,
  bands: [
    { name: "4_8", from_kn: 4, to_kn: 8, sides: { up: value(92, 44), reach: value(95, 21), down: value(90, 38, 4) } },
    { name: "8_12", from_kn: 8, to_kn: 12, sides: { up: value(97, 131), reach: value(96, 64), down: value(95, 92) } },
    {
      name: "12_16",
      from_kn: 12,
      to_kn: 16,
      sides: { up: value(94, 88), reach: value(98, 2), down: value(88, 51, 1) },
    },
  ],
  outside_s: 0,
};
const KEPT: Target = {
  id: 7,
  boat_class: "49er",
  name: "x35-orc-2026.pol",
  over_ground: false,
  in_use: true,
  format: "qtvlm",
  damage: [],
  winds: [6, 10, 16].map((tws_kn) => ({
    tws_kn,
    twa_deg: [42, 60, 90, 120, 150, 170],
    speed_kn: [2.4, 2.8, 3.7, 3.8, 3.3, 3].map((kn) => kn * (0.6 + tws_kn / 16)),
  })),
  created: "2026-08-01T10:00:00Z",
};

/** As fast as the recording below. */
const FAST: Target = {
  ...KEPT,
  winds: KEPT.winds.map((wind) => ({ ...wind, speed_kn: wind.speed_kn.map((kn) => 1.5 * kn) })),
};

/** The page of the polar; with the file kept, its comparison stands there. */
function withPolar(): { kept: unknown[]; changed: unknown[] } {
  const calls = { kept: [] as unknown[], changed: [] as unknown[] };
  let target: Target | null = null;
  answer("GET /reports/polar/", () => ({ ...SAILED, target: target?.in_use ? OF_TARGET : null }));
  answer("GET /reports/boatclasses/", () => ["49er", "Laser"]);
  answer("GET /tracks/dates/", () => ({ dates: [day(0)] }));
  answer("GET /tracks/oldest_date/", () => ({ date: day(0) }));
  answer("GET /targets/", () => ({ results: target ? [target] : [] }));
  answer("POST /targets/", ({ body }) => {
    calls.kept.push(body);
    target = KEPT;
    return KEPT;
  });
  answer("PATCH /targets/{id}/", ({ body }) => {
    calls.changed.push(body);
    target = { ...KEPT, in_use: (body as { in_use: boolean }).in_use };
    return target;
  });
  return calls;
}

/** A recording in 12 kn of wind from 103°: it beats on either tack at 4 to 6 kn, after 4 min of which it stands still. */
function beating(tws_kn: number | null) {
  const columns = columnsOf(600);
  columns.channels.sog!.fill(0, 240, 260);
  columns.channels.ewd = new Float32Array(600).fill(103);
  if (tws_kn !== null) columns.channels.tws = new Float32Array(600).fill((tws_kn * 1852) / 3600);
  const wind = { current: null, series: [], twd_deg: 103 } as unknown as FileAnalysis["wind"];
  return { report: reportOf({ wind, boat_class: "49er", sha256: "a1" }), columns };
}

/** The data panel and the chart of % of target beside each other, as they are in a replay. */
const Beside = ({ tws_kn }: { tws_kn: number | null }) => {
  const [data] = useState(() => beating(tws_kn));
  const target = useReplayTarget(data);
  const model = useMemo(() => {
    const made = new ReplayModel(data, target ?? null);
    if (made.metric("target_percent")) made.state.chart_metric = "target_percent";
    return made;
  }, [data, target]);
  return createElement(
    MemoryRouter,
    null,
    createElement(
      "div",
      { style: { display: "grid", width: 1000, height: 300 } },
      createElement(ChartPane, { model, corrections: undefined }),
    ),
    createElement("div", { style: { width: 388 } }, createElement(DataPanel, { model })),
  );
};

test("a replay has % of target, the target's speed and angle, and the chart a line at 100", async () => {
  await page.viewport(1440, 900);
  localTargets.list = [FAST];
  mount(createElement(Beside, { tws_kn: 12 }));
  const panel = page.getByRole("group", { name: "Figures now and in the chart" });
  await expect.element(panel).toHaveTextContent(/% of target9\d%Target speed\d\.\dkn/);
  await expect
    .element(panel)
    .toHaveTextContent(
      "Target: x35-orc-2026.pol, for the wind of the moment, over the ground: no current is known. No target below 6 and above 16 kn of wind: there is no figure.",
    );
  await expect.element(page.getByRole("img", { name: /^% of target from/ })).toBeVisible();
  expect(document.querySelectorAll("path[class*=target]")).toHaveLength(1);
});

test("where no wind strength was measured one is given by hand, and taken back", async () => {
  await page.viewport(1440, 900);
  localTargets.list = [FAST];
  mount(createElement(Beside, { tws_kn: null }));
  const panel = page.getByRole("group", { name: "Figures now and in the chart" });
  await expect.element(panel).toHaveTextContent("% of target needs a wind strength, which was not measured here.");
  const field = panel.getByRole("textbox", { name: "Wind strength, kn" });
  await field.fill("12");
  await panel.getByRole("button", { name: "Use it" }).click();
  await expect.element(panel).toHaveTextContent("Target: x35-orc-2026.pol, for 12 kn of wind, given by hand,");
  await expect.element(panel).toHaveTextContent(/% of target9\d%/);
  await field.fill("");
  await panel.getByRole("button", { name: "Use it" }).click();
  await expect.element(panel).toHaveTextContent("% of target needs a wind strength");
});

/** The tacks of {@link beating} every two minutes; the columns of the report are its. */
function tacking(tws_kn: number | null) {
  const { report, columns } = beating(tws_kn);
  columns.channels.sog!.fill(2, 236, 250);
  const maneuvers = [120, 240, 360, 480].map((at, index) => {
    const time = (s: number) => new Date(columns.time_ms[at + s]!).toISOString();
    return {
      kind: "tack",
      name: `Tack ${index + 1}`,
      time: time(0),
      start_time: time(-3),
      end_time: time(3),
      flags: [],
      from_side: index % 2 ? "port" : "starboard",
      to_side: index % 2 ? "starboard" : "port",
      duration_s: 6,
      angle_deg: 90,
      entry_speed_kn: 5,
      exit_speed_kn: 4,
      min_speed_kn: 3,
      counted: true,
      left_out_reason: null,
      loss_basis: "vmg",
      loss_80_m: 4,
      no_loss_reason: null,
      evidence: { turn_start_s: -2, turn_end_s: 2 },
      preview: [],
    };
  });
  return { columns, report: { ...report, maneuvers: maneuvers as unknown as FileAnalysis["maneuvers"] } };
}

/** The report of {@link tacking} at its tacks. */
const Tacks = ({ tws_kn }: { tws_kn: number | null }) => {
  const [data] = useState(() => tacking(tws_kn));
  const compared = useReplayTarget(data);
  const place = { tab: "tacking", row: null, ticked: null, onTab: () => {}, onRows: () => {}, mapAt: null } as const;
  const view = createElement(ReportView, {
    analysis: data.report,
    facts: factsOfFile(data.report),
    windChoice: null,
    target: { compared, session: null, failure: null, retry: () => {} },
    place,
  });
  return createElement(MemoryRouter, null, view);
};

test("the table of tacks has % of target before, after and in the turn, and its file too", async () => {
  await page.viewport(1440, 900);
  localTargets.list = [FAST];
  mount(createElement(Tacks, { tws_kn: 12 }));
  const table = page.getByRole("region", { name: "Tacks with their losses" });
  const heads = table.getByRole("columnheader");
  await expect.element(heads.filter({ hasText: "Entry, % of target" })).toBeVisible();
  await expect.element(heads.filter({ hasText: "90 % of target after, s" })).toBeVisible();
  const second = table.getByRole("row", { name: /13:03:57/ });
  await expect.element(second).toHaveTextContent(/4\.00\d{2,3}7\d7\d20/);
  await expect.element(page.getByText(/^Target: x35-orc-2026.pol, for the wind of the moment/)).toBeVisible();
  const saved = download();
  await page.getByRole("button", { name: "CSV" }).click();
  const [head, first] = (await saved).text.split("\n");
  expect(head).toMatch(/,target_entry_pct,target_exit_pct,target_lowest_pct,target_recovered_90_s$/);
  expect(first!.split(",")).toHaveLength(head!.split(",").length);
  // Taken off, the columns are gone, and the menu says how to add one.
  await page.getByRole("button", { name: "Target: x35-orc-2026.pol" }).click();
  await page.getByRole("menuitem", { name: "No target" }).click();
  await expect.element(heads.filter({ hasText: "% of target" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Target", exact: true })).toBeVisible();
});

test("a table of tacks without a wind strength has no % of target, until one is given by hand", async () => {
  await page.viewport(1440, 900);
  localTargets.list = [FAST];
  mount(createElement(Tacks, { tws_kn: null }));
  const heads = page.getByRole("region", { name: "Tacks with their losses" }).getByRole("columnheader");
  await expect.element(page.getByText(/% of target needs a wind strength, which was not measured here/)).toBeVisible();
  await expect.element(heads.filter({ hasText: "% of target" })).not.toBeInTheDocument();
  await page.getByRole("textbox", { name: "Wind strength, kn" }).fill("12");
  await page.getByRole("button", { name: "Use it" }).click();
  await expect.element(heads.filter({ hasText: "Entry, % of target" })).toBeVisible();
});

test("the maneuvers beside the map have the least of the target, and when nine tenths are sailed again", async () => {
  await page.viewport(1440, 900);
  localTargets.list = [FAST];
  const Panel = () => {
    const [data] = useState(() => tacking(12));
    const target = useReplayTarget(data);
    const model = useMemo(() => new ReplayModel(data, target ?? null), [data, target]);
    return createElement("div", { style: { width: 388 } }, createElement(ManeuversPanel, { model }));
  };
  mount(createElement(MemoryRouter, null, createElement(Panel)));
  await expect.element(page.getByText("Lowest", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /13:04:00/ })).toHaveTextContent(/lowest 7\d%90 % after 20s$/);
});

const choose = (text: string, name = "x35-orc-2026.pol") =>
  userEvent.upload(page.getByCss("input[type=file]"), new File([text], name));

test("a polar file is previewed with what does not fit, kept for its class, and stands beside the own polar", async () => {
  const { kept, changed } = withPolar();
  await open("/dashboard/polar");
  await expect.element(region("Your polar")).toBeVisible();
  await choose(FILE);
  const dialog = page.getByRole("dialog");
  await expect
    .element(dialog)
    .toHaveTextContent("x35-orc-2026.pol, read as qtVlm: 3 winds of 6 to 16 kn, 5 angles of 42° to 150°.");
  await expect
    .element(dialog)
    .toHaveTextContent(
      "61 kn at 135° in 16 kn does not fit its neighbours. Left out; what lies between is used: 5.9 kn.",
    );
  await expect.element(dialog.getByRole("row", { name: "135° 3.6 4.9 61.0" })).toBeVisible();
  await dialog.getByRole("button", { name: "Use this polar" }).click();
  await expect.element(page.getByText("x35-orc-2026.pol is the target of the class 49er.")).toBeVisible();
  expect(kept).toEqual([{ boat_class: "49er", name: "x35-orc-2026.pol", over_ground: false, file: FILE }]);

  const card = region("% of target");
  await expect.element(card.getByRole("row", { name: /^4 to 8 92 ± 2 44 95 ± 2 21 90 ± 4 38$/ })).toBeVisible();
  // Two minutes say nothing.
  await expect.element(card.getByRole("row", { name: /^12 to 16 94 ± 2 88 – 2 88 ± 1 51$/ })).toBeVisible();
  await expect.element(card).toHaveTextContent("Downwind in 12 to 16 kn is where most is left: 88 ± 1 %.");

  await page.getByRole("button", { name: "Take off x35-orc-2026.pol" }).click();
  await expect.element(page.getByText("x35-orc-2026.pol is taken off.")).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect.element(card).toBeVisible();
  expect(changed).toEqual([{ in_use: false }, { in_use: true }]);
});

test("the polar in use is deleted from its menu, after a question", async () => {
  await page.viewport(1440, 900);
  localTargets.list = [FAST, { ...FAST, id: 8, name: "older.pol", in_use: false }];
  mount(createElement(Tacks, { tws_kn: 12 }));
  const question = page.getByRole("dialog", { name: "Are you sure you want to delete x35-orc-2026.pol?" });
  const ask = async () => {
    await page.getByRole("button", { name: "Target: x35-orc-2026.pol" }).click();
    await page.getByRole("menuitem", { name: "Delete x35-orc-2026.pol" }).click();
  };
  await ask();
  await expect.element(question).toHaveTextContent("The sessions of the class 49er are then compared with no target.");
  await question.getByRole("button", { name: "No" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(localTargets.list).toHaveLength(2);
  await ask();
  await question.getByRole("button", { name: "Yes" }).click();
  await page.getByRole("button", { name: "Target", exact: true }).click();
  await expect.element(page.getByRole("menuitem", { name: "older.pol" })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: /^(Delete|x35)/ })).not.toBeInTheDocument();
});

test("a file that is no polar says so, and another one is chosen; what the server refuses stands in the dialog", async () => {
  await onPhone();
  withPolar();
  await open("/dashboard/polar");
  await expect.element(region("Your polar")).toBeVisible();
  await choose("Place,Boat\n1,Ada\n2,Ben\n", "results.csv");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(/^This is no polar\. A polar has wind speeds/);
  await expect.element(dialog.getByRole("button", { name: "Choose another file" })).toBeVisible();
  await choose(FILE);
  answer("POST /targets/", () => refusal(409, { detail: "You have 50 polars.", code: "limit_reached" }));
  await dialog.getByRole("button", { name: "Use this polar" }).click();
  await expect.element(dialog).toHaveTextContent("You have 50 polars.");
});
