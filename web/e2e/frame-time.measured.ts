/** Measurements of time: `npm run soak -- recordings` runs them alone, after its flows. */
import { expect, test } from "@playwright/test";
import { logIn, recording, sharedTrack } from "./helpers";

test("a frame of the replay costs little script time on the longest recording", async ({ page }) => {
  const { account, id } = await sharedTrack(recording("csv/vakaros-2025-11-23.csv"), "Other");
  await logIn(page, account);
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible({ timeout: 30_000 });
  await page.waitForTimeout(1500);
  await page.evaluate(() => window.leebow_replay!.clearTimings());
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForTimeout(6000);
  const { frames, points } = await page.evaluate(() => ({
    frames: window.leebow_replay!.frame_ms(),
    points: window.leebow_replay!.points,
  }));
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  console.log(
    `Replay of ${points} points: JS per frame median ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms over ${sorted.length} frames.`,
  );
  expect(sorted.length).toBeGreaterThan(20);
  // A frame at 60 Hz has 16.7 ms; the browser's own work needs most of it. Times vary much under software GL.
  expect(at(0.5)).toBeLessThan(8);
});
