import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { accessible, fitsTheScreen, fixture, logInAsNew, uploadTrack } from "./helpers";

const READY = "Everything this page needs is loaded. It now works without a network.";
const STOPS = /The file is incomplete: it ends at \d\d:\d\d:\d\d UTC; about the last \d+ (s|min) are missing\./;
const ready = { timeout: 45_000 };

/** A session whose device lost its power before the end. */
function cutOff() {
  const whole = readFileSync(fixture("49er-kiel.fit"));
  return {
    name: "cut-off.fit",
    mimeType: "application/octet-stream",
    buffer: whole.subarray(0, Math.floor(whole.length * 0.8)),
  };
}

async function openInAnalyze(
  page: Page,
  files: Parameters<ReturnType<Page["getByLabel"]>["setInputFiles"]>[0],
  name: string,
) {
  await page.goto("/analyze");
  await expect(page.getByText(READY)).toBeAttached(ready);
  await page.getByLabel("Track files").setInputFiles(files);
  await expect(page.getByRole("heading", { name })).toBeVisible({ timeout: 30_000 });
}

test("a file cut off in the middle says on the analyze page where it stops and what is missing, and is shown all the same", async ({
  page,
}) => {
  await openInAnalyze(page, cutOff(), "cut-off.fit");
  await expect(page.getByRole("heading", { name: /^Kept \d+ of [\d,]+ points$/ })).toBeVisible();
  await expect(page.getByText(/^The file stops at \d\d:\d\d:\d\d\. The \d+ min before that are good/)).toBeVisible();
  await expect(page.getByText(STOPS)).toBeVisible();
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
});

test("uploaded, it is kept: the list and the track's page say where it stops", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/upload");
  await expect(page.getByText(/\.zip, \.gz, \.vkx, \.vtk and NMEA logs/)).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles(cutOff());
  // Said before it is sent.
  await expect(
    page
      .getByRole("status")
      .getByText(/^Kept \d+ of [\d,]+ points\. Uploaded all the same, the track is made from what is good\.$/),
  ).toBeVisible(ready);
  await expect(page.getByRole("status").getByText(STOPS)).toBeVisible();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  const row = page.getByRole("article").first();
  await expect(row.getByText("Distance")).toBeVisible(ready);
  await expect(row).toContainText(/Kept \d+ of [\d,]+ points\./);
  await expect(row).toContainText(STOPS);
  await row.getByRole("link", { name: "Marta Vidal" }).first().click();
  await expect(page.getByRole("button", { name: /^Play/ })).toBeVisible(ready);
  await expect(page.getByText(/The file stops at \d\d:\d\d:\d\d/)).toBeVisible();
  await page.getByRole("button", { name: "What was kept" }).click();
  await expect(page.getByRole("tab", { name: "File", selected: true })).toBeVisible();
  await expect(page.getByText(STOPS)).toBeVisible();
  await accessible(page);
});

test("where a track tells no wind, it is given by keyboard on the analyze page, used, changed and taken away", async ({
  page,
}) => {
  await openInAnalyze(page, fixture("ilca-reach-only.fit"), "ilca-reach-only.fit");
  await expect(page.getByText("The wind could not be told from this track; give it here.")).toBeVisible();
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
  await expect(page.getByRole("button", { name: "Wind from 90°, a hint" })).toBeVisible();
  await expect(page.getByText("wind from, as you gave it")).toBeVisible(ready);
  await expect(page.getByText("the direction you gave is used")).toBeVisible();

  await page.getByRole("button", { name: "Wind from 90°, a hint" }).click();
  await page.getByRole("button", { name: "SE", exact: true }).click();
  await page.getByRole("button", { name: "Use this wind" }).click();
  await expect(page.getByRole("button", { name: "Wind from 135°, a hint" })).toBeVisible();
  await page.getByRole("button", { name: "Take the wind hint away" }).click();
  await expect(page.getByText("No wind found")).toBeVisible(ready);
});

test("the wind given to a stored track is kept with it, and the replay goes on where it was", async ({ page }) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: fixture("ilca-reach-only.fit"), boat_class: "Laser" });
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("button", { name: /^Play/ })).toBeVisible(ready);
  await expect(page.getByText("The wind could not be told from this track; give it here.")).toBeVisible();
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
  await expect(page.getByRole("button", { name: "Wind from 90°, a hint" })).toBeVisible(ready);
  await page.goto("/home");
  const row = page.locator("article").filter({ has: page.locator(`a[href="/tracks/${id}"]`) });
  await expect(row).toContainText(/ETWD ?90\.000/);
});

test("from the report the replay comes back where it was", async ({ page }) => {
  await openInAnalyze(page, fixture("49er-kiel.fit"), "49er-kiel.fit");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowRight");
  await page.getByRole("radio", { name: "Report" }).click();
  await expect(page.getByRole("button", { name: /^Play/ })).toBeHidden();
  await page.getByRole("radio", { name: "Replay" }).click();
  await page.getByRole("tab", { name: "Data" }).click();
  await expect(
    page
      .locator("dd")
      .filter({ hasText: /^\d\d:\d\d:30$/ })
      .first(),
  ).toBeVisible();
});

test("giving a wind fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openInAnalyze(page, fixture("ilca-reach-only.fit"), "ilca-reach-only.fit");
  await page.getByRole("button", { name: "Wind from °" }).first().click();
  await expect(page.getByLabel("Wind from, degrees")).toBeVisible();
  await accessible(page);
  await fitsTheScreen(page);
});
