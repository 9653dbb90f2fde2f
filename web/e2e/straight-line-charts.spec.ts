/** The charts of the straight-line analysis, their statistics and the window of time. */
import { expect, type Page, test } from "./flow";
import { accessible, chooseOption, fitsTheScreen, fixture, logIn, recording } from "./helpers";
import { type AnalyzedTrack, createAnalysis, openAnalysis, straightTrack } from "./straights-sailed";

const KITE = fixture("formula-kite-palma.vakaros.csv");
/** Three hours with 87 straights. */
const LONG = "csv/vakaros-2025-11-23.csv";

const chart = (page: Page, name: string) => page.getByRole("img", { name: `${name} over the straights` });
const stats = (page: Page, name: string) => page.getByRole("table", { name: `Statistics of ${name}` });
const start = (page: Page) => page.getByRole("slider", { name: "Start of the window" });
const end = (page: Page) => page.getByRole("slider", { name: "End of the window" });

async function open(page: Page, count?: number): Promise<AnalyzedTrack> {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  await openAnalysis(page, count === undefined ? track.analysis : await createAnalysis(track, { count }));
  await expect(chart(page, "SOG, kn")).toBeVisible();
  return track;
}

/** Drags over a chart between two places, in shares of its width. */
async function drag(page: Page, name: string, from: number, to: number) {
  await chart(page, name).scrollIntoViewIfNeeded();
  const box = (await chart(page, name).boundingBox())!;
  const at = (share: number) => box.x + share * box.width;
  await page.mouse.move(at(from), box.y + 60);
  await page.mouse.down();
  await page.mouse.move(at((from + to) / 2), box.y + 60, { steps: 4 });
  await page.mouse.move(at(to), box.y + 60, { steps: 4 });
  await page.mouse.up();
}

/** The queries of the analyses of parts that the page asks for. */
function selections(page: Page): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith("/selection/")) asked.push(url.searchParams);
  });
  return asked;
}

test("charts are added and removed by the tag input, and are there again at the next visit", async ({ page }) => {
  await open(page);
  await expect(chart(page, "ETAB, °")).toBeVisible();
  const input = page.getByRole("combobox", { name: "Charts", exact: true });
  await input.fill("hee");
  await chooseOption(page.getByRole("option", { name: "Heel" }));
  await expect(chart(page, "Heel, °")).toBeVisible();
  await page.getByRole("button", { name: "Remove ETAB" }).click();
  await expect(chart(page, "ETAB, °")).toBeHidden();
  await page.reload();
  await expect(chart(page, "Heel, °")).toBeVisible();
  await expect(chart(page, "ETAB, °")).toBeHidden();
  for (const name of ["SOG", "Heel"]) await page.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(page.getByText("Add a channel to see its chart and its statistics.")).toBeVisible();
  await expect(input).toHaveAttribute("placeholder", "Add a channel");
});

test("Show stats opens the quartiles of all segments, each segment and each shared tag", async ({ page }) => {
  const { segments } = await open(page);
  await page.getByRole("button", { name: "Show stats of SOG" }).click();
  await expect(stats(page, "SOG, kn").locator("thead th")).toHaveText([
    ...["Name", "Avg", "Std", "Q1", "Q2", "Q3", "% in Q1", "% in Q2-3", "% in Q4"],
  ]);
  const names = await stats(page, "SOG, kn").locator("tbody tr td:first-child").allTextContents();
  expect(names.slice(0, segments.length + 1)).toEqual(["All Segments*", ...segments.map(({ seg_name }) => seg_name)]);
  const all = await stats(page, "SOG, kn").locator("tbody tr").first().locator("td").allTextContents();
  expect(all.slice(6)).toEqual(["25", "50", "25"]);
  await expect(
    page.getByText("* All shown segments together. Their quartiles divide the last three columns"),
  ).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Hide stats of SOG" }).click();
  await expect(stats(page, "SOG, kn")).toBeHidden();
});

