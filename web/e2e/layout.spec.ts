/** Screens between a phone and a desk: 1024 px wide, and a phone on its side. */
import { expect, type Locator, type Page, test } from "./flow";
import { fixture, logIn, openInAnalyze, sharedTrack } from "./helpers";

const LANDSCAPE = { width: 844, height: 390 };
const NARROW_DESK = { width: 1024, height: 768 };
const FILE = fixture("49er-kiel.fit");

const mapOf = (page: Page) => page.getByRole("region", { name: "Session on the map" });
const chartOf = (page: Page) => page.getByRole("region", { name: /^Chart of .* over time$/ });
const panelOf = (page: Page) => page.getByRole("complementary", { name: "Figures and lists" });

/** Left, top, right and bottom of an element that must be on the screen as a whole. */
async function onScreen(page: Page, element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  const screen = page.viewportSize()!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(screen.width + 1);
  expect(y + height).toBeLessThanOrEqual(screen.height + 1);
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
}

/** The map above the chart, both on the screen and beside the panel. */
async function sailsBesideLists(page: Page, least: { map_px: number; chart_px: number }) {
  const map = await onScreen(page, mapOf(page));
  const chart = await onScreen(page, chartOf(page));
  const panel = await onScreen(page, panelOf(page));
  expect(map.height).toBeGreaterThanOrEqual(least.map_px);
  expect(chart.height).toBeGreaterThanOrEqual(least.chart_px);
  expect(chart.top).toBeGreaterThanOrEqual(map.bottom);
  expect(map.width).toBeGreaterThan(panel.width);
  expect(map.right <= panel.left + 1 || panel.right <= map.left + 1).toBe(true);
}

test("a phone on its side shows map, chart and lists of a local file at once, with the controls in one menu", async ({
  page,
}) => {
  await page.setViewportSize(LANDSCAPE);
  await openInAnalyze(page, FILE, "49er-kiel.fit");
  await sailsBesideLists(page, { map_px: 150, chart_px: 100 });
  await page.getByRole("button", { name: "Menu of this file" }).click();
  await onScreen(page, page.getByLabel("Boat class"));
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Report" }).click();
  await expect(page.getByRole("tab", { name: "Summary" })).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).not.toHaveURL(/analyze/);
});

test("a phone on its side shows a stored track as a whole, and the way back", async ({ page }) => {
  const { account, id } = await sharedTrack(FILE, "49er");
  await page.setViewportSize(LANDSCAPE);
  await logIn(page, account);
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await sailsBesideLists(page, { map_px: 180, chart_px: 100 });
  await page.getByRole("button", { name: "Colour and tail of the track" }).click();
  await onScreen(page, page.getByLabel("Colour the track by"));
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("at 1024 px no column of the figures is cut and the map is larger than the panel", async ({ page }) => {
  const { account, id } = await sharedTrack(FILE, "49er");
  await page.setViewportSize(NARROW_DESK);
  await logIn(page, account);
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("columnheader", { name: "StdDev" })).toBeVisible();
  await sailsBesideLists(page, { map_px: 400, chart_px: 200 });
  const table = panelOf(page).getByRole("table");
  await onScreen(page, table.getByRole("columnheader", { name: "StdDev" }));
  const overflow = (element: Element) => element.scrollWidth - element.clientWidth;
  expect(await panelOf(page).getByRole("group").first().evaluate(overflow)).toBe(0);
  await headStandsAboveRows(table);

  await openInAnalyze(page, FILE, "49er-kiel.fit");
  await sailsBesideLists(page, { map_px: 330, chart_px: 200 });
});

/** The head of a table ends where its first row begins. */
async function headStandsAboveRows(table: Locator) {
  const head = (await table.getByRole("columnheader").first().boundingBox())!;
  const row = (await table.getByRole("rowheader").first().boundingBox())!;
  expect(row.y).toBeGreaterThanOrEqual(head.y + head.height - 1);
}

test("a phone shows the map of a local file first and its controls in one menu", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openInAnalyze(page, FILE, "49er-kiel.fit");
  const map = await onScreen(page, mapOf(page));
  expect(map.top).toBeLessThan(200);
  expect(map.height).toBeGreaterThanOrEqual(300);
  await expect(page.getByLabel("Boat class")).toBeHidden();
  await page.getByRole("button", { name: "Menu of this file" }).click();
  await expect(page.getByLabel("Boat class")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save report" })).toBeVisible();
  await page.keyboard.press("Escape");
  // What to see is no setting: it stands in the bar, and nothing covers it.
  await page.getByRole("radio", { name: "Report" }).click();
  await expect(page.getByRole("tab", { name: "Summary" })).toBeVisible();
});
