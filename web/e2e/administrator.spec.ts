/** What an administrator sees of everybody: e2e/server.mjs makes the account as an operator does. */
import { expect, type Page, test } from "./flow";
import { createAccount, fixture, newAddress, newPerson, PASSWORD, skipFilm, uploadTrack } from "./helpers";

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
