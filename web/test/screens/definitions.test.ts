/** "About these numbers": what its list of definitions has. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { METRIC_IDS } from "../../src/help/metric-ids";
import { open } from "./screen";
import { expectCount } from "./shown";

test("the list ends after the figures of the screens: fields that only files have are in the documents", async () => {
  await open("/about-these-numbers");
  await expect.element(page.getByText(`${METRIC_IDS.length} definitions`, { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Search the definitions" }).fill("sha256");
  await expectCount(page.getByText("SHA-256", { exact: false }), 0);
  await page.getByRole("textbox", { name: "Search the definitions" }).fill("loss");
  // Places of the screens, not names of types.
  await expect.element(page.getByRole("heading", { name: "Maneuvers", exact: true })).toBeVisible();
  await expectCount(page.getByRole("heading", { name: "LossPoint" }), 0);
});
