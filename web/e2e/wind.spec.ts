/** A session whose track does not tell the wind: asked for, chosen, shown as chosen, taken back. */
import { expect, type Page, test } from "@playwright/test";
import { accessible, fitsTheScreen, fixture, logInAsNew, openInAnalyze, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };
const QUESTION = /This track fits more than one wind\. Which was it\?|suggests a wind from \d+°, but not surely/;

/** Buttons of the winds that fit, "From 195°, 71 %". */
const offered = (page: Page) => page.getByRole("button", { name: /^From \d+°, \d+\s%$/ });
const degreesOf = (text: string | null) => /\d+/.exec(text ?? "")![0];

test("on the analyze page one of the winds that fit is taken with one tap, and taken back", async ({ page }) => {
  await openInAnalyze(page, fixture("ilca-reach-only.fit"), "ilca-reach-only.fit");
  await expect(page.getByText(QUESTION)).toBeVisible();
  await expect(page.getByText("No wind found")).toBeVisible();
  await page.getByRole("tab", { name: /^Maneuvers/ }).click();
  await expect(page.getByRole("radio", { name: /^Turns [1-9]/ })).toBeVisible();
  await accessible(page);
  const wind = degreesOf(await offered(page).first().textContent());
  await offered(page).first().click();
  await expect(page.getByRole("button", { name: `Wind from ${wind}°, yours` })).toBeVisible(ready);
  await expect(page.getByText("wind from, as you gave it")).toBeVisible(ready);
  await expect(page.getByRole("radio", { name: /^Turns / })).toBeHidden();
  await page.getByRole("button", { name: "Take your wind away" }).click();
  await expect(page.getByText(QUESTION)).toBeVisible(ready);
  await page.getByRole("radio", { name: "Report" }).click();
  await expect(page.getByText(QUESTION)).toBeVisible();
  await page.getByRole("tab", { name: /^Turns/ }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await accessible(page);
});

test("a wind is given by keyboard on the analyze page, used, changed and taken away", async ({ page }) => {
  await openInAnalyze(page, fixture("ilca-reach-only.fit"), "ilca-reach-only.fit");
  await page.getByRole("button", { name: "Wind from °" }).first().focus();
  await page.keyboard.press("Enter");
  const field = page.getByLabel("Wind from, degrees");
  await expect(field).toBeFocused();
  await accessible(page);
  await page.keyboard.type("east");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("degrees, 0 to 359");
  await field.fill("90");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Wind from 90°, yours" })).toBeVisible();
  await expect(page.getByText("wind from, as you gave it")).toBeVisible(ready);
  await expect(page.getByText("the direction you gave is used")).toBeVisible();

  await page.getByRole("button", { name: "Wind from 90°, yours" }).click();
  await page.getByRole("button", { name: "SE", exact: true }).click();
  await page.getByRole("button", { name: "Use this wind" }).click();
  await expect(page.getByRole("button", { name: "Wind from 135°, yours" })).toBeVisible();
  await page.getByRole("button", { name: "Take your wind away" }).click();
  await expect(page.getByText("No wind found")).toBeVisible(ready);
});

test("the wind given to a stored track is kept with it, and the replay goes on where it was", async ({ page }) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: fixture("ilca-reach-only.fit"), boat_class: "Laser" });
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("button", { name: /^Play/ })).toBeVisible(ready);
  await expect(page.getByText(QUESTION)).toBeVisible();
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowRight");
  const clock = page
    .locator("dd")
    .filter({ hasText: /^\d\d:\d\d:\d\d$/ })
    .first();
  await expect(clock).toHaveText(/:30$/);
  const before = await clock.textContent();
  await page.getByRole("button", { name: "Wind from °" }).first().click();
  await page.getByRole("button", { name: "E", exact: true }).click();
  await page.getByRole("button", { name: "Use this wind" }).click();
  await expect(page.getByText("wind from, as you gave it")).toBeVisible(ready);
  await expect(clock).toHaveText(before!);
  await page.reload();
  await expect(page.getByRole("button", { name: "Wind from 90°, yours" })).toBeVisible(ready);
  await page.goto("/home");
  const row = page.locator("article").filter({ has: page.locator(`a[href="/tracks/${id}"]`) });
  await expect(row).toContainText(/ETWD ?90\.000/);
});

test("in the list and in the report the turns are counted and a wind is taken with one tap", async ({ page }) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: fixture("ilca-reach-only.fit"), boat_class: "Laser" });
  await page.goto("/home");
  const row = page.locator("article").filter({ has: page.locator(`a[href="/tracks/${id}"]`) });
  await expect(row.getByText(QUESTION)).toBeVisible(ready);
  await expect(row).toContainText(/Turns ?[1-9]/);
  await expect(row).not.toContainText("Tacks");
  await accessible(page);
  await fitsTheScreen(page);

  await page.goto(`/reports/${id}`);
  await expect(page.getByText(QUESTION)).toBeVisible(ready);
  const wind = degreesOf(await offered(page).first().textContent());
  await offered(page).first().click();
  await expect(page.getByText(QUESTION)).toBeHidden(ready);
  await expect(page.getByText(/Set by hand/)).toContainText(`${wind}.`);
  await expect(page).toHaveURL(new RegExp(`/reports/${id}`));

  await page.goto("/home");
  await expect(row).toContainText(/ETWD ?\d/, ready);
  await expect(row).toContainText("Tacks");
});

test("giving a wind fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openInAnalyze(page, fixture("ilca-reach-only.fit"), "ilca-reach-only.fit");
  await page.getByRole("button", { name: "Wind from °" }).first().click();
  await expect(page.getByLabel("Wind from, degrees")).toBeVisible();
  await accessible(page);
  await fitsTheScreen(page);
});
