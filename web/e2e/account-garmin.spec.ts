import { expectNotice, expectReason, LOCALHOST } from "./account-pages";
import { expect, test } from "./flow";
import { createAccount, logIn } from "./helpers";

// The consent leads back to the public address of the server, to which its cookie belongs.
test.use({ baseURL: LOCALHOST });

test("Garmin is connected by allowing it on the provider's page, an activity arrives, and it is disconnected", async ({
  page,
}) => {
  await logIn(page, await createAccount());
  await page.goto("/account/garmin");
  await page.getByRole("button", { name: "Garmin Connect" }).click();
  await expect(page.getByRole("heading", { name: "Connect Leebow with Garmin?" })).toBeVisible();
  await expect(page.getByText(/nothing costs money/)).toBeVisible();
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page).toHaveURL(/\/account\/garmin$/);
  await page.getByRole("button", { name: "Garmin Connect" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expect(page.getByText(/To disconnect, remove Leebow from your Garmin account/)).toBeVisible();
  await expectReason(page, "Garmin Connect", "Your Garmin account is connected already.");
  await expect(page.getByText("Sample session")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Track \d+$/ })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("dialog", { name: "Disconnect your Garmin account?" })).toBeVisible();
  await expectNotice(page, "Garmin was disconnected.", () => page.getByRole("button", { name: "Yes" }).click());
  await expect(page.getByRole("button", { name: "Garmin Connect" })).toBeEnabled();
});
