import { expect, type Page, test } from "./flow";
import { fixture, logIn, sharedTrack } from "./helpers";

test.use({ freshContext: true });

/** Cuts the connection for the files whose names begin so; returns what restores it. */
async function cut(page: Page, names: RegExp): Promise<() => Promise<void>> {
  await page.route(names, (route) => route.abort("connectionfailed"));
  return () => page.unroute(names);
}

test("a map and a calendar whose code was not loaded are loaded by trying again", async ({ page }) => {
  const { account, id } = await sharedTrack(fixture("49er-kiel.fit"), "49er");
  await logIn(page, account);
  await page.goto("/home");
  const restoreCalendar = await cut(page, /assets\/calendar-/);
  await page.getByRole("button", { name: "Dates" }).click();
  const calendar = page.getByRole("dialog", { name: "Dates" });
  await expect(calendar.getByRole("alert")).toContainText("Check your connection and try again.");
  await restoreCalendar();
  await calendar.getByRole("button", { name: "Try again" }).click();
  // A browser that keeps the failed request of a module gets the page anew, where the calendar is opened once more.
  await expect(async () => {
    if (!(await calendar.isVisible())) await page.getByRole("button", { name: "Dates" }).click();
    await expect(calendar.getByRole("grid").first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  // The style sheet failed with the code, and is there again with it.
  await expect(calendar.getByRole("grid").first().getByRole("button").first()).toHaveCSS("cursor", "pointer");

  const restoreMap = await cut(page, /assets\/replay-map-/);
  await page.goto(`/tracks/${id}`);
  const failure = page.getByRole("alert").filter({ hasText: "The map could not be loaded." });
  await expect(failure).toBeVisible();
  await restoreMap();
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.locator(".maplibregl-map")).toBeVisible();
});

test("a dialog whose code was not loaded opens when it is opened again", async ({ page }) => {
  const { account, id } = await sharedTrack(fixture("49er-kiel.fit"), "49er");
  await logIn(page, account);
  const restore = await cut(page, /assets\/keys-dialog-/);
  await page.goto(`/tracks/${id}`);
  const open = page.getByRole("button", { name: "Keyboard shortcuts" });
  await open.click();
  await expect(page.getByText("This could not be loaded.").first()).toBeVisible();
  await restore();
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  // A browser that keeps the failed request of a module gets the page anew, where the dialog is opened once more.
  await expect(async () => {
    if (!(await dialog.isVisible())) await open.click({ timeout: 3000 });
    await expect(dialog).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
});

for (const [what, names] of [
  ["worker", /analyze-workers\/worker-/],
  ["WASM module", /assets\/leebow_bg-.*\.wasm/],
] as const) {
  test(`the analyze page whose ${what} was not loaded is made ready by trying again`, async ({ page }) => {
    const restore = await cut(page, names);
    await page.goto("/analyze");
    const failure = page.getByRole("alert").filter({ hasText: "Part of this page did not load." });
    await expect(failure).toBeVisible();
    await restore();
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Everything this page needs is loaded.")).toBeAttached({ timeout: 80_000 });
  });
}

test("the regression of a report whose engine was not loaded is computed at the next choice of rows", async ({
  page,
}) => {
  const { account, id } = await sharedTrack(fixture("ilca-weymouth.gpx"), "Laser");
  await logIn(page, account);
  const restore = await cut(page, /assets\/leebow_bg-.*\.wasm/);
  const failed = page.waitForEvent("requestfailed");
  await page.goto(`/reports/${id}`);
  await page.getByRole("tab", { name: "Tacking" }).click({ timeout: 30_000 });
  await failed;
  const sentence = page.getByText(/explains \d+\.\d\d% of the variation in maneuver loss for tacks\./);
  await expect(page.getByRole("table")).toBeVisible();
  await expect(sentence).toHaveCount(0);
  await restore();
  await page.getByRole("table").getByRole("checkbox", { checked: true }).last().click();
  await expect(sentence).toBeVisible();
});
