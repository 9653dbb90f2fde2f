import { expect, test } from "./flow";
import { isReady, mapIsDrawn, openRace, sharedRace } from "./races-sailed";

test("a coach opens a race, sees all boats on one clock, follows one, and reads places and gaps from the start on", async ({
  page,
}) => {
  const { id } = await openRace(page);
  await expect(page.getByRole("banner")).toContainText("Bay cup 1");
  const boats = page.getByRole("table").first();
  await expect(boats).toContainText("Ferrandis");
  await expect(boats.getByRole("row")).toHaveCount(3);
  await test.step("the panel has places and gaps of the race, and S shows its start", async () => {
    await expect(boats.getByRole("columnheader", { name: /^Place/ })).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press("s");
    const headers = { authorization: `Bearer ${(await sharedRace()).coach.access}` };
    const { report } = await (await page.request.get(`/api/races/${id}/report/`, { headers })).json();
    const gun = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", timeStyle: "medium" }).format(
      new Date(report.races[0].start_time),
    );
    await expect(page.getByRole("region", { name: "Playback" })).toContainText(gun);
    for (let steps = 0; steps < 24; steps++) await page.keyboard.press("Shift+ArrowRight");
    await expect(boats.getByRole("row").nth(1)).toContainText(/^(Ferrandis|Roca)\(?1\)?/);
    await expect(boats.getByRole("row").nth(2)).toContainText(/\(?2\)? \+\d/);
    await page.keyboard.press("Shift+S");
    await expect(page.getByRole("button", { name: /^Speed 100 times/ })).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByText("The start of the race, then of the next one")).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await page.keyboard.press("2");
  await expect(boats.getByRole("button", { name: "Roca", exact: true })).toHaveAttribute("aria-current", "true");
  await expect(page.getByLabel("Focus boat")).toContainText("Pau Roca");
  await page.keyboard.press(".");
  for (const name of ["Follow", "Wind up", "Ladder"]) {
    const tool = page.getByRole("button", { name, exact: true });
    await tool.click();
    await expect(tool).toHaveAttribute("aria-pressed", "true");
  }
  await expect(page.getByLabel("Distance of the ladder lines")).toContainText("25 m");
  await test.step("the map has play and speed, the boats' wind, a legend, a chart, its modes and its tails", async () => {
    await expect(page.getByRole("button", { name: /^Speed/ })).toBeVisible();
    await expect(page.getByRole("region", { name: /over time$/ })).toBeVisible();
    await expect(page.getByRole("img", { name: /^Wind: / })).toBeVisible();
    await expect(page.getByRole("tab", { name: "Data" })).toBeVisible();
    await page.getByLabel("Colour the track by").click();
    for (const name of ["No data", "Tags", "Course over ground"])
      await expect(page.getByRole("option", { name, exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    for (const name of ["Tail", "Full tail"]) await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  });
});

test("a visitor with the share link sees the race without an account", async ({ page }) => {
  const { id, share_id } = await sharedRace();
  await page.goto(`/races/${id}?share_id=${share_id}`);
  await isReady(page);
  await expect(page.getByRole("table").first()).toContainText("Roca");
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await page.goto(`/races/${id}?share_id=wrong`);
  await expect(page.getByRole("heading", { name: "This race could not be opened" })).toBeVisible();
  await page.goto(`/races/${id}`);
  await expect(page).toHaveURL(/\/login/);
});

test("the link to a moment opens at its time, with its boat, its view and its tools", async ({ page, context }) => {
  await openRace(page);
  await mapIsDrawn(page);
  await page.keyboard.press("2");
  await page.keyboard.press(".");
  await page.keyboard.press("l");
  await page.getByRole("button", { name: "Zoom in" }).click();
  const time = (await page.getByRole("region", { name: "Playback" }).innerText()).match(/\d\d:\d\d:\d\d/)![0];
  await page.waitForTimeout(600);
  await page.getByRole("button", { name: "Share moment" }).click();
  await expect(page.getByText(`Opens at ${time}, paused`)).toBeVisible();
  const link = await page.getByLabel("Link to this moment").inputValue();
  const visitor = await context.browser()!.newContext();
  const shared = await visitor.newPage();
  await shared.goto(link);
  await isReady(shared);
  await expect(shared.getByRole("region", { name: "Playback" })).toContainText(time);
  await expect(shared.getByLabel("Focus boat")).toContainText("Pau Roca");
  await expect(shared.getByRole("button", { name: "Ladder", exact: true })).toHaveAttribute("aria-pressed", "true");
  await visitor.close();
});

test("on a phone the caption of a race is cut beside its tools until it is pressed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRace(page);
  // The caption is cut beside the tools until it is pressed.
  const title = page.locator("button[aria-expanded]", { hasText: /20\d\d, 2 / });
  await title.press("Enter");
  await expect(title).toHaveAttribute("aria-expanded", "true");
  expect(await title.locator("span").evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
  await title.press("Enter");
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(page.getByRole("button", { name: "Follow", exact: true })).toHaveAttribute("aria-pressed", "true");
});
