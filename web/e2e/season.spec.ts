/** The season page: what a sailor sees of the first session, and takes along. */
import { readFileSync } from "node:fs";
import { panel, sailed, WAIT } from "./dashboard-sailed";
import { expect, test } from "./flow";
import { createAccount, logIn } from "./helpers";

test("a new sailor sees grey squares and the way to a first track, then the session, and takes the season along", async ({
  page,
}) => {
  const account = await createAccount();
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  await page.getByRole("link", { name: "Season", exact: true }).click();
  const days = panel(page, "Days on the water");
  await expect(days.getByRole("option").first()).toHaveAccessibleName(/: none$/);
  await expect(days.getByRole("link", { name: "Upload a track" })).toHaveAttribute("href", "/upload");
  await expect(page.getByText("No tacks with a measured loss on these days.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Season data (Parquet)" })).toBeDisabled();
  const track = await sailed(account, 0);
  await page.reload();
  await expect(days.getByText(/^1 session, \d+:\d\d h, [\d.]+ mi, \d+ tacks, \d+ gybes$/)).toBeVisible(WAIT);
  await expect(days.getByRole("link")).toHaveAttribute("href", `/tracks/${track}`);
  // Of a first session all bests are new, so that none is marked.
  await expect(panel(page, "Personal bests").getByRole("row").first()).toBeVisible();
  await expect(panel(page, "Personal bests").getByText("new", { exact: true })).toHaveCount(0);
  await expect(panel(page, "Tack loss, m").getByText("Too little for a change.")).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Season data (Parquet)" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^leebow-season-\d{4}\.parquet$/);
  await expect(page.getByRole("region", { name: "Query for DuckDB" })).toContainText(`'${file.suggestedFilename()}'`);
  expect(
    readFileSync(await file.path())
      .subarray(0, 4)
      .toString(),
  ).toBe("PAR1");
});
