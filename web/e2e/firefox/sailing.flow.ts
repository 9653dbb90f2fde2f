/** What a sailor does most, in Firefox. */
import { expect, type Page, test } from "@playwright/test";
import { createAccount, fixture, openInAnalyze, PASSWORD, skipFilm, uploadByForm } from "../helpers";

const ready = { timeout: 60_000 };

/** Playwright evaluates its scripts in the page, which our policy forbids: the pages are given without it here. */
async function withoutPolicy(page: Page) {
  const isPage = ({ pathname }: URL) => !/^\/(api|assets)\/|\.\w+$/.test(pathname);
  await page.route(isPage, async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

test("a sailor signs in, uploads a track, replays it and reads its report", async ({ page }) => {
  test.setTimeout(240_000);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  const account = await createAccount();
  await withoutPolicy(page);
  await page.goto("/login");
  await page.getByLabel("Email").pressSequentially(account.email);
  await page.getByLabel("Password", { exact: true }).pressSequentially(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/home$/, ready);
  await skipFilm(page);
  await uploadByForm(page, fixture("49er-cross-current.fit"));
  const row = page.getByRole("article");
  await expect(row.getByRole("link", { name: "Full Report" })).toBeVisible(ready);

  await row.getByRole("link", { name: "Marta Vidal", exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click(ready);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("tab", { name: /^Maneuvers/ }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();

  // Playwright does not hear of a way back within a page of Firefox.
  await page.evaluate(() => history.back());
  await row.getByRole("link", { name: "Full Report" }).click(ready);
  await page.getByRole("tab", { name: /^Tacking/ }).click(ready);
  await expect(page.getByRole("region", { name: "Tacks" }).getByRole("row").nth(1)).toBeVisible();
  expect(errors).toEqual([]);
});

test("a file that is opened on /analyze is read in the browser", async ({ page }) => {
  test.setTimeout(240_000);
  await openInAnalyze(page, fixture("49er-cross-current.fit"), "49er-cross-current.fit");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible(ready);
});
