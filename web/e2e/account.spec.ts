import { expect, test } from "@playwright/test";
import { accessible, fitsTheScreen, newSailor, PASSWORD, register } from "./helpers";

test("a sailor registers, logs out and logs in again", async ({ page }) => {
  const sailor = await register(page);
  await page
    .getByRole("button", { name: "Logout" })
    .or(page.getByRole("link", { name: "Logout" }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel("Email").fill(sailor.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.reload();
  await expect(page).toHaveURL(/\/home$/);
});

test("a wrong password is said, and the address stays in the form", async ({ page }) => {
  const sailor = await register(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await page.getByLabel("Email").fill(sailor.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong-one");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(sailor.email);
});

test("the sign-up form says what is missing in the specified words", async ({ page }) => {
  await page.goto("/register");
  await page.getByRole("button", { name: "Sign Up" }).click();
  for (const text of [
    "First name required",
    "Last name required",
    "Email required",
    "Password required",
    "Primary Boat Class required",
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await page.getByLabel("Password", { exact: true }).fill("abc");
  await page.getByLabel("Confirm password").fill("abd");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Password mismatch")).toBeVisible();
});

test("an address that is taken is told under its field", async ({ page }) => {
  const sailor = await register(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/register");
  await page.getByLabel("First name").fill("Jon");
  await page.getByLabel("Last name").fill("Etxeberria");
  await page.getByLabel("Email").fill(sailor.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByLabel("Primary boat class").click();
  await page.getByRole("option", { name: "Laser", exact: true }).click();
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page).toHaveURL(/\/register$/);
});

test("pages for members send a guest to the login, and an unknown address too", async ({ page }) => {
  for (const path of ["/home", "/upload", "/tracks/1", "/reports/1", "/account", "/no-such-page"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
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

test("a forgotten password: the link asked for is answered the same for everybody", async ({ page }) => {
  await page.goto("/forgot");
  await page.getByLabel("Email").fill(newSailor("Nobody", "Known").email);
  await page.getByRole("button", { name: "Send a Reset Link" }).click();
  await expect(page.getByText("A reset link was sent to your email").first()).toBeVisible();
});
