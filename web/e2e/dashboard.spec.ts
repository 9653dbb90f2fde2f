/** The reports dashboard: the way from a figure to its sessions and their tracks, and what is downloaded. */
import { readFileSync } from "node:fs";
import { panel, sailed } from "./dashboard-sailed";
import { expect, test } from "./flow";
import { createAccount, logIn } from "./helpers";

test("a figure opens the sessions behind it, which add up to it, and leads to their reports and the track list", async ({
  page,
}) => {
  const account = await createAccount();
  const first = await sailed(account, 9);
  await sailed(account, 3);
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  const tacks = panel(page, "On the Water Stats").getByRole("button", { name: /^Tacks \d/ });
  const all = /^Tacks (\d+)/.exec((await tacks.innerText()).replace(/\s+/g, " "))![1]!;
  await tacks.click();
  const dialog = page.getByRole("dialog", { name: "Tacks" });
  await expect(dialog.getByText("2 sessions")).toBeVisible();
  const rows = dialog.locator("tbody tr");
  const counts = (await rows.locator("td:last-child").allInnerTexts()).map(Number);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(all));
  await expect(dialog.locator("tfoot")).toContainText(all);
  await page.keyboard.press("Escape");
  await expect(tacks).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Show in Tracks" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("radio", { name: "My Tracks" })).toBeChecked();
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.goBack();
  await tacks.click();
  await dialog.getByRole("link").last().click();
  await expect(page).toHaveURL(new RegExp(`/reports/${first}`));
});

test("Download Daily Report saves report.xlsx", async ({ page }) => {
  const account = await createAccount();
  await sailed(account, 2);
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download Daily Report" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("report.xlsx");
  expect(
    readFileSync((await download.path())!)
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});
