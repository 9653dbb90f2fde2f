/** The straight-line analysis: its head, table, correlation and rhythm. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "./flow";
import { accessible, createAccount, fitsTheScreen, fixture, logIn, recording } from "./helpers";
import { type AnalyzedTrack, createAnalysis, openAnalysis, straightTrack } from "./straights-sailed";

/** Heel and pitch, no measured wind. */
const KITE = fixture("formula-kite-palma.vakaros.csv");
/** A race with a measured wind. */
const MEASURED = "nmea/balaton-race-2026-06-06.tsv";

const table = (page: Page) => page.getByRole("table", { name: "Track Data" });
const heads = async (page: Page) =>
  (await table(page).locator("thead th").allTextContents()).map((text) => text.replace(/,.*/, ""));

/** Waits until the notice of this text has come and gone. */
async function afterNotice(page: Page, text: string) {
  const notice = page.getByRole("region", { name: "Notifications" }).getByText(text);
  await expect(notice).toBeVisible();
  await expect(notice).toHaveCount(0, { timeout: 15_000 });
}

/** The shared analysis of the kite's straights; tests that change it make one of their own. */
async function openShared(page: Page): Promise<AnalyzedTrack> {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  await openAnalysis(page, track.analysis);
  return track;
}

test("the report shows track, sailor, start, place, duration, wind and the selected segments", async ({ page }) => {
  const track = await openShared(page);
  await expect(page).toHaveTitle(/^Straight Line Analysis Report/);
  await expect(page.getByRole("heading", { name: "Straight Line Analysis Report" })).toBeVisible();
  const fact = (name: string) => page.locator("dl div").filter({ hasText: name }).locator("dd");
  await expect(fact("Track")).toHaveText(String(track.id));
  await expect(fact("Sailor")).toHaveText("Marta Vidal");
  await expect(fact("Start")).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d, Madrid time$/);
  await expect(fact("Location")).toHaveText(/Palma/);
  await expect(fact("Duration")).toHaveText(/^\d\d:\d\d min$/);
  await expect(fact("Average wind speed")).toHaveText("Not measured");
  await expect(
    page
      .locator("dl div")
      .filter({ hasText: /^Straights/ })
      .locator("dd"),
  ).toHaveText(`${track.segments.length} of ${track.segments.length}`);
  await expect(fact("Selected segments")).toHaveText(track.segments.map(({ seg_name }) => seg_name).join(", "));
  await expect(page.locator("header").getByText(`Track ${track.id}`)).toBeVisible();
  await accessible(page);
});

test("the table has the averages, deviations and travels that are not zero, and an averages row", async ({ page }) => {
  const { segments } = await openShared(page);
  await expect(table(page).locator("tbody tr")).toHaveCount(segments.length);
  expect(await heads(page)).toEqual([
    ...["Name", "Tags", "Start", "End", "Duration", "EWD", "VMG", "SOG", "ETAB", "Heel", "COG"],
    ...["Heel std", "COG std", "Heel travel", "Pitch travel"],
  ]);
  await expect(table(page).getByRole("columnheader", { name: "Heel travel, ° per 60 s" })).toBeAttached();
  const foot = table(page).locator("tfoot td");
  await expect(foot.first()).toHaveText("All Segments*");
  await expect(page.getByText("* The straights above together: their durations added up,")).toBeVisible();
  await expect(table(page).locator("tbody tr").first().locator("td").nth(4)).toHaveText(/^\d\d:\d\d$/);
  await table(page).getByRole("button", { name: "SOG, kn" }).click();
  await expect(table(page).getByRole("columnheader", { name: "SOG, kn" })).toHaveAttribute("aria-sort", "ascending");
});

