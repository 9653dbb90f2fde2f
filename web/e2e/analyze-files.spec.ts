/** Files on the analyze page: chosen again, saved and kept. What it does without a network is in analyze.spec.ts. */
import { readFileSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { expect, type Page, test } from "./flow";
import { chooseOption, fixture, openInAnalyze, saveReport } from "./helpers";

async function choose(page: Page, boat_class: string): Promise<void> {
  await page.getByLabel("Boat class").click();
  await chooseOption(page.getByRole("option", { name: boat_class, exact: true }));
}

test("a file that is gone from the disk after it was read is analysed with another class, its wind log gone, too", async ({
  page,
}, testInfo) => {
  const path = testInfo.outputPath("49er-kiel.fit");
  const log = testInfo.outputPath("wind.nmea");
  await copyFile(fixture("49er-kiel.fit"), path);
  await copyFile(fixture("j70-with-wind-log.wind.nmea"), log);
  await openInAnalyze(page, path, "49er-kiel.fit");
  // The log's wind was measured on another day, so that the estimate stays.
  await page.getByLabel("Wind log").setInputFiles(log);
  const report = async () => {
    const download = await saveReport(page, "All data (JSON)");
    const { files } = JSON.parse(Buffer.concat(await (await download.createReadStream()).toArray()).toString("utf8"));
    return files[0].boat_class as string;
  };
  await choose(page, "J70");
  await expect.poll(report).toBe("J70");
  await rm(path);
  await rm(log);
  await choose(page, "49er");
  await expect.poll(report).toBe("49er");
  await expect(page.getByText("could not be analysed again")).toHaveCount(0);
});

test("choosing the boat class analyses the file anew, a wind log gives measured wind", async ({ page }) => {
  await openInAnalyze(page, fixture("j70-with-wind-log.gpx"), "j70-with-wind-log.gpx");
  await choose(page, "J70");
  await expect(page.getByLabel("Boat class")).toContainText("J70");
  await page.locator('input[type="file"]').last().setInputFiles(fixture("j70-with-wind-log.wind.nmea"));
  await expect(page.getByText(/measured/i).first()).toBeVisible({ timeout: 20_000 });
});

test("a track is saved as GPX, as a table of maneuvers and as a printable page, and as GPX has the same maneuvers again", async ({
  page,
}, testInfo) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.title = "printed";
    };
  });
  await openInAnalyze(page, fixture("49er-kiel.fit"), "49er-kiel.fit");
  await test.step("from the report the replay comes back where it was", async () => {
    for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowRight");
    await page.getByRole("radio", { name: "Report" }).click();
    await expect(page.getByRole("button", { name: /^Play/ })).toBeHidden();
    await page.getByRole("radio", { name: "Replay" }).click();
    await page.getByRole("tab", { name: "Data" }).click();
    const moment = page.locator("dd").filter({ hasText: /^\d\d:\d\d:30$/ });
    await expect(moment.first()).toBeVisible();
  });
  const table = await saveReport(page, "Maneuvers as a table (CSV)");
  expect(table.suggestedFilename()).toBe("49er-kiel-maneuvers.csv");
  const lines = readFileSync(await table.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toMatch(/^file,boat_class,kind,name,time/);
  expect(lines.some((line) => line.includes(",tack,Tack 1,"))).toBe(true);
  const maneuvers = page.getByRole("tab", { name: /^Maneuvers/ });
  const found = await maneuvers.textContent();
  const track = await saveReport(page, "Track (GPX)");
  expect(track.suggestedFilename()).toBe("49er-kiel.gpx");
  const path = testInfo.outputPath("49er-kiel.gpx");
  await track.saveAs(path);
  await page.getByRole("button", { name: "Save report" }).click();
  await page.getByRole("menuitem", { name: "Printable page (PDF)" }).click();
  await expect.poll(() => page.title()).toBe("printed");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("body > div > h1")).toHaveText("49er-kiel.fit");
  await expect(page.getByRole("button", { name: "Play" })).toBeHidden();

  await page.emulateMedia({ media: null });
  await page.reload();
  await openInAnalyze(page, path, "49er-kiel.gpx");
  await expect(maneuvers).toHaveText(found!);
});

test("files stay in the browser over a reload until they are removed", async ({ page }) => {
  await openInAnalyze(page, [fixture("49er-kiel.fit"), fixture("ilca-weymouth.gpx")], "49er-kiel.fit");
  const file = page.getByRole("tab", { name: "File" });
  await file.click();
  await page.getByRole("button", { name: /^ilca-weymouth\.gpx/ }).click();
  await expect(page.getByRole("heading", { name: "ilca-weymouth.gpx" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "ilca-weymouth.gpx" })).toBeVisible({ timeout: 30_000 });
  await file.click();
  await page.getByRole("button", { name: "Remove 49er-kiel.fit" }).click();
  await expect(page.getByText("49er-kiel.fit was removed from this browser.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Remove 49er-kiel.fit" })).toBeVisible();
  await page.getByRole("button", { name: "Remove all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("heading", { name: "ilca-weymouth.gpx" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Everything this page needs is loaded.", { exact: false })).toBeAttached({
    timeout: 80_000,
  });
  await expect(page.getByRole("region", { name: "Files" })).toHaveCount(0);
});
