import { expect, type Page, test } from "./flow";
import { chooseOption, fixture, logIn, recording, sharedTrack } from "./helpers";

/** Opens the map of a file that is stored on the server. */
async function replayOf(page: Page, path: string, boat_class: string) {
  const { account, id } = await sharedTrack(path, boat_class);
  await logIn(page, account);
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible({ timeout: 30_000 });
}

const transport = (page: Page) => page.getByRole("region", { name: "Playback" });
/** Seconds since midnight on the transport's clock. */
async function clock(page: Page): Promise<number> {
  const text = (await transport(page).innerText()).match(/(\d\d):(\d\d):(\d\d)/);
  if (!text) throw new Error("The transport shows no time.");
  return Number(text[1]) * 3600 + Number(text[2]) * 60 + Number(text[3]);
}

test("a session plays, pauses on space and at its end, and its speed steps through five values", async ({ page }) => {
  await replayOf(page, fixture("49er-kiel.fit"), "49er");
  const start = await clock(page);
  await page.locator("body").press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(() => clock(page)).toBeGreaterThan(start + 20);
  await page.locator("body").press("Space");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  // Half a second would be ten on the clock.
  const seen: number[] = [];
  const read = async () => seen.push(await clock(page));
  await expect.poll(() => read().then(() => seen.at(-1) === seen.at(-2)), { intervals: [500] }).toBe(true);
  for (const speed of ["20", "100", "1", "2", "10", "20"]) {
    const button = page.getByRole("button", { name: /^Speed/ });
    await expect(button).toContainText(`${speed}×`);
    await button.click();
  }
  await test.step("playback pauses at the end and returns to the start", async () => {
    await expect(page.getByRole("button", { name: /^Speed/ })).toContainText("100×");
    await page.getByRole("button", { name: "Play" }).click();
    await expect.poll(() => clock(page)).toBeGreaterThan(start);
    await expect(page.getByRole("button", { name: "Play" })).toBeVisible({ timeout: 40_000 });
    await expect.poll(() => clock(page)).toBe(start);
  });
});

test("a click on a maneuver goes there, keys step between them, and are listed by a press of ? or of a button", async ({
  page,
}) => {
  await replayOf(page, fixture("49er-kiel.fit"), "49er");
  const legendEnds = async () => (await page.locator("[class*=edges]").first().innerText()).match(/\d+/g)!.map(Number);
  await test.step("a speed has a legend up to a multiple of four, a direction that of the compass", async () => {
    const speeds = await legendEnds();
    expect(speeds.at(-1)! % 4).toBe(0);
    expect(speeds).toHaveLength(5);
    await page.getByLabel("Colour the track by").click();
    await chooseOption(page.getByRole("option", { name: "Course over ground" }));
    expect(await legendEnds()).toEqual([0, 90, 180, 270, 360]);
  });
  await page.getByRole("tab", { name: /Maneuvers/ }).click();
  const rows = page.getByRole("tabpanel").getByRole("listitem");
  const third = rows.nth(2);
  const time = (await third.innerText()).match(/\d\d:\d\d:\d\d/)?.[0];
  await third.click();
  await expect(transport(page)).toContainText(time!);
  await page.keyboard.press(".");
  await expect(transport(page)).not.toContainText(time!);
  await page.keyboard.press(",");
  await expect(transport(page)).toContainText(time!);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByRole("term").filter({ hasText: "Space" })).toBeVisible();
  await expect(keys.getByText("Ladder lines across the wind")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(keys).toBeVisible();
  await keys.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("s");
  await expect(page.getByRole("button", { name: /^Speed 100 times/ })).toBeVisible();
});

test("at first the whole session is shown clear of the legend, as by the button for it", async ({ page }) => {
  await replayOf(page, recording("gpx/snipe-2025-06-21-ESP29375-P01.gpx"), "Other");
  const scale = page.locator("[class*=_scale_]").first();
  const width = async () => (await scale.boundingBox())!.width;
  await expect(page.getByRole("progressbar", { name: "Loading the map" })).toBeHidden();
  await expect(scale).toBeVisible();
  const first = await width();
  await page.getByRole("button", { name: "Show the whole session" }).click();
  // Longer than the movement of the map, which would change the scale.
  await page.waitForTimeout(800);
  expect(Math.abs((await width()) - first)).toBeLessThan(1);
});

test("the panel has every metric with its unit, and the chart's range changes its figures", async ({ page }) => {
  await replayOf(page, fixture("formula-kite-palma.vakaros.csv"), "Formula Kite");
  const panel = page.getByRole("tabpanel");
  for (const text of ["SOG", "COG", "VMG", "LVG", "Max", "Average", "StdDev"])
    await expect(panel.getByText(text, { exact: true }).first()).toBeVisible();
  const before = await panel.innerText();
  const chart = page.getByRole("region", { name: /over time$/ });
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.6);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 8 });
  await page.mouse.up();
  const back = page.getByRole("button", { name: "One zoom back" });
  await expect(back).toBeEnabled();
  expect(await panel.innerText()).not.toBe(before);
  await back.click();
  await expect(back).toBeDisabled();
});

test("on a phone the sheet is raised and lowered by a key and by a screen reader", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await replayOf(page, fixture("49er-kiel.fit"), "49er");
  // A key presses and releases; a screen reader clicks without a pointer.
  await page.getByRole("button", { name: "Raise the sheet" }).press("Space");
  await expect(page.getByRole("button", { name: "Lower the sheet" })).toHaveAttribute("aria-expanded", "true");
  await page.getByRole("button", { name: "Lower the sheet" }).dispatchEvent("click");
  await expect(page.getByRole("button", { name: "Raise the sheet" })).toHaveAttribute("aria-expanded", "false");
  await page.getByRole("button", { name: "Raise the sheet" }).click();
  await expect(page.getByRole("button", { name: "Raise the sheet" })).toHaveAttribute("aria-expanded", "true");
});
