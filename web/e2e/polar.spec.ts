/** The polar of many sessions on the dashboard: chart, targets and season. Those of files that stay in the browser are in the walk. */
import { readFileSync } from "node:fs";
import { sailedSession } from "../../api/test/sailed-session";
import { expect, type Page, test } from "./flow";
import { type Account, createAccount, logIn, uploadTrack } from "./helpers";

const PHONE = { width: 390, height: 844 };
const START_MS = Date.parse("2026-03-02T10:00:00Z");
const WEEK_MS = 7 * 86_400_000;
/** The days of all sessions. */
const DAYS = "start=2026-03-01&end=2026-05-01";

/** Six weeks of a sailor whose boat records the wind, in two winds. */
async function sailSeason(): Promise<Account> {
  const sailor = await createAccount();
  for (const week of [0, 1, 2, 3, 4, 5]) {
    const start_time_ms = START_MS + week * WEEK_MS;
    const spec = { seed: 80 + week, minutes: 60, tws_kn: week % 2 === 0 ? 7 : 11, start_time_ms };
    const bytes = Buffer.from(sailedSession(spec, "nmea"));
    await uploadTrack(sailor, { path: `${week}.nmea`, boat_class: "Laser", bytes });
  }
  return sailor;
}

// In one worker, which makes the season once.
test.describe.configure({ mode: "default" });

/** Each test reads it only. */
let made: ReturnType<typeof sailSeason> | undefined;
const season = () => {
  made ??= sailSeason();
  return made;
};

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const rows = (page: Page) => card(page, "Targets").getByRole("button", { name: /show in the chart$/ });
const points = (page: Page) => page.getByRole("group", { name: "Angles sailed most, by wind" }).getByRole("button");

test("a season has a polar, targets by wind, and a trend whose dots lead to their tracks", async ({ page }) => {
  await logIn(page, await season());
  await page.goto("/dashboard/reports");
  await page.getByRole("link", { name: "Polar", exact: true }).click();
  await page.goto(`/dashboard/polar?${DAYS}`);
  await expect(page.getByText(/^6 sessions, \d h \d+ min sailed straight$/)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Boat class" })).toHaveText("Laser");
  await expect(rows(page).first()).toBeVisible();
  const published = card(page, "Targets").locator("td b").first();
  await expect(published).toHaveText(/^\d+\.\d\d$/);

  const both = await card(page, "Targets").locator("tbody").innerText();
  await page.getByRole("radio", { name: "Port", exact: true }).click();
  await expect(page).toHaveURL(/side=port/);
  await expect(card(page, "Targets").getByText("on port tack")).toBeVisible();
  await expect.poll(() => card(page, "Targets").locator("tbody").innerText()).not.toBe(both);
  await page.getByRole("button", { name: "Save polar" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Quartiles (CSV)" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("polar-laser-port.csv");
  const csv = readFileSync(await download.path(), "utf8");
  expect(csv).toMatch(/^boat_class,band,wind_from_kn,/);
  expect(csv).toMatch(/^Laser,\w+,.*,upwind,\d/m);
  await page.getByRole("radio", { name: "Both", exact: true }).click();

  const dots = page.getByRole("group", { name: "Upwind VMG, one point a session" }).getByRole("button");
  await expect(dots).toHaveCount(6);
  await dots.last().focus();
  await page.keyboard.press("Home");
  await expect(dots.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tracks\/\d+/);
});

test("a band of the table and its angle in the chart show each other, also by the keyboard and on a phone", async ({
  page,
}) => {
  await logIn(page, await season());
  await page.goto(`/dashboard/polar?${DAYS}`);
  await expect(rows(page).first()).toBeVisible();
  const count = await rows(page).count();
  expect(count).toBeGreaterThan(1);
  await rows(page).locator("nth=0").focus();
  await page.keyboard.press("End");
  await expect(rows(page).last()).toBeFocused();
  await expect(rows(page).last()).toHaveAttribute("aria-pressed", "true");
  await expect(rows(page).first()).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("ArrowRight");
  const note = card(page, "Your polar").getByText(/^Downwind, /);
  await expect(note.filter({ visible: true })).toHaveCount(1);
  await points(page).first().focus();
  await expect(rows(page).first()).toHaveAttribute("aria-pressed", "true");
  await expect(
    card(page, "Your polar")
      .getByText(/^Upwind, /)
      .filter({ visible: true }),
  ).toHaveCount(1);
  await page.setViewportSize(PHONE);
  await expect(
    card(page, "Your polar")
      .getByText(/^Upwind, /)
      .filter({ visible: true }),
  ).toHaveCount(1);
});
