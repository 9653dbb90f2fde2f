import { expect, type Page, test } from "./flow";
import { type Account, asCoach, createAccount, createRace, fixture, logIn, newPerson, uploadTrack } from "./helpers";
import { newTeam } from "./journal";

/** A coach with two tracks of the same day. */
async function coachWithTracks(): Promise<{ coach: Account; tracks: number[] }> {
  const coach = await asCoach(await createAccount(newPerson("Ana", "Ferrandis")));
  const tracks = [
    await uploadTrack(coach, { path: fixture("49er-kiel.fit") }),
    await uploadTrack(coach, { path: fixture("49er-ten-hertz.fit") }),
  ];
  return { coach, tracks };
}

/** The code of the race list and its answer, on a busy machine. */
const ready = { timeout: 45_000 };
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const choose = async (page: Page, race: string, entry: string) => {
  await page.getByRole("button", { name: `More for ${race}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
};

test("a coach makes a race of two tracks, and is led to it", async ({ page }) => {
  const { coach } = await coachWithTracks();
  await logIn(page, coach);
  await page.goto("/home?tab=races");
  await expect(page.getByText("No races yet").last()).toBeVisible(ready);

  await page.getByRole("button", { name: "New Race" }).first().click();
  const form = dialog(page, "New Race");
  await expect(form.getByLabel("Name")).toHaveValue(/^Race \d+$/);
  await expect(form.getByText("Days without tracks are struck through.")).toBeVisible();
  await expect(form.getByRole("checkbox", { name: /^Track \d+, Ana Ferrandis, 49er/ }).first()).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Please select at least 2 tracks.")).toBeVisible();
  await form.getByRole("checkbox", { name: "All tracks of this day" }).click();
  await form.getByLabel("Name").fill("Kiel, race 1");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/races\/\d+$/);

  await page.goto("/home?tab=races");
  const row = page.getByRole("article", { name: /Kiel, race 1/ });
  await expect(row).toContainText("Coach: Ana Ferrandis");
  await expect(row).toContainText(/Tracks \d+, \d+/);
  await expect(row.getByText("Working on this race")).toHaveCount(0, { timeout: 30_000 });
});

test("a coach renames a race, manages its tracks, shares and deletes it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { coach, tracks } = await coachWithTracks();
  await createRace(coach, "Kiel, race 1", tracks);
  await logIn(page, coach);
  await page.goto("/home?tab=races");

  await choose(page, "Kiel, race 1", "Change Name");
  await dialog(page, "Change Race Name").getByLabel("Name").fill("Kiel, final");
  await dialog(page, "Change Race Name").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Kiel, final" }).last()).toBeVisible();

  await choose(page, "Kiel, final", "Manage Tracks");
  const manage = dialog(page, "Manage Tracks");
  await manage
    .getByRole("checkbox", { name: /^Track/ })
    .first()
    .click();
  await manage.getByRole("button", { name: "Save" }).click();
  await expect(manage.getByText("Please select at least 2 tracks.")).toBeVisible();
  await manage
    .getByRole("checkbox", { name: /^Track/ })
    .first()
    .click();
  await manage.getByRole("button", { name: "Save" }).click();
  await expect(manage).toHaveCount(0);
  await expect(page.getByText("Race tracks successfully updated.")).toHaveCount(0);

  await choose(page, "Kiel, final", "Share Race");
  const share = dialog(page, "Share Race");
  await expect(share.getByLabel("Link", { exact: true })).toHaveValue(/\/races\/\d+\?share_id=[\w-]{24}$/);
  await share.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Copied to clipboard!")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/races\/\d+\?share_id=/);
  await share.getByRole("button", { name: "Close" }).click();

  await choose(page, "Kiel, final", "Delete Race");
  await expect(page.getByText("Delete Kiel, final? Its two tracks stay.")).toBeVisible();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await choose(page, "Kiel, final", "Delete Race");
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(page.getByText("Race has been deleted.")).toBeVisible();
  await expect(page.getByText("No races yet")).toBeVisible();
});

test("beside the tracks stand the latest races; on a phone they have the tab alone", async ({ page }) => {
  const { coach, tracks } = await coachWithTracks();
  await createRace(coach, "Evening race", tracks);
  await logIn(page, coach);
  await page.goto("/home");
  const rail = page.getByRole("complementary", { name: "Latest races" });
  await expect(rail.getByRole("link", { name: "Evening race" }).last()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rail).toHaveCount(0);
  await page.getByRole("tab", { name: "Races" }).click();
  await expect(page).toHaveURL(/\/home\?tab=races$/);
  await expect(page.getByRole("article", { name: /Evening race/ })).toBeVisible();
  await page.getByPlaceholder("Search race, place or sailor").fill("no such race");
  await expect(page.getByText("No races match your search")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await page.getByRole("button", { name: "New Race" }).click();
  await expect(
    dialog(page, "New Race")
      .getByRole("checkbox", { name: /^Track/ })
      .first(),
  ).toBeVisible();
});

test("a sailor without coach tools makes no race; the menu shares it and opens its journal", async ({ page }) => {
  const { coach, athlete } = await newTeam();
  const other = await uploadTrack(coach, { path: fixture("49er-ten-hertz.fit") });
  const own = await uploadTrack(athlete, { path: fixture("49er-kiel.fit") });
  await createRace(coach, "Open race", [other, own]);
  await logIn(page, athlete);
  await page.goto("/home?tab=races");
  await expect(page.getByRole("article", { name: /Open race/ })).toContainText("2 competitors", ready);
  await expect(page.getByRole("button", { name: "New Race" })).toHaveCount(0);
  await page.getByRole("button", { name: "More for Open race" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Race Report", "Share Race", "Journal", "Leave Race"]);
});
