import { readFileSync } from "node:fs";
import { expect, test } from "./flow";
import { fixture, logInAsNew, openInAnalyze } from "./helpers";

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
  await expect(page.getByText(/\.gz, \.vkx, \.vtk and logs of NMEA 0183/)).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles(cutOff());
  // Said before it is sent.
  await expect(
    page
      .getByRole("status")
      .getByText(/^Kept \d+ of [\d,]+ points\. Uploaded all the same, the track is made from what is good\.$/),
  ).toBeVisible(ready);
  await expect(page.getByRole("status").getByText(STOPS)).toBeVisible();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("Uploaded, with a part missing.")).toBeVisible(ready);
  await page.getByRole("button", { name: "To the track list" }).click();
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
});
