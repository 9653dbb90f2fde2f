import { readFileSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { expect, type Page, test } from "./flow";
import { chooseOption, fixture, openInAnalyze, saveReport } from "./helpers";

test.use({ freshContext: true });

const READY = "Everything this page needs is loaded. It now works without a network.";

test("without an account and without a network: files are read, shown, reported and saved", async ({
  page,
  context,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(`${request.method()} ${request.url()}`));
  await page.goto("/analyze");
  await expect(page.getByText(READY)).toBeAttached({ timeout: 80_000 });
  await context.setOffline(true);

  await page
    .getByLabel("Track files")
    .setInputFiles([
      fixture("49er-kiel.fit"),
      fixture("ilca-weymouth.gpx"),
      fixture("470-hyeres.velocitek.csv"),
      fixture("broken/settings-only.fit"),
      fixture("broken/truncated.fit"),
    ]);
  await expect(page.getByRole("heading", { name: "49er-kiel.fit" })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(page.getByText(/settings and no track/)).toBeVisible();
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();

  await expect(page.getByText("could not be loaded")).toHaveCount(0);
  await page.getByRole("tab", { name: "Data" }).click();
  await page.getByRole("button", { name: "SOG, speed over ground: what it means" }).click();
  await expect(page.getByRole("dialog")).toContainText("Unit: m/s, shown in kn");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: /Maneuvers/ }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();

  await page.getByRole("tab", { name: /Straights/ }).click();
  await expect(page.getByRole("tabpanel").getByRole("table")).toBeVisible();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("radio", { name: "Report" }).click();
  await page.getByRole("tab", { name: "Tacking" }).click();
  await page.getByRole("table").getByRole("checkbox").nth(1).click();
  await expect(page.getByText(/explains \d+\.\d\d% of the variation in maneuver loss for tacks\./)).toBeVisible();
  await page.getByRole("radio", { name: "Replay" }).click();

  const download = await saveReport(page, "All data (JSON)");
  const text = await (await download.createReadStream()).toArray();
  const document = JSON.parse(Buffer.concat(text).toString("utf8"));
  expect(document.files.map((file: { name: string }) => file.name)).toContain("49er-kiel.fit");
  expect(document.failed.map((file: { kind: string }) => file.kind)).toContain("not_a_track");

  await page.getByRole("tab", { name: "File" }).click();
  await page.getByText("truncated.fit").first().click();
  await expect(page.getByRole("heading", { name: "truncated.fit" })).toBeVisible();
  await expect(page.getByText(/stops/).first()).toBeVisible();
  expect(sent).toEqual([]);
});

/** A recording of more than 8 MB, which is read by a worker of its own. */
const LARGE = {
  name: "large.gpx",
  mimeType: "application/gpx+xml",
  buffer: Buffer.concat([readFileSync(fixture("ilca-weymouth.gpx")), Buffer.alloc(8 * 1024 * 1024, "\n")]),
};

test("without a network a large file is read by a worker of its own, which comes from the browser's cache", async ({
  page,
  context,
}) => {
  await page.goto("/analyze");
  await expect(page.getByText(READY)).toBeAttached({ timeout: 80_000 });
  await context.setOffline(true);
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(request.url()));
  const own = page.waitForEvent("worker");
  await page.getByLabel("Track files").setInputFiles(LARGE);
  await expect(page.getByRole("heading", { name: LARGE.name })).toBeVisible({ timeout: 30_000 });
  expect((await own).url()).toMatch(/analyze-workers\/worker-/);
  expect(failed).toEqual([]);
});

test("without a network and with an empty cache a large file is read by the worker that is there", async ({
  page,
  context,
}) => {
  await page.goto("/analyze");
  await expect(page.getByText(READY)).toBeAttached({ timeout: 80_000 });
  await context.setOffline(true);
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
  const failed = page.waitForEvent("requestfailed");
  await page.getByLabel("Track files").setInputFiles(LARGE);
  await expect(page.getByRole("heading", { name: LARGE.name })).toBeVisible({ timeout: 30_000 });
  // A worker of its own fails for its script, or for the module where Chromium still holds the script in memory.
  expect((await failed).url()).toMatch(/\/(worker|leebow_bg)-/);
});

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

async function choose(page: Page, boat_class: string): Promise<void> {
  await page.getByLabel("Boat class").click();
  await chooseOption(page.getByRole("option", { name: boat_class, exact: true }));
}

test("choosing the boat class analyses the file anew, a wind log gives measured wind", async ({ page }) => {
  await page.goto("/analyze");
  await expect(page.getByText(READY)).toBeAttached({ timeout: 80_000 });
  await page.getByLabel("Track files").setInputFiles(fixture("j70-with-wind-log.gpx"));
  await expect(page.getByRole("heading", { name: "j70-with-wind-log.gpx" })).toBeVisible({ timeout: 30_000 });
  await choose(page, "J70");
  await expect(page.getByLabel("Boat class")).toContainText("J70");
  await page.locator('input[type="file"]').last().setInputFiles(fixture("j70-with-wind-log.wind.nmea"));
  await expect(page.getByText(/measured/i).first()).toBeVisible({ timeout: 20_000 });
});

test("a track saved as GPX has the same maneuvers when it is opened again", async ({ page }, testInfo) => {
  await openInAnalyze(page, fixture("49er-kiel.fit"), "49er-kiel.fit");
  const maneuvers = page.getByRole("tab", { name: /^Maneuvers/ });
  const found = await maneuvers.textContent();
  const download = await saveReport(page, "Track (GPX)");
  expect(download.suggestedFilename()).toBe("49er-kiel.gpx");
  const path = testInfo.outputPath("49er-kiel.gpx");
  await download.saveAs(path);
  await page.reload();
  await openInAnalyze(page, path, "49er-kiel.gpx");
  await expect(maneuvers).toHaveText(found!);
});

test("the report is saved as a table of maneuvers and as a printable page", async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.title = "printed";
    };
  });
  await openInAnalyze(page, fixture("49er-kiel.fit"), "49er-kiel.fit");
  const download = await saveReport(page, "Maneuvers as a table (CSV)");
  expect(download.suggestedFilename()).toBe("49er-kiel-maneuvers.csv");
  const lines = Buffer.concat(await (await download.createReadStream()).toArray())
    .toString("utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toMatch(/^file,boat_class,kind,name,time/);
  expect(lines.some((line) => line.includes(",tack,Tack 1,"))).toBe(true);
  await page.getByRole("button", { name: "Save report" }).click();
  await page.getByRole("menuitem", { name: "Printable page (PDF)" }).click();
  await expect.poll(() => page.title()).toBe("printed");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("body > div > h1")).toHaveText("49er-kiel.fit");
  await expect(page.getByRole("button", { name: "Play" })).toBeHidden();
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
  await expect(page.getByText(READY)).toBeAttached({ timeout: 80_000 });
  await expect(page.getByRole("region", { name: "Files" })).toHaveCount(0);
});