test("hidden columns stay hidden, and the CSV has what is shown", async ({ page }) => {
  const { analysis, segments } = await openShared(page);
  await page.getByRole("button", { name: "Hide Columns" }).click();
  const choice = page.getByRole("dialog", { name: "Hide Columns" });
  await choice.getByRole("checkbox", { name: "EWD" }).check();
  await choice.getByRole("checkbox", { name: "Tags" }).check();
  await accessible(page);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(table(page)).toBeVisible();
  expect(await heads(page)).not.toContain("EWD");
  const link = page.getByRole("link", { name: "Download CSV" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe(`straight-analysis-${analysis}.csv`);
  const [head, first, ...rest] = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\n");
  expect(head).toMatch(/^Name,"Start, UTC","End, UTC","Duration, s","VMG, kn","SOG, kn"/);
  expect(head).not.toContain("EWD");
  expect(first).toMatch(/^Straight 1,20\d\d-/);
  expect(rest).toHaveLength(segments.length - 1);
  await page.getByRole("button", { name: "Hide Columns" }).click();
  await page.getByRole("button", { name: "Show all columns" }).click();
  await expect(table(page).getByRole("columnheader", { name: "EWD, °" })).toBeAttached();
});

test("a correlation has a number in every cell, and is cleared with fewer than 3 columns", async ({ page }) => {
  await openShared(page);
  await page.getByRole("button", { name: "Analyze Correlation" }).click();
  const matrix = page.getByRole("region", { name: "Correlation of the columns" }).getByRole("table");
  await expect(matrix.locator("tbody tr")).toHaveCount(10);
  for (const text of await matrix.locator("tbody td").allTextContents()) expect(text).toMatch(/^(1|[−]?[01]\.\d\d)$/);
  await accessible(page);
  await page.getByRole("button", { name: "Hide Columns" }).click();
  const choice = page.getByRole("dialog", { name: "Hide Columns" });
  for (const name of ["EWD", "VMG", "SOG", "ETAB", "Heel", "COG", "Heel std", "COG std"])
    await choice.getByRole("checkbox", { name, exact: true }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByText("A correlation needs at least 3 columns and 3 segments.")).toBeVisible();
  await expect(matrix).toBeHidden();
  await page.getByRole("button", { name: "Remove the correlation" }).click();
  await expect(page.getByRole("heading", { name: "Correlation" })).toBeHidden();
});

test("a correlation of fewer than 3 segments is a sentence", async ({ page }) => {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  await openAnalysis(page, await createAnalysis(track, { count: 2 }));
  await page.getByRole("button", { name: "Analyze Correlation" }).click();
  await expect(
    page.getByText(
      "A correlation needs at least 3 columns and 3 segments. Shown are 10 columns of values and 2 segments.",
    ),
  ).toBeVisible();
  await expect(page.getByText("2 straights", { exact: true })).toBeVisible();
});

test("each section of the straight-line analysis says what its figures mean", async ({ page }) => {
  await openShared(page);
  for (const [section, text] of [
    ["Track Data", "The part of the speed that goes towards the wind, by the estimated wind."],
    ["Track Data", "Averages, standard deviations and travel"],
    ["Rhythm Analysis", "How many seconds later the speed follows this quantity."],
    ["Track Charts", "About these numbers"],
  ] as const) {
    const name = `${section}: what it means`;
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("dialog", { name, exact: true })).toContainText(text);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name, exact: true })).toHaveCount(0);
  }
});

