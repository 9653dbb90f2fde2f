import { expect, type Page, test } from "@playwright/test";
import { accessible, fitsTheScreen, fixture, logIn, sharedTrack } from "./helpers";

/** Opens the report of a stored track. */
async function openReport(page: Page) {
  const { account, id } = await sharedTrack(fixture("ilca-weymouth.gpx"), "Laser");
  await logIn(page, account);
  await page.goto(`/reports/${id}`);
  await expect(page.getByRole("tab", { name: "Summary" })).toBeVisible({ timeout: 30_000 });
}

test("the report of a track: summary, losses with their sentence, a table whose selection changes the averages", async ({
  page,
}) => {
  await openReport(page);
  const main = page.getByRole("main");
  for (const text of [
    "Distance",
    "Duration",
    "Max speed",
    "Tacks",
    "Sets",
    "Gybes",
    "Douses",
    "No wind data available.",
  ]) {
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  }

  await page.getByRole("tab", { name: "Tacking" }).click();
  await expect(page.getByText(/explains \d+\.\d\d% of the variation in maneuver loss for tacks\./)).toBeVisible();
  const boxes = page.getByRole("table").getByRole("checkbox");
  const rows = (await boxes.count()) - 1;
  expect(rows).toBeGreaterThan(2);
  // A tack without a loss takes no part in the averages at first; its row says why.
  const averages = main.getByText("Average of", { exact: false });
  const selected = (await page.getByRole("table").getByRole("checkbox", { checked: true }).count()) || 0;
  expect(selected).toBeLessThan(rows);
  await expect(averages).toContainText(String(selected));
  const leftOut = page.getByRole("row").filter({ has: page.getByRole("checkbox", { checked: false }) });
  await expect(leftOut.getByText(/next maneuver|speed not regained|circling|too soon/).first()).toBeVisible();
  await boxes.first().click();
  for (let i = 0; i <= rows; i++) await expect(boxes.nth(i)).toBeChecked();
  await expect(averages).toContainText(String(rows));
  await boxes.nth(1).click();
  await expect(averages).toContainText(String(rows - 1));
  await boxes.first().click();
  await boxes.first().click();
  if (await boxes.nth(1).isChecked()) await boxes.first().click();
  await expect(main.getByText("N/A").first()).toBeVisible();
  await boxes.first().click();
  await page.getByRole("button", { name: "Hide Table" }).click();
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("button", { name: "Show Table" }).click();

  await page.getByRole("combobox", { name: "Loss against" }).click();
  await page.getByRole("option", { name: "Min Speed" }).click();
  await expect(page.getByText(/^Min Speed explains/)).toBeVisible();
});

test("the row of a track in the list leads to its report", async ({ page }) => {
  const { account, id } = await sharedTrack(fixture("ilca-weymouth.gpx"), "Laser");
  await logIn(page, account);
  await page.goto("/home");
  await page.locator(`a[href="/reports/${id}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/reports/${id}$`));
  await expect(page.getByRole("main").getByText("Max speed").first()).toBeVisible();
});

for (const tab of ["Summary", "Tacking", "Gybing", "Top Mark", "Bottom Mark", "Accelerations"]) {
  test(`the report has no accessibility violation with the tab ${tab}`, async ({ page }) => {
    await openReport(page);
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await accessible(page);
  });
}

for (const tab of ["Summary", "Tacking"]) {
  test(`the report has no accessibility violation on a phone with the tab ${tab} and fits it`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openReport(page);
    await page.getByRole("tab", { name: tab }).click();
    await accessible(page);
    await fitsTheScreen(page);
  });
}
