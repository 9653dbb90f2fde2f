/** The reports dashboard: nine panels, their filters, and the way from a figure to its sessions. */
import type { ExpectedLoss, Improvement, ReportSession, WindConditions } from "@leebow/api/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answer, refusal } from "./answers";
import { answerReports, NO_LOSSES, NOTHING_SAILED } from "./dashboard-answers";
import { DAY_MS, day, entryOf, GRACE, leaderboardOf, memberOf, onePage, regattaOf, sessionOf, teamOf } from "./made";
import { focus, onPhone, open, press, reload } from "./screen";
import { chooseOption, expectAddress, expectCount, expectTexts, held, never, openList, region } from "./shown";

const PANELS = [
  "On the Water Stats",
  "Time on the water by wind conditions",
  "Tacking Improvement",
  "Gybing Improvement",
  "Expected Tacking Loss",
  "Expected Gybing Loss",
  "Leaderboard",
  "Regatta Results",
  "Speed records",
];

const STATS = region("On the Water Stats");
const CONDITIONS = region("Time on the water by wind conditions");

test("a new sailor sees nine panels, each in its place with the sentence what is missing", async () => {
  answerReports();
  answer("GET /journals/", () => onePage([]));
  await open("/dashboard");
  await page.getByRole("link", { name: "Reports", exact: true }).click();
  await expectAddress("/dashboard/reports");
  for (const name of PANELS) await expect.element(region(name)).toBeVisible();
  await expect.element(page.getByText("No session on these days. Choose other dates or upload a track.")).toBeVisible();
  await expect.element(page.getByText("Nobody in your teams has a session on these days.")).toBeVisible();
  await expect.element(page.getByText("No tacks with a measured loss on these days.")).toBeVisible();
  await expect.element(page.getByText("No regatta on these days.")).toBeVisible();
  expect(page.getByLabelText("View As").elements()).toEqual([]);
});

