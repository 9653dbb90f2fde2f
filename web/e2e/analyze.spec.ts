import { readFileSync } from "node:fs";
import { expect, test } from "./flow";
import { fixture, saveReport } from "./helpers";

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
