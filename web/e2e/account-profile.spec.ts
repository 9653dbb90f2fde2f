import { readFileSync } from "node:fs";
import { expectNotice, failing, PICTURE, TEXT_FILE } from "./account-pages";
import { expect, test } from "./flow";
import { accessible, chooseOption, createAccount, fitsTheScreen, logIn, logInAsNew, PASSWORD } from "./helpers";

test("the profile checks names, address and the optional password in the words of the specification, and is saved", async ({
  page,
}) => {
  await logInAsNew(page);
  await page.goto("/account");
  await page.getByLabel("First name").fill("");
  await page.getByLabel("Last name").fill("Vi");
  await page.getByLabel("Email", { exact: true }).fill("");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Save" }).click();
  for (const text of [
    "First name required",
    "Last name must be 3 characters",
    "Email required",
    "Password must be 6 characters",
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await accessible(page);
  await page.getByLabel("Email", { exact: true }).fill("no address");
  await page.getByLabel("First name").fill("Ma");
  await page.getByLabel("Last name").fill("");
  await page.getByLabel("First name").focus();
  for (const text of ["First name must be 3 characters", "Last name required", "Email not valid"])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Marta");
  await page.getByLabel("First name").fill("Martina");
  await page.getByLabel("Primary boat class").click();
  await chooseOption(page.getByRole("option", { name: "Foil Pumping" }));
  await page.getByRole("switch", { name: /Email notifications/ }).click();
  await expectNotice(page, "User Updated", () => page.getByRole("button", { name: "Save" }).click());
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Martina");
  await expect(page.getByRole("switch", { name: /Email notifications/ })).not.toBeChecked();
  await page.getByLabel("Password", { exact: true }).fill("leeward-2");
  await page.getByLabel("Current password").fill("wrong");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This is not your current password.")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsTheScreen(page);
});

test("the profile takes a picture, refuses other files, and removes the picture after a question", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/account");
  const input = page.getByRole("group", { name: "Profile picture" }).locator('input[type="file"]');
  await input.setInputFiles(TEXT_FILE);
  await expect(page.getByText(/This is not a picture Leebow can read/)).toBeVisible();
  await expectNotice(page, "User Updated", () => input.setInputFiles(PICTURE));
  await expect(page.locator("header img")).toBeVisible();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("dialog", { name: "Remove your picture?" })).toBeVisible();
  await expectNotice(page, "User Updated", () => page.getByRole("button", { name: "Yes" }).click());
  await expect(page.locator("header img")).toHaveCount(0);
});

test("beta features are switched and saved; the wind arrow is offered only with auto segmentation", async ({
  page,
}) => {
  await logInAsNew(page);
  await page.goto("/account/beta");
  const segmentation = page.getByRole("switch", { name: /Auto Segmentation/ });
  const arrow = page.getByRole("switch", { name: /Wind Direction Arrow/ });
  if (await segmentation.isChecked()) await segmentation.click();
  await expect(arrow).toHaveCount(0);
  await segmentation.click();
  await arrow.click();
  const isOn = await arrow.isChecked();
  await accessible(page);
  await failing(page, "**/api/users/");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Could not set features. Please try again.")).toBeVisible();
  await page.unroute("**/api/users/");
  await expectNotice(page, "User Updated", () => page.getByRole("button", { name: "Save" }).click());
  await page.reload();
  await expect(arrow).toBeChecked({ checked: isOn });
});

test("auto segmentation cannot be switched on without the feature, and the page says why", async ({ page }) => {
  const account = await createAccount();
  await page.route("**/api/users/me/", async (route) => {
    const response = await route.fetch();
    const user = await response.json();
    const can = { ...user.can, switch_auto_segmentation: false };
    await route.fulfill({ response, json: { ...user, auto_segmentation_enabled: false, enabled_features: [], can } });
  });
  await logIn(page, account);
  await page.goto("/account/beta");
  await expect(page.getByRole("switch", { name: /Auto Segmentation/ })).toBeDisabled();
  await expect(page.getByText("Your plan has no Auto Segmentation.", { exact: false })).toBeVisible();
  await expect(page.getByRole("switch", { name: /Wind Direction Arrow/ })).toHaveCount(0);
});

test("all own data are exported as one zip file, and a refusal is reported", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/account");
  await failing(page, "**/api/users/export/", 503);
  await page.getByRole("button", { name: "Export my data" }).click();
  await expect(page.getByText("Your data could not be exported. The server has a fault.")).toBeVisible();
  await page.unroute("**/api/users/export/");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export my data" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("leebow-export.zip");
  expect(readFileSync(await download.path()).toString("latin1")).toContain("profile.json");
  await expect(page.getByText(/The download has begun/)).toBeVisible();
});

test("deleting the account says what goes and what stays, needs the password, and logs out", async ({ page }) => {
  const account = await logInAsNew(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByRole("button", { name: "Keep my account" })).toBeFocused();
  await expect(dialog.getByText("your tracks with their files, analyses and tags")).toBeVisible();
  await expect(dialog.getByText(/teams with other members/)).toBeVisible();
  await accessible(page);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("Enter your current password to delete your account.")).toBeVisible();
  await dialog.getByLabel("Current password").fill("wrong");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is not your current password.")).toBeVisible();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await expectNotice(page, "Your account was deleted with all its data.", () => page.keyboard.press("Enter"));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
});
