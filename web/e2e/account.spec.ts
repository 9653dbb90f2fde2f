import { expect, test } from "./flow";
import { accessible, fitsTheScreen, PASSWORD, register } from "./helpers";

test("a user registers, logs out and logs in again", async ({ page }) => {
  const account = await register(page);
  await page
    .getByRole("button", { name: "Logout" })
    .or(page.getByRole("link", { name: "Logout" }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.reload();
  await expect(page).toHaveURL(/\/home$/);
});

test("the pages before the login have no violation and fit a phone", async ({ page }) => {
  for (const path of [
    "/login",
    "/register",
    "/forgot",
    "/about",
    "/privacy-policy",
    "/cookie-policy",
    "/terms-and-conditions",
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await accessible(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await fitsTheScreen(page);
  }
});