test("sections are hidden and shown, and stay as they were left", async ({ page }) => {
  await openShared(page);
  for (const name of ["Track Data", "Track Charts", "Rhythm Analysis"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("button", { name, exact: true })).toHaveAttribute("aria-expanded", "false");
  }
  await expect(table(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Rhythm Analysis", exact: true })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await expect(table(page)).toBeHidden();
  await page.getByRole("button", { name: "Track Data", exact: true }).click();
  await expect(table(page)).toBeVisible();
});

test("an analysis is renamed, and a failed rename restores the old name with a notice", async ({ page }) => {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  await openAnalysis(page, await createAnalysis(track, { count: 3, name: "Upwind in the chop" }));
  await expect(page.getByRole("heading", { name: "Report: Upwind in the chop" })).toBeVisible();
  await page.getByRole("button", { name: "Change Name" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Name" });
  const field = dialog.getByLabel("Straight Line Analysis Name");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("placeholder", "Name for report");
  await accessible(page);
  await field.fill("Flat water");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Report: Upwind in the chop" })).toBeVisible();
  const rename = async (name: string) => {
    await page.getByRole("button", { name: "Change Name" }).click();
    await field.fill(name);
    await dialog.getByRole("button", { name: "Change Name" }).click();
  };
  await rename("Flat water");
  await expect(page.getByRole("heading", { name: "Report: Flat water" })).toBeVisible();
  await page.route("**/api/straights/*/", (route) =>
    route.request().method() === "PATCH" ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await rename("Never stored");
  await expect(page.getByText("The server could not do this. Try again in a minute.").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Report: Flat water" })).toBeVisible();
  await page.unroute("**/api/straights/*/");
  await rename("  ");
  await expect(page.getByRole("heading", { name: "Straight Line Analysis Report" })).toBeVisible();
});

test("an analysis is deleted after a question, and the track keeps its straights", async ({ page }) => {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  const id = await createAnalysis(track, { count: 4 });
  await openAnalysis(page, id);
  await page.getByRole("button", { name: "Delete this analysis" }).click();
  const question = page.getByRole("dialog", { name: "Delete this analysis?" });
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await accessible(page);
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(page).toHaveURL(new RegExp(`/tracks/${track.id}$`));
  await expect(page.getByText("The analysis has been deleted.")).toBeVisible();
  await page.goto(`/straight-analysis/${id}`);
  await afterNotice(page, "This analysis does not exist, or is not shared with you.");
  await accessible(page);
});

test("a note about the analysis is written, and the journal leads back to the analysis", async ({ page }) => {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  const id = await createAnalysis(track, { count: 5, name: "Heel and speed" });
  await openAnalysis(page, id);
  await page.getByRole("button", { name: "Write a note" }).click();
  const dialog = page.getByRole("dialog", { name: "Write a note" });
  await expect(dialog.getByText("A journal entry about this analysis and its 5 straights.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Notes").fill("Flatter is faster here.");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Leave the note?" }).getByRole("button", { name: "No" }).click();
  await dialog.getByRole("combobox", { name: "Tags" }).fill("speed");
  await page.keyboard.press("Enter");
  await accessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The note is in the journal.").first()).toBeVisible();
  await page.goto("/dashboard/journal");
  await expect(page.getByText("Flatter is faster here.").first()).toBeVisible();
  await page.getByRole("link", { name: "Heel and speed" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/straight-analysis/${id}$`));
});

test("another sailor reads the analysis and is offered no change of it", async ({ page }) => {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, await createAccount());
  await openAnalysis(page, track.analysis);
  await expect(page.getByText("Somebody else made this analysis. You can read it.")).toBeVisible();
  for (const name of [/^Change Name/, /^Delete this analysis/, /^Tag /])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
});

test("a refused rename leads to the start page", async ({ page }) => {
  await openShared(page);
  await page.route("**/api/straights/*/", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 403, json: { detail: "This is not yours to change." } })
      : route.fallback(),
  );
  await page.getByRole("button", { name: "Change Name" }).click();
  await page.getByLabel("Straight Line Analysis Name").fill("Mine");
  await page.getByRole("dialog").getByRole("button", { name: "Change Name" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("an analysis that cannot be read says so as an alert and can be tried again", async ({ page }) => {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  await page.route("**/api/straights/**", (route) => route.abort());
  await page.goto(`/straight-analysis/${track.analysis}`);
  await expect(page.getByRole("heading", { name: "This analysis could not be read" })).toBeVisible();
  await afterNotice(page, "The server does not answer. Check your connection and try again.");
  await accessible(page);
  await page.unroute("**/api/straights/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(table(page)).toBeVisible();
});

test("on a phone the names stay while the table scrolls, and a row has its actions in a menu", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openShared(page);
  await fitsTheScreen(page);
  const name = table(page).locator("tbody tr").first().locator("td").first();
  const before = (await name.boundingBox())!.x;
  await page
    .getByRole("region", { name: "Track Data" })
    .last()
    .evaluate((frame) => frame.scrollBy(300, 0));
  // The padding of the frame scrolls away.
  expect(Math.abs((await name.boundingBox())!.x - before)).toBeLessThan(8);
  await page.getByRole("button", { name: "More for Straight 1" }).click();
  await expect(page.getByRole("menuitem", { name: "Tags" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Show on map" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Only this one in the charts" }).click();
  await expect(page.getByRole("combobox", { name: "Straights in the charts" })).toHaveText(/Straight 1/);
  await accessible(page);
});

test("with a measured wind the table has TWS, TWD, TWA and the speed made good along it", async ({ page }) => {
  const path = recording(MEASURED);
  const track = await straightTrack(path, "Other");
  await logIn(page, track.account);
  await openAnalysis(page, track.analysis);
  const titles = await heads(page);
  for (const title of ["TWS", "TWD", "VMG via TWD", "TWA"]) expect(titles).toContain(title);
  const wind = page.locator("dl div").filter({ hasText: "Average wind speed" }).locator("dd");
  await expect(wind).toHaveText(/^\d+\.\d kts$/);
  await expect(page.getByText("Each dot is one straight, the line all of them. Hollow: not sure.")).toBeVisible();
  await page.getByRole("button", { name: "Show numbers" }).click();
  const lags = page.getByRole("table", { name: "Lags in seconds" });
  await expect(lags.locator("tbody tr").first()).toContainText("All Segments");
  await expect(lags.getByRole("columnheader", { name: "0", exact: true })).toHaveCount(0);
  await accessible(page);
});
