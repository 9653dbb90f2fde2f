import { expect, type Page, test } from "./flow";
import { isReady, openRace } from "./races-sailed";

const tableNow = (page: Page) => page.getByRole("table").first().getByRole("row").allInnerTexts();

test("two browsers on one race see the same boats, figures, letters and gold stars", async ({ page, browser }) => {
  const { id, share_id } = await openRace(page);
  const name = `Start of ${Date.now()}`;
  // No other flow gives this race a star.
  await expect(page.getByRole("tab", { name: /Gold Star/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Gold star" }).click();
  const form = page.getByRole("form", { name: "New gold star" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("tab", { name: /^Gold Star/ })).toBeVisible();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`/races/${id}?share_id=${share_id}`);
  await isReady(other);
  await other.getByRole("tab", { name: /^Gold Star/ }).click();
  await expect(other.getByRole("button", { name })).toBeVisible();
  await expect(other.getByRole("button", { name: "Gold star" })).toHaveCount(0);
  await other.getByRole("tab", { name: "Data" }).click();
  await page.getByRole("tab", { name: "Data" }).click();
  for (const one of [page, other]) {
    await one.keyboard.press("2");
    await one.keyboard.press(".");
    await one.keyboard.press("l");
    await expect(one.getByRole("columnheader", { name: "Ladder" })).toHaveAttribute("aria-sort", "descending");
    await expect(one.getByRole("list", { name: "Letters of the maneuvers" })).toContainText(/Tacks\d+/);
    await expect(one.getByRole("list", { name: "Lines of the chart" })).toContainText("Ferrandis");
  }
  await expect.poll(async () => (await tableNow(other)).join()).toBe((await tableNow(page)).join());
  const letters = (one: Page) => one.getByRole("list", { name: "Letters of the maneuvers" }).innerText();
  expect(await letters(other)).toBe(await letters(page));
  await context.close();
});
