/** The debrief: first tab of a track's report, and of a file that stays in the browser. */

import { sailedSession } from "../../api/test/sailed-session";
import { expect, type Page, test } from "./flow";
import { type Account, createAccount, logIn, openInAnalyze, uploadTrack, withApi } from "./helpers";

/** The link to the turns of a line. */
const TURNS = /Open the (\d+) (tacks|gybes)/;
const START_MS = Date.parse("2026-06-01T10:00:00Z");

/** Five sessions of a sailor, and one the day after that was slower upwind and whose turns cost more: the crew was tired. */
async function sailSeason(): Promise<{ sailor: Account; id: number }> {
  const sailor = await createAccount();
  const ids: number[] = [];
  for (const days of [5, 4, 3, 2, 1, 0]) {
    const start_time_ms = START_MS - days * 86_400_000;
    const sailing = days === 0 ? { upwind_speed: 0.9, tiredness: 1 } : {};
    const spec = { seed: 60 + days, minutes: 80, tws_kn: 11, start_time_ms, sailing };
    const bytes = Buffer.from(sailedSession(spec));
    ids.push(await uploadTrack(sailor, { path: `${days}.gpx`, boat_class: "Laser", bytes }));
  }
  await withApi(async (api) => {
    const headers = { authorization: `Bearer ${sailor.access}` };
    const status = async (id: number) => (await api.get(`/api/tracks/${id}/debrief/`, { headers })).status();
    for (const id of ids) await expect.poll(() => status(id), { timeout: 30_000 }).toBe(200);
  });
  return { sailor, id: ids.at(-1)! };
}

// In one worker, which makes the season once.
test.describe.configure({ mode: "default" });

/** Each test reads it only. */
let made: ReturnType<typeof sailSeason> | undefined;
const season = () => {
  made ??= sailSeason();
  return made;
};

/** A simulated session as a file to drop. */
const simulated = (name: string, spec: object) => ({
  name,
  mimeType: "application/gpx+xml",
  buffer: Buffer.from(sailedSession(spec)),
});

const findings = (page: Page) => page.getByRole("region", { name: "What cost you most today" });
const budget = (page: Page) => page.getByRole("region", { name: "Where the distance went" });

test("the debrief names what differs from earlier sessions, and its links show just that", async ({ page }) => {
  const { sailor, id } = await season();
  await logIn(page, sailor);
  await page.goto(`/reports/${id}`);
  await expect(page.getByRole("tab").first()).toHaveText("Debrief");
  await page.getByRole("tab", { name: "Debrief" }).click();
  await expect(page).toHaveURL(/tab=debrief/);
  const slow = findings(page).getByRole("listitem").first();
  await expect(slow).toContainText(
    /Upwind you made \d+\.\d ± \d\.\d % less to windward than in your last five sessions/,
  );
  await expect(slow).toContainText(/Compared with\s*Your last five Laser sessions/);
  await expect(budget(page)).toContainText(
    /You made good \d+ ± \d+ m less than at the pace of your last five sessions/,
  );
  const missing = budget(page).getByRole("radio", { name: /^Race boats: There is no race/ });
  await expect(missing).toBeDisabled();
  await budget(page).getByRole("radio", { name: "Best third" }).click();
  await expect(budget(page)).toContainText("your own best third");
});

test("the keys move between findings and open the turns of one, in the table and on the map", async ({ page }) => {
  const { sailor, id } = await season();
  await logIn(page, sailor);
  await page.goto(`/reports/${id}?tab=debrief`);
  const turns = findings(page).getByRole("listitem").filter({ hasText: TURNS }).first();
  await turns.waitFor();
  await findings(page).getByRole("listitem").first().focus();
  for (let at = 0; at < 5 && !(await turns.evaluate((item) => item === document.activeElement)); at++)
    await page.keyboard.press("ArrowDown");
  await expect(turns).toBeFocused();
  const [, count, kind] = TURNS.exec((await turns.textContent())!)!;
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`tab=${kind === "tacks" ? "tacking" : "gybing"}&rows=`));
  await expect(page.getByText(`Average of ${count} selected`)).toBeVisible();
  await page.goBack();
  await turns.focus();
  await page.keyboard.press("m");
  await expect(page).toHaveURL(new RegExp(`/tracks/${id}.*turns=`));
  await page.getByRole("tab", { name: /Maneuvers/ }).click();
  await expect(page.getByRole("radio", { name: `Chosen ${count}` })).toBeChecked();
});

test("a debrief that cannot be read says so, and the other tabs work", async ({ page }) => {
  const { sailor, id } = await season();
  await logIn(page, sailor);
  await page.route(`**/api/tracks/${id}/debrief/`, (route) =>
    route.fulfill({ status: 503, json: { detail: "The server computes too much for others at the moment." } }),
  );
  await page.goto(`/reports/${id}?tab=debrief`);
  await expect(page.getByRole("alert")).toContainText("computes too much");
  await page.getByRole("tab", { name: "Tacking" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await page.getByRole("tab", { name: "Debrief" }).click();
  await expect(page.getByRole("alert")).toBeVisible({ timeout: 30_000 });
  await page.unroute(`**/api/tracks/${id}/debrief/`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(findings(page)).toBeVisible();
});

test("a file that stays in the browser has a debrief, and its map shows what a line of it rests on", async ({
  page,
}) => {
  await openInAnalyze(page, simulated("long.gpx", { class: "49er", seed: 64, minutes: 80, tws_kn: 11 }), "long.gpx");
  await page.getByRole("radio", { name: "Report" }).click();
  await expect(page.getByRole("tab").first()).toHaveText("Debrief");
  await page.getByRole("tab", { name: "Debrief" }).click();
  await expect(findings(page)).toContainText(/There are no earlier .* sessions within 12 months/);
  await expect(budget(page)).toContainText("your own best third");
  const turns = findings(page).getByRole("listitem").filter({ hasText: TURNS });
  const [, count, kind] = TURNS.exec((await turns.first().textContent())!)!;
  await turns
    .first()
    .getByRole("button", { name: `Open the ${count} ${kind}` })
    .click();
  await expect(page.getByText(`Average of ${count} selected`)).toBeVisible();
  await page.getByRole("tab", { name: "Debrief" }).click();
  await turns.first().getByRole("button", { name: "Show on map" }).click();
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
});
