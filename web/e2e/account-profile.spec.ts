import { readFileSync } from "node:fs";
import { expectNotice, PICTURE } from "./account-pages";
import { expect, test } from "./flow";
import { chooseOption, logInAsNew, PASSWORD } from "./helpers";

test("a profile is stored, all own data are exported, and the account is deleted; a password needs the current one", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await page.goto("/account");
  await page.getByLabel("First name").fill("Martina");
  await page.getByLabel("Primary boat class").click();
  await chooseOption(page.getByRole("option", { name: "Foil Pumping" }));
  await expectNotice(page, "User Updated", () => page.getByRole("button", { name: "Save" }).click());
  const input = page.getByRole("group", { name: "Profile picture" }).locator('input[type="file"]');
  await input.setInputFiles(PICTURE);
  await expect(page.locator("header img")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Martina");
  await expect(page.locator("header img")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("leeward-2");
  await page.getByLabel("Current password").fill("wrong");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This is not your current password.")).toBeVisible();

  await test.step("all own data are exported as one zip file", async () => {
    await page.reload();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export my data" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("leebow-export.zip");
    expect(readFileSync(await download.path()).toString("latin1")).toContain("profile.json");
    await expect(page.getByText(/The download has begun/)).toBeVisible();
  });

  await test.step("deleting the account needs the password, and logs out", async () => {
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByLabel("Current password").fill("wrong");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("This is not your current password.")).toBeVisible();
    await dialog.getByLabel("Current password").fill(PASSWORD);
    await expectNotice(page, "Your account was deleted with all its data.", () => page.keyboard.press("Enter"));
    // The account's page stays until that of signing in is loaded.
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("alert").first()).toBeVisible();
  });
});
