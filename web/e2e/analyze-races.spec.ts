/** Races of files that stay in the browser: found, corrected and kept without a network. */

import { fleetBoat } from "../../api/test/fleet-boat";
import { expect, type Page, test } from "./flow";

test.use({ freshContext: true });

const READY = "Everything this page needs is loaded. It now works without a network.";

const boat = (seed: number) => ({
  name: `ESP ${100 + seed}.gpx`,
  mimeType: "application/gpx+xml",
  buffer: Buffer.from(fleetBoat({ seed })),
});

async function openFiles(page: Page, files: ReturnType<typeof boat>[]) {
  await page.goto("/analyze");
  await expect(page.getByText(READY)).toBeAttached({ timeout: 60_000 });
  await page.getByLabel("Track files").setInputFiles(files);
  await expect(page.getByRole("radio", { name: "Races" })).toBeVisible({ timeout: 30_000 });
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("the races of several files are found, compared and corrected without a network, and corrections are kept", async ({
  page,
  context,
}) => {
  await openFiles(page, [1, 2, 3, 4, 5].map(boat));
  await context.setOffline(true);
  await page.getByRole("radio", { name: "Races" }).click();
  await expect(page.getByRole("heading", { name: "Races of the open files" })).toBeVisible();
  await expect(card(page, "Legs").getByRole("row")).toHaveCount(6);
  await expect(card(page, "Two boats").getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("slider", { name: "Behind the leader, moment" })).toBeVisible();
  await page.getByRole("button", { name: "Place marks" }).click();
  await page.getByRole("button", { name: "Add the starting line" }).click();
  await expect(page.getByRole("button", { name: /^Pin, placed by hand/ })).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Ratings and scores" }).click();
  await page.getByLabel(/^Paste ratings/).fill("ESP 101 1\nESP 102 0.5");
  await page.getByRole("button", { name: "Fill in" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Result by corrected time").getByRole("row").nth(1)).toContainText("ESP 102");

  await context.setOffline(false);
  await page.reload();
  await page.getByRole("radio", { name: "Races" }).click({ timeout: 30_000 });
  await expect(card(page, "Result by corrected time")).toBeVisible();
  await page.getByRole("button", { name: "Place marks" }).click();
  await expect(page.getByRole("button", { name: /^Pin, placed by hand/ })).toBeVisible();
});
