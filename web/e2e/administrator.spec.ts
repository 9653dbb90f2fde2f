/** What an administrator sees of everybody: e2e/server.mjs makes the account as an operator does. */
import { expect, type Page, test } from "./flow";
import {
  chooseOption,
  createAccount,
  fixture,
  newAddress,
  newPerson,
  PASSWORD,
  skipFilm,
  uploadTrack,
} from "./helpers";

const ready = { timeout: 30_000 };

async function logInAsAdministrator(page: Page) {
  await page.setExtraHTTPHeaders(newAddress());
  await page.goto("/login");
  await page.getByLabel("Email").fill("ada.king@sail.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/home$/, ready);
  await skipFilm(page);
}

test("an administrator lists all tracks, those of one sailor, and opens one of them", async ({ page }) => {
  const surname = `Admira${Date.now()}`;
  const sailor = await createAccount(newPerson("Olga", surname));
  const other = await createAccount(newPerson("Pere", `${surname}b`));
  const track = await uploadTrack(sailor, { path: fixture("49er-cross-current.fit") });
  await uploadTrack(other, { path: fixture("49er-cross-current.fit") });
  await logInAsAdministrator(page);
  await page.getByText("All Tracks", { exact: true }).click();
  await page.getByLabel("Search tracks").fill(surname);
  // By name, because the page lists the administrator's races, too.
  const tracks = page.getByRole("article").filter({ hasText: surname });
  await expect(tracks).toHaveCount(2, ready);

  await page.getByRole("button", { name: "Filter by sailor: all" }).click();
  await page.getByRole("checkbox", { name: `Olga ${surname}` }).click();
  await expect(tracks).toHaveCount(1, ready);
  await expect(page.getByRole("button", { name: `Filter by sailor: Olga ${surname}` })).toBeVisible();
  await page.keyboard.press("Escape");

  await tracks.getByRole("link", { name: `Olga ${surname}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/tracks/${track}`));
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible({ timeout: 40_000 });
});

test("on a phone an administrator comes to all tracks by the list of modes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAsAdministrator(page);
  await page.getByRole("combobox", { name: "Whose tracks" }).click();
  await chooseOption(page.getByRole("option", { name: "All Tracks" }));
  await expect(page.getByRole("button", { name: "Filter by sailor: all" })).toBeVisible();
});

test("an administrator may make a race", async ({ page }) => {
  await logInAsAdministrator(page);
  await page.goto("/home?tab=races");
  await expect(page.getByRole("button", { name: "New Race" }).first()).toBeVisible(ready);
});

test("somebody else does not see the mode All Tracks, and the server refuses it", async ({ page }) => {
  const { access } = await createAccount();
  const refused = await page.request.get("/api/tracks/?owner=all", { headers: { authorization: `Bearer ${access}` } });
  expect(refused.status()).toBe(403);
});
