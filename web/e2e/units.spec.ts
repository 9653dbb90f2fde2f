/** The units of the account, and of a visitor, on the screens. */
import { readFileSync } from "node:fs";
import { expectNotice } from "./account-pages";
import { expect, type Page, test } from "./flow";
import { chooseOption, createAccount, fixture, logIn, openInAnalyze, saveReport, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };
const FILE = fixture("49er-kiel.fit");

/** Chooses a unit by its select. */
async function choose(page: Page, quantity: string, unit: RegExp) {
  await page.getByLabel(quantity, { exact: true }).click();
  await chooseOption(page.getByRole("option", { name: unit }));
  await expect(page.getByRole("option")).toHaveCount(0);
}

/** The definition with this name, its figure without spaces. */
const figure = async (page: Page, name: string) =>
  (await page.locator("dt", { hasText: name }).first().locator("xpath=following-sibling::dd[1]").innerText()).replace(
    /\s+/g,
    "",
  );

test("units chosen in the profile are those of list, report and replay, until Standard is chosen", async ({ page }) => {
  const account = await createAccount();
  const id = await uploadTrack(account, { path: FILE });
  await logIn(page, account);
  await page.goto("/home");
  const row = page.getByRole("article").first();
  await expect(row).toContainText(/Distance[\d.]+mi/, ready);
  await expect(row).toContainText(/speed[\d.]+kn/);

  await page.goto("/account");
  await choose(page, "Distance", /nm$/);
  await choose(page, "Speed", /km\/h$/);
  await choose(page, "Length", /ft$/);
  await expectNotice(page, "User Updated", () => page.getByRole("button", { name: "Save" }).click());
  await expect(page.getByRole("button", { name: "Save" })).toBeFocused();

  await page.goto("/home");
  await expect(row).toContainText(/Distance[\d.]+nm/, ready);
  await expect(row).toContainText(/speed[\d.]+km\/h/);

  await page.goto(`/reports/${id}?tab=summary`);
  await expect(page.getByRole("heading", { name: "Speed records" })).toBeVisible(ready);
  expect(await figure(page, "Distance")).toMatch(/nm$/);
  expect(await figure(page, "Max speed")).toMatch(/^[\d.]+km\/h/);
  await page.goto(`/reports/${id}?tab=tacking`);
  for (const head of ["Loss, ft", "Entry speed, km/h", "Min speed, km/h"])
    await expect(page.getByRole("columnheader", { name: head })).toBeVisible(ready);
  expect(await figure(page, "Average loss")).toMatch(/ft$/);

  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible(ready);
  expect(await figure(page, "SOG")).toMatch(/^[\d.]+km\/h$/);
  await expect(page.getByText(/\d+ (ft|nm)$/).first()).toBeVisible(ready);

  await page.goto("/account");
  for (const quantity of ["Distance", "Speed", "Length"]) await choose(page, quantity, /^Standard$/);
  await expectNotice(page, "User Updated", () => page.getByRole("button", { name: "Save" }).click());
  await page.goto(`/reports/${id}?tab=tacking`);
  await expect(page.getByRole("columnheader", { name: "Entry speed, m/s" })).toBeVisible(ready);
});

test("a visitor chooses units on the analyze page, which stay in the browser and are those of the saved table", async ({
  page,
}) => {
  await openInAnalyze(page, FILE, "49er-kiel.fit");
  await page.getByRole("tab", { name: /^Data/ }).click();
  expect(await figure(page, "SOG")).toMatch(/kn$/);
  await page.getByRole("button", { name: "Units" }).click();
  await choose(page, "Speed", /^Metres per second/);
  await choose(page, "Distance", /^Kilometres/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Units" })).toBeFocused();
  await page.getByRole("tab", { name: /^Data/ }).click();
  await expect.poll(() => figure(page, "SOG")).toMatch(/m\/s$/);
  await expect.poll(() => figure(page, "Distance")).toMatch(/km$/);
  const table = readFileSync(await (await saveReport(page, "Maneuvers as a table (CSV)")).path(), "utf8");
  expect(table.split("\r\n")[0]).toContain("entry_speed_mps,min_speed_mps,exit_speed_mps");
  await page.reload();
  await page.getByRole("tab", { name: /^Data/ }).click(ready);
  expect(await figure(page, "SOG")).toMatch(/m\/s$/);
});
