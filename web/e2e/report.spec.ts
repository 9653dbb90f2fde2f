import { expect, type Page, test } from "./flow";
import { chooseOption, fixture, logIn, sharedTrack } from "./helpers";

/** Opens the report of a stored track. */
async function openReport(page: Page) {
  const { account, id } = await sharedTrack(fixture("ilca-weymouth.gpx"), "Laser");
  await logIn(page, account);
  await page.goto(`/reports/${id}`);
  await expect(page.getByRole("tab", { name: "Summary" })).toBeVisible({ timeout: 30_000 });
}

test("the report of a track: summary, losses with their sentence, a table whose selection changes the averages", async ({
  page,
}) => {
  await openReport(page);
  const main = page.getByRole("main");
  for (const text of [
    "Distance",
    "Duration",
    "Max speed",
    "Tacks",
    "Sets",
    "Gybes",
    "Douses",
    "No wind data available.",
  ]) {
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
  }

  for (const name of ["Track", "Name", "Start date", "Location", "TWA"])
    await expect(main.getByText(name, { exact: true }).first()).toBeVisible();

  await page.getByRole("tab", { name: "Tacking" }).click();
  for (const name of [
    "Start time",
    "Loss, m",
    "Entry speed, m/s",
    "Exit speed, m/s",
    "Min speed, m/s",
    "Maneuver angle, °",
  ])
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Duration, s" })).toBeVisible();
  await expect(page.getByText(/explains \d+\.\d\d% of the variation in maneuver loss for tacks\./)).toBeVisible();
  const boxes = page.getByRole("table").getByRole("checkbox");
  const rows = (await boxes.count()) - 1;
  expect(rows).toBeGreaterThan(2);
  // A tack without a loss takes no part in the averages at first; its row says why.
  const averages = main.getByText("Average of", { exact: false });
  const selected = (await page.getByRole("table").getByRole("checkbox", { checked: true }).count()) || 0;
  expect(selected).toBeLessThan(rows);
  await expect(averages).toContainText(String(selected));
  const leftOut = page.getByRole("row").filter({ has: page.getByRole("checkbox", { checked: false }) });
  await expect(leftOut.getByText(/next maneuver|speed not regained|circling|too soon/).first()).toBeVisible();
  await boxes.first().click();
  for (let i = 0; i <= rows; i++) await expect(boxes.nth(i)).toBeChecked();
  await expect(averages).toContainText(String(rows));
  await boxes.nth(1).click();
  await expect(averages).toContainText(String(rows - 1));
  await boxes.first().click();
  await boxes.first().click();
  if (await boxes.nth(1).isChecked()) await boxes.first().click();
  await expect(main.getByText("N/A").first()).toBeVisible();
  await boxes.first().click();
  await page.getByRole("button", { name: "Hide Table" }).click();
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("button", { name: "Show Table" }).click();

  await page.getByRole("combobox", { name: "Loss against" }).click();
  await chooseOption(page.getByRole("option", { name: "Min Speed" }));
  await expect(page.getByText(/^Min Speed explains/)).toBeVisible();
});

test("the report is reached from the list and saved; its tabs stand in the address, and a row leads to the map and back", async ({
  page,
}) => {
  const { account, id } = await sharedTrack(fixture("ilca-weymouth.gpx"), "Laser");
  await logIn(page, account);
  await page.goto("/home");
  await page.locator(`a[href="/reports/${id}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/reports/${id}$`));
  await expect(page.getByRole("main").getByText("Max speed").first()).toBeVisible();
  const report = page.url();
  await test.step("the summary has the speed records with their error", async () => {
    const records = page.getByRole("region", { name: "Speed records" });
    await expect(records.getByText("10 s", { exact: true })).toBeVisible();
    await expect(records.getByText(/^± \d+\.\d\d kts$/).first()).toBeVisible();
  });
  await test.step("the spreadsheet is saved under its date and the owner's name", async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Spreadsheet Report" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^\d{6}\w+-track-report\.xlsx$/);
  });
  await test.step("Back goes one tab back", async () => {
    await page.getByRole("tab", { name: "Tacking" }).click();
    await expect(page).toHaveURL(/\?tab=tacking$/);
    await page.getByRole("tab", { name: "Top Mark" }).click();
    await expect(page).toHaveURL(/\?tab=top$/);
    await page.goBack();
    await expect(page.getByRole("tab", { name: "Tacking" })).toHaveAttribute("aria-selected", "true");
    await page.goBack();
    await expect(page.getByRole("tab", { name: "Summary" })).toHaveAttribute("aria-selected", "true");
  });
  await test.step("the mark tabs have four loss charts with one scale, or say that there is none", async () => {
    for (const tab of ["Top Mark", "Bottom Mark", "Accelerations"]) {
      await page.getByRole("tab", { name: tab }).click();
      for (const kind of ["Bear aways", "Tacks", "Gybes", "Douses"])
        await expect(page.getByRole("region", { name: kind, exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole("region", { name: "Tacks", exact: true }).getByText("Average turn rate")).toBeVisible();
  });
  await test.step("a report longer than the screen ends where its content ends", async () => {
    for (const tab of ["Top Mark", "Tacking"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByRole("table").first()).toBeVisible();
      const blank = await page.evaluate(() => {
        const end = document.querySelector("main")!.getBoundingClientRect().bottom + window.scrollY;
        return document.documentElement.scrollHeight - Math.max(end, window.innerHeight);
      });
      expect(blank).toBeLessThan(80);
    }
  });
  await test.step("a row opens the map at its turn, and the address of a row opens the report there", async () => {
    const rows = page.getByRole("region", { name: "Tacks with their losses" });
    const link = rows.getByRole("link").last();
    const turn = /maneuver=(\d+)$/.exec((await link.getAttribute("href")) ?? "")?.[1];
    expect(turn).toBeTruthy();
    await link.click();
    await expect(page).toHaveURL(new RegExp(`/tracks/\\d+\\?maneuver=${turn}`));
    await page.goto(`${report}?row=${turn}`);
    await expect(page.getByRole("tab", { name: "Tacking" })).toHaveAttribute("aria-selected", "true");
    await expect(page.locator(`[data-row="${turn}"]`)).toBeInViewport();
  });
});

test("on a phone the table keeps its head and its time column", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReport(page);
  await page.getByRole("tab", { name: "Tacking" }).click();
  const table = page.getByRole("region", { name: "Tacks with their losses" });
  // Within the table and in one step: the page around it may still be growing.
  const [before, after] = await table.evaluate((frame) => {
    const headOf = () => {
      const found = [...frame.querySelectorAll("th")].find((cell) => cell.textContent?.includes("Start time"));
      const [cell, around] = [found!.getBoundingClientRect(), frame.getBoundingClientRect()];
      return { x: cell.x - around.x, y: cell.y - around.y };
    };
    const first = headOf();
    frame.scrollBy(300, 200);
    return [first, headOf()];
  });
  expect(await table.evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(50);
  expect(Math.abs(after!.y - before!.y)).toBeLessThan(2);
  expect(after!.x).toBeGreaterThanOrEqual(0);
  expect(after!.x).toBeLessThan(60);
});
