import { expect, test } from "@playwright/test";
import { accessible, fitsTheScreen, fixture, logIn, sharedTrack } from "./helpers";

test("the report of a track: summary, losses with their sentence, a table whose selection changes the averages", async ({
  page,
}) => {
  const { account, id } = await sharedTrack(fixture("ilca-weymouth.gpx"), "Laser");
  await logIn(page, account);
  await page.goto("/home");
  await page.locator(`a[href="/reports/${id}"]`).click();
  await expect(page).toHaveURL(/\/reports\/\d+$/);
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
  await accessible(page);

  await page.getByRole("tab", { name: "Tacking" }).click();
  await expect(page.getByText(/explains \d+\.\d\d% of the variation in maneuver loss for tacks\./)).toBeVisible();
  const boxes = page.getByRole("table").getByRole("checkbox");
  const rows = (await boxes.count()) - 1;
  expect(rows).toBeGreaterThan(2);
  for (let i = 0; i <= rows; i++) await expect(boxes.nth(i)).toBeChecked();
  const averages = main.getByText("Average of", { exact: false });
  await expect(averages).toContainText(String(rows));
  await boxes.nth(1).click();
  await expect(averages).toContainText(String(rows - 1));
  await boxes.first().click();
  await boxes.first().click();
  if (await boxes.nth(1).isChecked()) await boxes.first().click();
  await expect(main.getByText("N/A").first()).toBeVisible();
  await boxes.first().click();
  await accessible(page);
  await page.getByRole("button", { name: "Hide Table" }).click();
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("button", { name: "Show Table" }).click();

  await page.getByRole("combobox", { name: "Loss against" }).click();
  await page.getByRole("option", { name: "Min Speed" }).click();
  await expect(page.getByText(/^Min Speed explains/)).toBeVisible();

  for (const tab of ["Gybing", "Top Mark", "Bottom Mark", "Accelerations"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await accessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of ["Summary", "Tacking"]) {
    await page.getByRole("tab", { name: tab }).click();
    await accessible(page);
    await fitsTheScreen(page);
  }
});