test("dragging over a chart sets one window in all charts and analyses it again", async ({ page }) => {
  const { segments } = await open(page);
  const asked = selections(page);
  await page.getByRole("button", { name: "Show stats of ETAB" }).click();
  await drag(page, "SOG, kn", 0.3, 0.45);
  await expect(page.getByText(/^Window \d\d:\d\d:\d\d to \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(stats(page, "ETAB, °").locator("tbody tr").nth(1)).toContainText(/^Window, \d\d:\d\d/);
  expect(asked).toHaveLength(1);
  const first = Number(await start(page).getAttribute("aria-valuenow"));
  await drag(page, "ETAB, °", 0.6, 1.4);
  await expect(end(page)).toHaveAttribute("aria-valuenow", (await end(page).getAttribute("aria-valuemax"))!);
  expect(Number(await start(page).getAttribute("aria-valuenow"))).toBeGreaterThan(first);
  await expect.poll(() => asked.at(-1)?.get("end_time")).toBe(new Date(segments.at(-1)!.end_time).toISOString());
  await drag(page, "SOG, kn", 0.2, -0.2);
  await expect(start(page)).toHaveAttribute("aria-valuenow", "0");
  await expect.poll(() => asked.at(-1)?.get("start_time")).toBe(new Date(segments[0]!.start_time).toISOString());
  await page.getByRole("button", { name: "Clear the window" }).click();
  await expect(stats(page, "ETAB, °").getByText(/^Window/)).toHaveCount(0);
  await expect(page.getByText("Drag on a chart’s time axis to read one window of time.")).toBeVisible();
});

test("the window is set, moved and cleared by keys", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Show stats of SOG" }).click();
  await page.getByRole("button", { name: "Set a window" }).press("Enter");
  await expect(stats(page, "SOG, kn").locator("tbody tr").nth(1)).toContainText("Window,");
  const now = async () => Number(await start(page).getAttribute("aria-valuenow"));
  const before = await now();
  await start(page).press("ArrowRight");
  await expect.poll(now).toBe(before + 1);
  await start(page).press("Home");
  await expect(start(page)).toHaveAttribute("aria-valuenow", "0");
  await end(page).press("End");
  await expect(end(page)).toHaveAttribute("aria-valuenow", (await end(page).getAttribute("aria-valuemax"))!);
  await expect(start(page)).toHaveAttribute("aria-valuetext", /^\d\d:\d\d:\d\d$/);
  await accessible(page);
  await end(page).press("Escape");
  await expect(start(page)).toBeHidden();
});

test("a window that cannot be analysed says so, and the charts stay", async ({ page }) => {
  await open(page);
  await page.route("**/selection/**", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("button", { name: "Set a window" }).click();
  await expect(page.getByText("The server could not do this. Try again in a minute.").first()).toBeVisible();
  await expect(chart(page, "SOG, kn")).toBeVisible();
  await page.unroute("**/selection/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
});

test("charts whose columns cannot be read can be tried again", async ({ page }) => {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  await page.route("**/columns/", (route) => route.abort());
  await openAnalysis(page, track.analysis);
  await expect(
    page.getByText("The server does not answer. Check your connection and try again.").first(),
  ).toBeVisible();
  await page.unroute("**/columns/");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(chart(page, "SOG, kn")).toBeVisible();
});

test("an analysis of one straight has its charts and no choice among straights", async ({ page }) => {
  await open(page, 1);
  await expect(page.getByRole("combobox", { name: "Straights in the charts" })).toBeHidden();
  await expect(chart(page, "SOG, kn").getByText(/^[PS] · Straight 1$/)).toBeVisible();
});

test("hours of straights are drawn side by side, and one of them can be shown alone", async ({ page }) => {
  const track = await straightTrack(recording(LONG), "J70");
  await logIn(page, track.account);
  await openAnalysis(page, track.analysis);
  await expect(chart(page, "SOG, kn")).toBeVisible({ timeout: 30_000 });
  expect(track.segments.length).toBeGreaterThan(50);
  await page.getByRole("button", { name: `and ${track.segments.length - 8} more` }).click();
  await page.getByRole("combobox", { name: "Straights in the charts" }).click();
  await chooseOption(page.getByRole("option", { name: "Straight 4", exact: true }));
  await expect(chart(page, "SOG, kn").getByText(/^[PS] · Straight 4$/)).toBeVisible();
});

test("on a phone the charts fit, and a finger's drag sets the window", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await fitsTheScreen(page);
  await drag(page, "SOG, kn", 0.4, 0.8);
  await expect(page.getByRole("button", { name: "Clear the window" })).toBeVisible();
  await fitsTheScreen(page);
  await accessible(page);
});
