import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { accessible, fixture, logInAsNew, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };
const file = (name: string, as = name) => ({
  name: as,
  mimeType: "application/octet-stream",
  buffer: readFileSync(fixture(name)),
});

test("of three files a whole, a damaged and one that is there already, two are sent and each is reported", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("ilca-weymouth.gpx") });
  await page.goto("/upload");
  await page
    .locator('input[type="file"]')
    .setInputFiles([
      file("49er-cross-current.fit"),
      file("broken/truncated.fit", "cut.fit"),
      file("ilca-weymouth.gpx", "again.gpx"),
    ]);
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(row("49er-cross-current.fit")).toContainText("This file is whole.", ready);
  await expect(row("cut.fit")).toContainText("the track is made from what is good", ready);
  await expect(row("again.gpx")).toContainText("You have uploaded this file before.", ready);
  await accessible(page);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(row("49er-cross-current.fit")).toContainText("Uploaded.", ready);
  await expect(row("cut.fit")).toContainText("Uploaded, with a part missing.");
  await expect(row("cut.fit")).toContainText(/The file stops at \d\d:\d\d:\d\d/);
  await page.getByRole("button", { name: "To the track list" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("article")).toHaveCount(3);
});

test("a new account's empty list says how to begin, and its first upload leads to the map", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Your tracks will be here" })).toBeVisible();
  await expect(page.getByText("No Tracks Match Your Search")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Upload a track" }).click();
  await page.locator('input[type="file"]').setInputFiles(fixture("49er-cross-current.fit"));
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/, ready);
  await page.getByRole("region", { name: "Your first track" }).getByRole("link", { name: "Open the map" }).click(ready);
  await expect(page).toHaveURL(/\/tracks\/\d+$/);
});

test("a note about a track is written, answered and counted, and the menu of the row has every entry", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  await page.goto("/home");
  await page.getByRole("button", { name: /^Journal of Marta Vidal's track: no entry/ }).click();
  const journal = page.getByRole("dialog", { name: "Journal" });
  await expect(journal.getByText("No entries yet")).toBeVisible();
  await journal.getByLabel("Notes").fill("Two holes down with the mast in the chop.");
  await journal.getByRole("button", { name: "Speed/Tuning" }).click();
  await journal.getByRole("button", { name: "Save" }).click();
  await expect(journal.getByRole("article")).toContainText("Two holes down");
  await journal.getByRole("button", { name: "Send" }).click();
  await expect(journal.getByText("Reply content is required.")).toBeVisible();
  await journal.getByLabel("Reply").fill("Try three.");
  await journal.getByRole("button", { name: "Send" }).click();
  await expect(journal.getByRole("article")).toContainText("Try three.");
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /track: 1 entry$/ })).toBeFocused();

  await page.getByRole("button", { name: "More for Marta Vidal's track" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Attach Wind File",
    "Edit Boat Class",
    "All Trackpoint Data (CSV)",
    "Spreadsheet Report",
    "Modify Visibility",
    "Download Source",
    "Delete Track",
  ]);
  await accessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Spreadsheet Report" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^\d{6}Vidal-track-report\.xlsx$/);
});
