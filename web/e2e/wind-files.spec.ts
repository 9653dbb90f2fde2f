/** Wind files: uploaded, reported on, attached to a track. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "./flow";
import { fixture, logInAsNew, recording, uploadTrack } from "./helpers";

const READ = { timeout: 60_000 };
const log = () => readFileSync(fixture("j70-with-wind-log.wind.nmea"));

/** Uploads a wind log by the dialog and waits until it is read. */
async function uploadLog(page: Page, name: string, buffer: Buffer) {
  await page.getByRole("button", { name: "Upload Wind File" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Wind File" });
  await dialog.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog).toBeHidden(READ);
  return page.getByRole("article", { name });
}

test("a sailor uploads a wind log, makes a report of a part of it, and attaches it to a track", async ({ page }) => {
  const account = await logInAsNew(page);
  await page.goto("/home");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wind" }).click();
  await expect(page.getByText("No wind files yet")).toBeVisible();

  await page.getByRole("button", { name: "Upload Wind File" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Wind File" });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Track File required");
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: "wind.csv", mimeType: "text/plain", buffer: Buffer.from("a") });
  await expect(dialog.getByRole("alert")).toContainText(".txt");
  await page.keyboard.press("Escape");

  const row = await uploadLog(page, "committee-boat.txt", log());
  await expect(row.getByRole("button", { name: "Create Report" })).toBeEnabled(READ);
  await expect(row.getByRole("img")).toBeVisible();
  await expect(row).toContainText("No reports yet");

  await test.step("a report is made of a part of it", async () => {
    await row.getByRole("button", { name: "Create Report" }).click();
    const form = page.getByRole("dialog", { name: "Create Report" });
    await form.getByLabel("Name").fill("First beat");
    await form.getByLabel("Start, time").fill("11:22");
    await form.getByRole("button", { name: "Create and View" }).click();
    await expect(page).toHaveURL(/\/wind-report\/\d+$/);
    await expect(page.getByRole("heading", { name: "Wind Report: First beat" })).toBeVisible();
    await expect(page.getByText("11:22 to 11:32, New York time", { exact: false })).toBeVisible();
    for (const name of ["Average", "Standard deviation", "Trend per 1 s", "Trend per 1 min"])
      await expect(page.getByText(name, { exact: true })).toHaveCount(2, READ);
  });

  await test.step("it is attached to a track from its report, which then has the measured wind", async () => {
    const id = await uploadTrack(account, { path: fixture("j70-with-wind-log.gpx"), boat_class: "J70" });
    await page.goto(`/reports/${id}`);
    await expect(page.getByText("No wind data available.")).toBeVisible(READ);
    await page.getByRole("button", { name: "Attach Wind File" }).click();
    const attaching = page.getByRole("dialog", { name: "Attach Wind File" });
    await expect(attaching.getByRole("radio", { name: /^committee-boat\.txt.*covers \d+\s%/ })).toBeChecked();
    await attaching.getByRole("button", { name: "Attach", exact: true }).click();
    await expect(attaching).toBeHidden();
    await expect(page.getByText("Average TWS")).toBeVisible(READ);
    for (const name of ["Average TWD", "Direction stability", "Pressure stability"])
      await expect(page.getByText(name)).toBeVisible();
    await expect(page.getByText("No wind data available.")).toHaveCount(0);
  });
});

test("the log of a sports boat on Lake Geneva is read and reported on", async ({ page }) => {
  const path = recording("nmea/psaros33-2014-08-21.txt");
  await logInAsNew(page);
  await page.goto("/wind");
  const row = await uploadLog(page, "psaros33-2014-08-21.txt", readFileSync(path));
  await row.getByRole("button", { name: "Create Report" }).click(READ);
  const form = page.getByRole("dialog", { name: "Create Report" });
  await form.getByLabel("Name").fill("Evening");
  await form.getByRole("button", { name: "Create and View" }).click();
  await expect(page.getByRole("slider", { name: /^Wind speed and direction/ })).toBeVisible(READ);
  await expect(page.getByText("21 August 2014", { exact: false })).toBeVisible();
});