test("the default range is the last 30 days, every filter asks all panels again, and the address keeps the filters", async () => {
  const sailed = [sessionOf(3), sessionOf(60, { boat_class: "49er" })];
  const asked = answerReports({ sessions: sailed });
  const routes = () => [...new Set(asked.map(({ route }) => route))].sort();
  const all = [
    ...["user/", "windconditions/", "improvement/", "expectedloss/", "leaderboard/", "results/", "records/"],
  ].sort();
  await open("/dashboard/reports");
  await expect.element(STATS.getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  const today = day(0);
  const start = asked.find(({ route }) => route === "results/")!.query.get("start")!;
  expect((Date.parse(today) - Date.parse(start)) / DAY_MS).toBe(30);
  // Losses over time are asked for when it is known whether a wind was measured.
  await expect.poll(routes).toEqual(all);

  asked.length = 0;
  await page.getByRole("radio", { name: "This Year" }).click();
  await expectAddress(/range=year/);
  await expect.poll(routes).toEqual(all);
  await expect.element(page.getByRole("button", { name: `Dates: 1 Jan ${today.slice(0, 4)}` })).toBeVisible();

  await open(`/dashboard/reports?start=${day(70)}&end=${today}`);
  await expect.element(STATS.getByRole("button", { name: /^Sessions 2/ })).toBeVisible();
  await expect.poll(routes).toEqual(all);
  asked.length = 0;
  await openList(page.getByRole("combobox", { name: "Boat class" }));
  await expectTexts(page.getByRole("option"), ["All", "49er", "Laser"]);
  await chooseOption("49er");
  await expect.element(STATS.getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  expect(asked.every(({ query }) => query.get("class") === "49er")).toBe(true);
  await expect.poll(routes).toEqual(all);
  await reload();
  await expect.element(page.getByRole("combobox", { name: "Boat class" })).toHaveTextContent("49er");
  await expect.element(STATS.getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  await page.getByRole("button", { name: "Clear dates" }).click();
  await expectAddress(/^(?!.*start=)/);
});

/** A session with ten minutes straight upwind at this mean speed. */
const upwind = (before: number, upwind_kn: number, speed_band: ReportSession["speed_band"] = null) =>
  sessionOf(before, { upwind_kn, speed_band, water_time: 2400 });

const bandsOf = (sessions: number, known: boolean): WindConditions => ({
  total_time: sessions * 2400,
  time_in_conditions: { Light: 0, Sf: 0, Df: 0, Windy: 0 },
  speed_bands: [
    {
      boat_class: "Laser",
      sessions,
      slow_below_kn: known ? 3.6 : null,
      fast_above_kn: known ? 4.2 : null,
      time_in_bands: known ? { slow: 2400, middle: 2400, fast: 2400 } : { slow: 0, middle: 0, fast: 0 },
    },
  ],
});

const NO_MEDIANS = { Light: null, Sf: null, Df: null, Windy: null, slow: null, middle: null, fast: null };
const BY_SPEED: Improvement = [
  { ...NO_MEDIANS, date: day(9), fast: 4.2, track_ids: [109] },
  { ...NO_MEDIANS, date: day(6), slow: 6.1, track_ids: [106] },
  { ...NO_MEDIANS, date: day(3), middle: 5.3, track_ids: [103] },
];
const BANDED = [upwind(9, 4.5, "fast"), upwind(6, 3.4, "slow"), upwind(3, 4, "middle")];

/** Losses over the entry speed. */
const LOSSES: ExpectedLoss = {
  ...NO_LOSSES,
  losses: [3.2, 4.1, 5.3, 3.9, 4.6, 6.2].map((loss, n) => ({
    x: 3 + n / 5,
    loss,
    date: day(5),
    type: "T",
    track_id: 105,
    maneuver_id: 500 + n,
  })),
  regression: { n: 6, slope: 1.1, intercept: 0.4, r2: 0.31, theil_sen_slope: 1 },
  loss_basis: "vmg",
  loss_bases: ["vmg", "speed"],
  rline: [
    { x: 3, value: 3.7, type: "line" },
    { x: 4, value: 4.8, type: "line" },
  ],
};

test("without a wind log the panels are by the boat's own upwind speed, and say so; from three sessions on", async () => {
  answerReports({ sessions: [upwind(9, 4.5), upwind(6, 3.4)], conditions: bandsOf(2, false) });
  await open("/dashboard/reports");
  const improvement = region("Tacking Improvement");
  const little = "need three sessions of one class with ten minutes straight upwind; there are 2.";
  await expect.element(CONDITIONS).toHaveTextContent(little);
  await expect.element(improvement).toHaveTextContent(little);
  expect(page.getByRole("radiogroup", { name: "Sessions by" }).elements()).toEqual([]);

  answerReports({ sessions: BANDED, conditions: bandsOf(3, true), improvement: BY_SPEED, losses: LOSSES });
  await reload();
  const said = "By your own upwind speed: no wind speed was measured.";
  await expect.element(CONDITIONS).toHaveTextContent(said);
  await expect
    .element(CONDITIONS)
    .toHaveTextContent(/all 3 sessions in the Laser: slow below \d\.\d kn, fast above \d\.\d kn/);
  await expect.element(improvement).toHaveTextContent(said);
  await expect.element(region("Gybing Improvement")).toHaveTextContent(said);
  await expect
    .element(region("Expected Tacking Loss"))
    .toHaveTextContent("By the speed before the turn: no wind speed was measured.");
  const days = improvement.getByRole("group", { name: "Tacking Improvement, days" }).getByRole("button");
  await expectCount(days, 3);
  for (const [at, band] of ["Fast", "Slow", "Middle"].entries())
    await expect.element(days.nth(at)).toHaveAccessibleName(new RegExp(`, ${band}: median loss`));
  await focus(days.last());
  await press("Home");
  await expect.element(days.first()).toHaveFocus();

  await CONDITIONS.getByRole("button", { name: /^Slow/ }).click();
  const dialog = page.getByRole("dialog", { name: "Time in Slow" });
  await expect.element(dialog.getByText("1 session")).toBeVisible();
  const rows = dialog.getByCss("tbody tr");
  await expectCount(rows, 1);
  await expect.element(rows).toHaveTextContent(/\d\.\d kn/);
});

test("with a measured wind in some sessions the panels are by wind, and by speed on request, which the address keeps", async () => {
  const time_in_conditions = { Light: 1200, Sf: 600, Df: 0, Windy: 0 };
  answerReports({ sessions: BANDED, conditions: { ...bandsOf(3, true), time_in_conditions }, improvement: BY_SPEED });
  await open("/dashboard/reports");
  const choice = page.getByRole("radiogroup", { name: "Sessions by" });
  await expect.element(choice.getByRole("radio", { name: "By measured wind" })).toBeChecked();
  await expect.element(CONDITIONS.getByRole("button", { name: /^Light/ })).toBeVisible();
  await focus(choice.getByRole("radio", { name: "By measured wind" }));
  await press("ArrowRight");
  await expectAddress(/by=speed/);
  await expect.element(CONDITIONS.getByRole("button", { name: /^Middle/ })).toBeVisible();
  await expect.element(CONDITIONS.getByText("By your own upwind speed.")).toBeVisible();
  await reload();
  await expect.element(choice.getByRole("radio", { name: "By upwind speed" })).toBeChecked();
  await expect.element(region("Tacking Improvement")).toHaveTextContent("By your own upwind speed.");
});

test("the losses have one basis, and a point leads by the keyboard to its row in the report", async () => {
  const asked = answerReports({ sessions: [sessionOf(5)], losses: LOSSES });
  answer("GET /tracks/{id}/", never);
  await open("/dashboard/reports");
  const expected = region("Expected Tacking Loss");
  const points = expected.getByRole("group", { name: "Expected Tacking Loss, one point each" }).getByRole("button");
  await expectCount(points, LOSSES.losses.length);
  await focus(points.last());
  await press("Home");
  await expect.element(points.first()).toHaveFocus();
  await press("ArrowRight");
  await expect.element(points.nth(1)).toHaveFocus();
  await expect.element(expected.getByText(/^Loss −?\d+\.\d\d m/)).toBeVisible();
  await expected.getByRole("button", { name: "Expected Tacking Loss: show the table" }).click();
  await expectCount(expected.getByCss("tbody tr"), LOSSES.losses.length);
  await expected.getByRole("button", { name: "Expected Tacking Loss: show the chart" }).click();
  const basis = page.getByRole("radiogroup", { name: "Losses shown" });
  await expect.element(basis.getByRole("radio", { name: "Loss along the wind" })).toBeChecked();
  await basis.getByRole("radio", { name: "Loss by speed" }).click();
  await expectAddress(/basis=speed/);
  await expect.element(expected.getByText("that take part in averages, by speed.")).toBeVisible();
  expect(asked.at(-1)!.query.get("basis")).toBe("speed");
  await basis.getByRole("radio", { name: "Loss along the wind" }).click();
  await expect.element(expected.getByText("that take part in averages, along the wind.")).toBeVisible();
  await focus(points.first());
  await press("Enter");
  await expectAddress(/^\/reports\/105\?tab=tacking&row=500$/);
});

test("Regatta Results is a line of finish position per regatta date, with percentage mode, tooltip and the entry behind it", async () => {
  const bay = regattaOf("Bay Regatta", 20, { pos: 1, journal_id: 31, track_ids: [120] });
  answerReports({ regattas: [bay, regattaOf("Winter Cup", 6, { pos: 11, journal_id: 32 })] });
  const places = { number_competitors: 11, finish_position: 1, tracks: [120], competitor_results: [] };
  const regatta_report = {
    name: bay.regatta_name,
    start_date: bay.regatta_start,
    end_date: bay.regatta_end,
    ...places,
  };
  answer("GET /journals/{id}/", () => entryOf({ content: "Notes on Bay Regatta", regatta_report }));
  await open("/dashboard/reports");
  const results = region("Regatta Results");
  const points = results.getByRole("group", { name: "Regatta Results, regattas" }).getByRole("button");
  await expectCount(points, 2);
  await focus(points.first());
  await expect.element(results.getByText("Bay Regatta", { exact: true })).toBeVisible();
  await expect.element(points.first()).toHaveAccessibleName(/^Bay Regatta, .* to .*, 1 of 11$/);
  await results.getByRole("radio", { name: "%" }).click();
  await expectAddress(/results=percent/);
  await expect.element(points.first()).toHaveAccessibleName(/100 percent$/);
  await expect.element(points.last()).toHaveAccessibleName(/ 0 percent$/);
  await results.getByRole("button", { name: "Regatta Results: show the table" }).click();
  await expectCount(results.getByCss("tbody tr"), 2);
  await results.getByRole("button", { name: "Bay Regatta", exact: true }).click();
  const entry = page.getByRole("dialog", { name: "Bay Regatta" });
  await expect.element(entry.getByText("Notes on Bay Regatta")).toBeVisible();
  await expect.element(entry.getByRole("link", { name: "Track 120" })).toHaveAttribute("href", "/tracks/120");
});

test("a panel whose report fails says so in its place and logs a warning, the others stay, and Try again reads it", async () => {
  answerReports({ sessions: [sessionOf(2)] });
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  answer("GET /reports/records/", () => refusal(500, { detail: "The server had an error." }));
  await open("/dashboard/reports");
  const records = region("Speed records");
  await expect.element(records.getByRole("alert")).toHaveTextContent("The server had an error.");
  expect(warn.mock.calls.some(([text]) => String(text).includes("A report could not be read"))).toBe(true);
  warn.mockRestore();
  await expect.element(STATS.getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  const record = { error_kn: 0.06, date: day(2), tz: "Europe/London", track_id: 102 };
  const at = (second: number) => `${day(2)}T10:00:0${second}.000Z`;
  answer("GET /reports/records/", () => [
    { ...record, record: "best_2_s", speed_kn: 12.1, start_time: at(1) },
    { ...record, record: "best_10_s", speed_kn: 11.4, start_time: at(2) },
    { ...record, record: "best_100_m", speed_kn: 10.9, start_time: at(3) },
    { ...record, record: "best_500_m", speed_kn: 9.8, start_time: at(4) },
    { ...record, record: "best_hour", speed_kn: 5.1, start_time: at(5) },
    { ...record, record: "alpha_500", speed_kn: 7.3, start_time: at(6) },
  ]);
  await records.getByRole("button", { name: "Try again" }).click();
  const fastest = records.getByRole("link", { name: /^2 s/ });
  await expect.element(fastest).toHaveTextContent("±");
  expect(records.getByRole("link", { name: /^Alpha 500/ }).elements()).toEqual([]);
  await records.getByRole("button", { name: "Show All Records" }).click();
  await expect.element(records.getByRole("link", { name: /^Alpha 500/ })).toBeVisible();
  await expect.element(fastest).toHaveAttribute("href", `/tracks/102?t=${day(2)}T10:00:01Z`);
});

test("a panel that is loading keeps its place with a skeleton", async () => {
  answerReports();
  const stats = held(NOTHING_SAILED);
  answer("GET /reports/user/", () => stats.answer);
  await open("/dashboard/reports");
  await expect.element(page.getByRole("status", { name: "Loading On the Water Stats" })).toBeVisible();
  const height = () => STATS.element().getBoundingClientRect().height;
  const before = height();
  stats.release();
  await expect.element(page.getByText("No session on these days. Choose other dates or upload a track.")).toBeVisible();
  expect(Math.abs(height() - before)).toBeLessThan(60);
});

test("on a phone the panels stand below each other, the leaderboard last, and the figures are pressed with a finger", async () => {
  await onPhone();
  answerReports({ sessions: [sessionOf(2)] });
  await open("/dashboard/reports");
  await expect.element(STATS.getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  const tops = PANELS.map((name) => region(name).element().getBoundingClientRect().y);
  expect(PANELS[tops.indexOf(Math.max(...tops))]).toBe("Leaderboard");
  await STATS.getByRole("button", { name: /^Gybes/ }).click();
  await expect.element(page.getByRole("dialog", { name: "Gybes" })).toBeVisible();
});

test("a coach views the reports of an athlete by View As, and the leaderboard shows ten rows and all", async () => {
  const athletes = Array.from({ length: 11 }, (_, n) => [60 + n, `Sailor${n}`, "Kiel"] as const);
  const ben = 63;
  const ranked = [...athletes].sort(([one], [other]) => Number(other === ben) - Number(one === ben));
  const rows = [...ranked, [GRACE.id, "Grace", "Coach"] as const];
  answerReports({ leaderboard: leaderboardOf(rows, 1.2), sessionsOf: (user) => (user === ben ? [sessionOf(4)] : []) });
  answer("GET /teams/", () => [teamOf({ athletes: athletes.map(([id, ...names]) => memberOf(id, ...names)) })]);
  const listed: string[] = [];
  answer("GET /tracks/", ({ query }) => {
    listed.push(query.getAll("filter_users").join());
    return onePage([]);
  });
  answer("GET /tracks/oldest_date/", () => ({ date: null }));
  answer("GET /races/", () => ({ ...onePage([]), next_name: "Race 5" }));
  answer("GET /race-consents/", () => ({ results: [] }));
  await open("/dashboard/reports", { user: GRACE });
  await expect.element(STATS.getByText("No session on these days.")).toBeVisible();
  const whose = page.getByRole("combobox", { name: "View As" });
  await expect.element(whose).toHaveTextContent("Grace Coach");
  const board = region("Leaderboard");
  const listed_rows = board.getByRole("listitem");
  await expect.element(listed_rows.first()).toHaveTextContent("Sailor3 Kiel");
  // Ten rows, and the own one after them.
  await expectCount(listed_rows, 11);
  await board.getByRole("button", { name: "Show All" }).click();
  await expectCount(listed_rows, 12);
  await board.getByRole("button", { name: "Show First 10" }).click();
  await expectCount(listed_rows, 11);

  await openList(whose);
  await expectCount(page.getByRole("option"), 12);
  await chooseOption("Sailor3 Kiel");
  await expectAddress(/user=63/);
  await expect.element(STATS.getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  await reload();
  await expect.element(whose).toHaveTextContent("Sailor3 Kiel");
  await board.getByRole("button", { name: /^Sailor3 Kiel, .* hours: show the tracks/ }).click();
  await expectAddress("/home");
  await expect.poll(() => listed.at(-1)).toBe(String(ben));
});

test("the reports of somebody else are refused in a sentence, with the way back to the own ones", async () => {
  answerReports();
  await open("/dashboard/reports?user=999");
  await expect.element(page.getByText("These reports are not open to you")).toBeVisible();
  await expect
    .element(
      page.getByText("These numbers are for their owner, for coaches of the owner's teams, and for administrators."),
    )
    .toBeVisible();
  await page.getByRole("button", { name: "Show your own reports" }).click();
  await expect.element(STATS).toBeVisible();
  await expectAddress("/dashboard/reports");
});
