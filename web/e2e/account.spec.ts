import { expect, test } from "./flow";
import { PASSWORD, register } from "./helpers";

test("a user registers, logs out and logs in again", async ({ page }) => {
  const account = await register(page);
  // The film was shown alone: the boat class is known.
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Which boat do you sail most?" })).toBeHidden();
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
