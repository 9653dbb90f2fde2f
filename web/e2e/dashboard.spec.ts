/** The reports dashboard: nine panels, their filters, and the way from a figure to its tracks. */
import { readFileSync } from "node:fs";
import { callApi, DAY_MS, day, panel, sailed, sailedUpwind, WAIT } from "./dashboard-sailed";
import { expect, test } from "./flow";
import { type Account, accessible, chooseOption, createAccount, fitsTheScreen, logIn } from "./helpers";

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

interface Regatta {
  name: string;
  before: number;
  place: number;
  of: number;
  tracks?: number[];
}

const writeRegatta = (account: Account, { name, before, place, of, tracks = [] }: Regatta) =>
  callApi(account, "POST", "/journals/", {
    content: `Notes on ${name}`,
    regatta_report: {
      name,
      start_date: day(before + 1),
      end_date: day(before),
      number_competitors: of,
      finish_position: place,
      tracks,
      competitor_results: [],
    },
  });

test("a new sailor sees nine panels, each in its place with the sentence what is missing", async ({ page }) => {
  const account = await createAccount();
  await logIn(page, account);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Reports", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/reports$/);
  for (const name of PANELS) await expect(panel(page, name)).toBeVisible();
  await expect(page.getByText("No session on these days. Choose other dates or upload a track.")).toBeVisible();
  await expect(page.getByText("Nobody in your teams has a session on these days.")).toBeVisible();
  await expect(page.getByText("No tacks with a measured loss on these days.")).toBeVisible();
  await expect(page.getByText("No regatta on these days.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("View As")).toHaveCount(0);
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsTheScreen(page);
});

test("the default range is the last 30 days, every filter asks all panels again, and the address keeps the filters", async ({
  page,
}) => {
  const account = await createAccount();
  await sailed(account, 3);
  await sailed(account, 60, "49er");
  await logIn(page, account);
  const asked: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/\/api\/reports\/(?!boatclasses)/.test(url.pathname)) asked.push(url);
  });
  const paths = () => new Set(asked.map(({ pathname }) => pathname.replace("/api/reports/", "")));
  const ALL = ["user/", "windconditions/", "improvement/", "expectedloss/", "leaderboard/", "results/", "records/"];
  await page.goto("/dashboard/reports");
  const stats = panel(page, "On the Water Stats");
  await expect(stats.getByRole("button", { name: /^Sessions 1/ })).toBeVisible(WAIT);
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(Date.now());
  const days =
    (Date.parse(today) -
      Date.parse(asked.find(({ pathname }) => pathname.endsWith("results/"))!.searchParams.get("start")!)) /
    DAY_MS;
  expect(days).toBe(30);
  // Losses over time are asked for when it is known whether a wind was measured.
  await expect.poll(() => [...paths()].sort()).toEqual([...ALL].sort());

  asked.length = 0;
  await page.getByRole("radio", { name: "This Year" }).click();
  await expect(page).toHaveURL(/range=year/);
  await expect.poll(() => [...paths()].sort()).toEqual([...ALL].sort());
  await expect(page.getByRole("button", { name: `Dates: 1 Jan ${today.slice(0, 4)}`, exact: false })).toBeVisible();

  asked.length = 0;
  await page.goto(`/dashboard/reports?start=${day(70)}&end=${today}`);
  await expect(stats.getByRole("button", { name: /^Sessions 2/ })).toBeVisible();
  await expect.poll(() => [...paths()].sort()).toEqual([...ALL].sort());
  asked.length = 0;
  await page.getByRole("combobox", { name: "Boat class" }).click();
  await expect(page.getByRole("option")).toHaveText(["All", "49er", "Laser"]);
  await chooseOption(page.getByRole("option", { name: "49er" }));
  await expect(stats.getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  expect(asked.every(({ searchParams }) => searchParams.get("class") === "49er")).toBe(true);
  await expect.poll(() => [...paths()].sort()).toEqual([...ALL].sort());
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Boat class" })).toHaveText("49er");
  await expect(stats.getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  await page.getByRole("button", { name: "Clear dates" }).click();
  await expect(page).not.toHaveURL(/start=/);
});

test("without a wind log the panels are by the boat's own upwind speed, and say so; from three sessions on", async ({
  page,
}) => {
  const account = await createAccount();
  await sailedUpwind(account, 9, 1);
  await sailedUpwind(account, 6, 0.75);
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  const conditions = panel(page, "Time on the water by wind conditions");
  const improvement = panel(page, "Tacking Improvement");
  const little = "need three sessions of one class with ten minutes straight upwind; there are 2.";
  await expect(conditions).toContainText(little, WAIT);
  await expect(improvement).toContainText(little);
  await expect(page.getByRole("radiogroup", { name: "Sessions by" })).toHaveCount(0);

  await sailedUpwind(account, 3, 0.9);
  await page.reload();
  const said = "By your own upwind speed: no wind speed was measured.";
  await expect(conditions).toContainText(said, WAIT);
  await expect(conditions).toContainText(/all 3 sessions in the Laser: slow below \d\.\d kn, fast above \d\.\d kn/);
  await expect(improvement).toContainText(said);
  await expect(panel(page, "Gybing Improvement")).toContainText(said);
  await expect(panel(page, "Expected Tacking Loss")).toContainText(
    "By the speed before the turn: no wind speed was measured.",
  );
  const days = improvement.getByRole("group", { name: "Tacking Improvement, days" }).getByRole("button");
  await expect(days).toHaveCount(3);
  for (const [at, band] of ["Fast", "Slow", "Middle"].entries())
    await expect(days.nth(at)).toHaveAccessibleName(new RegExp(`, ${band}: median loss`));
  await days.last().focus();
  await page.keyboard.press("Home");
  await expect(days.first()).toBeFocused();
  await accessible(page);

  await conditions.getByRole("button", { name: /^Slow/ }).click();
  const dialog = page.getByRole("dialog", { name: "Time in Slow" });
  await expect(dialog.getByText("1 session")).toBeVisible();
  await expect(dialog.locator("tbody tr")).toHaveCount(1);
  await expect(dialog.locator("tbody tr")).toContainText(/\d\.\d kn/);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsTheScreen(page);
  await accessible(page);
});

test("with a measured wind in some sessions the panels are by wind, and by speed on request, which the address keeps", async ({
  page,
}) => {
  const account = await createAccount();
  for (const [before, share] of [
    [9, 1],
    [6, 0.75],
    [3, 0.9],
  ] as const)
    await sailedUpwind(account, before, share);
  // What a wind log of one of the sessions would give.
  await page.route("**/api/reports/windconditions/**", async (route) => {
    const response = await route.fetch();
    const time_in_conditions = { Light: 1200, Sf: 600, Df: 0, Windy: 0 };
    await route.fulfill({ response, json: { ...(await response.json()), time_in_conditions } });
  });
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  const conditions = panel(page, "Time on the water by wind conditions");
  const choice = page.getByRole("radiogroup", { name: "Sessions by" });
  await expect(choice.getByRole("radio", { name: "By measured wind" })).toBeChecked(WAIT);
  await expect(conditions.getByRole("button", { name: /^Light/ })).toBeVisible();
  await choice.getByRole("radio", { name: "By measured wind" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/by=speed/);
  await expect(conditions.getByRole("button", { name: /^Middle/ })).toBeVisible();
  await expect(conditions.getByText("By your own upwind speed.", { exact: false })).toBeVisible();
  await accessible(page);
  await page.reload();
  await expect(choice.getByRole("radio", { name: "By upwind speed" })).toBeChecked();
  await expect(panel(page, "Tacking Improvement")).toContainText("By your own upwind speed.");
});

test("a figure opens the sessions behind it, which add up to it, and leads to their reports and the track list", async ({
  page,
}) => {
  const account = await createAccount();
  const first = await sailed(account, 9);
  await sailed(account, 3);
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  const tacks = panel(page, "On the Water Stats").getByRole("button", { name: /^Tacks \d/ });
  const all = /^Tacks (\d+)/.exec((await tacks.innerText()).replace(/\s+/g, " "))![1]!;
  await tacks.click();
  const dialog = page.getByRole("dialog", { name: "Tacks" });
  await expect(dialog.getByText("2 sessions")).toBeVisible();
  const rows = dialog.locator("tbody tr");
  const counts = (await rows.locator("td:last-child").allInnerTexts()).map(Number);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(all));
  await expect(dialog.locator("tfoot")).toContainText(all);
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(tacks).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Show in Tracks" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("radio", { name: "My Tracks" })).toBeChecked();
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.goBack();
  await tacks.click();
  await dialog.getByRole("link").last().click();
  await expect(page).toHaveURL(new RegExp(`/reports/${first}`));
});

test("the losses have one basis, and a point leads by the keyboard to its row in the report", async ({ page }) => {
  const account = await createAccount();
  await sailed(account, 5);
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  const expected = panel(page, "Expected Tacking Loss");
  const points = expected.getByRole("group", { name: "Expected Tacking Loss, one point each" });
  await expect(points.getByRole("button").first()).toBeAttached(WAIT);
  const count = await points.getByRole("button").count();
  await points.getByRole("button").last().focus();
  await page.keyboard.press("Home");
  await expect(points.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(points.getByRole("button").nth(Math.min(1, count - 1))).toBeFocused();
  await expect(expected.getByText(/^Loss −?\d+\.\d\d m/)).toBeVisible();
  await expected.getByRole("button", { name: "Expected Tacking Loss: show the table" }).click();
  await expect(expected.locator("tbody tr")).toHaveCount(count);
  await expected.getByRole("button", { name: "Expected Tacking Loss: show the chart" }).click();
  const basis = page.getByRole("radiogroup", { name: "Losses shown" });
  await expect(basis.getByRole("radio", { name: "Loss along the wind" })).toBeChecked();
  await basis.getByRole("radio", { name: "Loss by speed" }).click();
  await expect(page).toHaveURL(/basis=speed/);
  await expect(expected.getByText("that take part in averages, by speed.", { exact: false })).toBeVisible();
  await basis.getByRole("radio", { name: "Loss along the wind" }).click();
  await points.getByRole("button").first().press("Enter");
  await expect(page).toHaveURL(/\/reports\/\d+\?tab=tacking&row=\d+$/);
});

test("Regatta Results is a line of finish position per regatta date, with percentage mode, tooltip and the entry behind it", async ({
  page,
}) => {
  const account = await createAccount();
  const track = await sailed(account, 20);
  await writeRegatta(account, { name: "Bay Regatta", before: 20, place: 1, of: 11, tracks: [track] });
  await writeRegatta(account, { name: "Winter Cup", before: 6, place: 11, of: 11 });
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  const results = panel(page, "Regatta Results");
  const points = results.getByRole("group", { name: "Regatta Results, regattas" }).getByRole("button");
  await expect(points).toHaveCount(2);
  await points.first().focus();
  await expect(results.getByText("Bay Regatta", { exact: true })).toBeVisible();
  await expect(points.first()).toHaveAccessibleName(/^Bay Regatta, .* to .*, 1 of 11$/);
  await results.getByRole("radio", { name: "%" }).click();
  await expect(page).toHaveURL(/results=percent/);
  await expect(points.first()).toHaveAccessibleName(/100 percent$/);
  await expect(points.last()).toHaveAccessibleName(/ 0 percent$/);
  await accessible(page);
  await results.getByRole("button", { name: "Regatta Results: show the table" }).click();
  await expect(results.locator("tbody tr")).toHaveCount(2);
  await results.getByRole("button", { name: "Bay Regatta", exact: true }).click();
  const entry = page.getByRole("dialog", { name: "Bay Regatta" });
  await expect(entry.getByText("Notes on Bay Regatta")).toBeVisible();
  await entry.getByRole("link", { name: `Track ${track}` }).click();
  await expect(page).toHaveURL(new RegExp(`/tracks/${track}`));
});

test("a panel whose report fails says so in its place and logs a warning, the others stay, and Try again reads it", async ({
  page,
}) => {
  const account = await createAccount();
  await sailed(account, 2);
  await logIn(page, account);
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  let isFailing = true;
  await page.route("**/api/reports/records/**", (route) =>
    isFailing ? route.fulfill({ status: 500, json: { detail: "The server had an error." } }) : route.continue(),
  );
  await page.goto("/dashboard/reports");
  const records = panel(page, "Speed records");
  await expect(records.getByRole("alert")).toContainText("The server had an error.");
  expect(warnings.some((text) => text.includes("A report could not be read"))).toBe(true);
  await expect(panel(page, "On the Water Stats").getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  await accessible(page);
  isFailing = false;
  await records.getByRole("button", { name: "Try again" }).click();
  const record = records.getByRole("link", { name: /^2 s/ });
  await expect(record).toBeVisible();
  await expect(record).toContainText("±");
  await records.getByRole("button", { name: "Show All Records" }).click();
  await expect(records.getByRole("link", { name: /^Alpha 500|^250 m/ }).first()).toBeVisible();
  await record.click();
  await expect(page).toHaveURL(/\/tracks\/\d+\?t=/);
});

test("a panel that is loading keeps its place with a skeleton", async ({ page }) => {
  const account = await createAccount();
  await logIn(page, account);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/reports/user/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/dashboard/reports");
  await expect(page.getByRole("status", { name: "Loading On the Water Stats" })).toBeVisible();
  const before = await panel(page, "On the Water Stats").boundingBox();
  answer();
  await expect(page.getByText("No session on these days. Choose other dates or upload a track.")).toBeVisible();
  const after = await panel(page, "On the Water Stats").boundingBox();
  expect(Math.abs(after!.height - before!.height)).toBeLessThan(60);
});

test("Download Daily Report saves report.xlsx", async ({ page }) => {
  const account = await createAccount();
  await sailed(account, 2);
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download Daily Report" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("report.xlsx");
  expect(
    readFileSync((await download.path())!)
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

test("on a phone the panels stand below each other, the leaderboard last, and the figures are pressed with a finger", async ({
  page,
}) => {
  const account = await createAccount();
  await sailed(account, 2);
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  await expect(panel(page, "On the Water Stats").getByRole("button", { name: /^Sessions 1/ })).toBeVisible(WAIT);
  const tops = await Promise.all(PANELS.map(async (name) => (await panel(page, name).boundingBox())!.y));
  expect(PANELS[tops.indexOf(Math.max(...tops))]).toBe("Leaderboard");
  await fitsTheScreen(page);
  await accessible(page);
  await panel(page, "On the Water Stats")
    .getByRole("button", { name: /^Gybes/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Gybes" })).toBeVisible();
  await fitsTheScreen(page);
});
