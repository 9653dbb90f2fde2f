import { expect, test } from "@playwright/test";
import { logInAsNew } from "./helpers";
import { answerRaceReport, REPORT } from "./race-report-pages";

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  for (const colorScheme of ["light", "dark"] as const)
    test(`look ${width} ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await logInAsNew(page);
      await answerRaceReport(page);
      page.on("console", (m) => m.type() === "error" && console.log(m.text()));
      page.on("pageerror", (e) => console.log(String(e)));
      await page.goto(`${REPORT}?boat=4101&leg=3`);
      await expect(page.getByRole("heading", { name: "Legs" })).toBeVisible();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/look-${width}-${colorScheme}.png`, fullPage: true });
      if (colorScheme === "light") {
        await page.getByRole("button", { name: "Place marks" }).click();
        const mark = page.getByRole("button", { name: /^2 ±/ });
        await mark.focus();
        for (let i = 0; i < 5; i++) await page.keyboard.press("Shift+ArrowUp");
        await page.waitForTimeout(1500);
        await page.getByRole("button", { name: "Larger" }).click();
        await page.screenshot({ path: `/tmp/look-${width}-edit.png`, fullPage: true });
      }
    });
