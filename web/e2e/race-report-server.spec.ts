/** The report of a simulated fleet as the server computes it, and a line that is put by hand. */

import { fleetBoat } from "../../api/test/fleet-boat";
import { expect, type Page, test } from "./flow";
import { type Account, asCoach, createAccount, createRace, logIn, newPerson, uploadTrack, withApi } from "./helpers";
import { openRace } from "./races-sailed";

const SAILORS = ["Ferrandis", "Roca", "Vidal", "Puig", "Roig", "Ferrer"];

/** A race of six boats, sailed by a coach and five others; its wind is estimated. */
async function sailFleet(): Promise<{ coach: Account; id: number }> {
  const coach = await asCoach(await createAccount(newPerson("Ana", SAILORS[0])));
  const tracks = await Promise.all(
    SAILORS.map(async (last, at) => {
      const owner = at === 0 ? coach : await createAccount(newPerson("Pau", last));
      const bytes = Buffer.from(fleetBoat({ seed: at + 1 }));
      return uploadTrack(owner, { path: `ESP ${101 + at}.gpx`, boat_class: "Laser", bytes });
    }),
  );
  const id = await createRace(coach, "Bay cup 2", tracks);
  const headers = { authorization: `Bearer ${coach.access}` };
  await withApi(async (api) => {
    const status = async () => (await (await api.get(`/api/races/info/${id}/`, { headers })).json()).processing_status;
    await expect.poll(status, { timeout: 60_000 }).toBe(3);
  });
  return { coach, id };
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const saved = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === "PUT" && response.status() === 200);

test("the server's report of a fleet has places, gaps and legs, and a line put by hand is kept", async ({ page }) => {
  const { coach, id } = await sailFleet();
  await logIn(page, coach);
  await page.goto(`/races/${id}/report`);
  await expect(page.getByRole("heading", { name: "Bay cup 2" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 101, Ana Ferrandis");
  await expect(page.locator("dl").first()).toContainText(/Place\s*\d\s*of 6/);
  await expect(card(page, "Legs").getByRole("row")).toHaveCount(7);
  await expect(page.getByRole("slider", { name: "Behind the leader, moment" })).toBeVisible();
  await expect(card(page, "Start")).toContainText("The starting line is not known");
  await page.getByRole("button", { name: "Place marks" }).click();
  const added = saved(page);
  await page.getByRole("button", { name: "Add the starting line" }).click();
  await added;
  await expect(page.getByRole("button", { name: /^Pin, placed by hand/ })).toBeVisible();
  const moved = saved(page);
  await page.getByRole("button", { name: /^Pin, placed by hand/ }).focus();
  await page.keyboard.press("Shift+ArrowUp");
  await moved;
  await page.reload();
  await page.getByRole("button", { name: "Place marks" }).click();
  await expect(page.getByRole("button", { name: /^Pin, placed by hand/ })).toBeVisible();
  await page.getByRole("button", { name: "Estimate again" }).click();
  const again = saved(page);
  await page.getByRole("dialog").getByRole("button", { name: "Estimate again" }).click();
  await again;
  await expect(card(page, "Start")).toContainText("The starting line is not known");

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Ratings and scores" }).click();
  await page.getByLabel(/^Paste ratings/).fill(SAILORS.map((_, at) => `ESP ${101 + at} ${1 + at / 100}`).join("\n"));
  await page.getByRole("button", { name: "Fill in" }).click();
  const rated = saved(page);
  await page.getByRole("button", { name: "Save" }).click();
  await rated;
  await expect(card(page, "Result by corrected time").getByRole("row")).toHaveCount(7);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Spreadsheet" }).click();
  expect((await file).suggestedFilename()).toBe(`race-${id}-report.xlsx`);
});

test("the replay and the list of races lead to the report", async ({ page }) => {
  const { id } = await openRace(page);
  await page.getByRole("link", { name: "Race Report" }).click();
  await expect(page).toHaveURL(new RegExp(`/races/${id}/report\\?boat=\\d+&t=`));
  await page.goto("/home?tab=races");
  await page
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Race Report" }).click();
  await expect(page).toHaveURL(new RegExp(`/races/${id}/report`));
});
