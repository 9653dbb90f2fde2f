import { LOCALHOST } from "./account-pages";
import { expect, test } from "./flow";
import { confirmAddress, createAccount, logIn } from "./helpers";

// The payment page leads back to the public address of the server.
test.use({ baseURL: LOCALHOST });

test("a declined payment and a made one keep their page; the features of the plan work at once", async ({ page }) => {
  const account = await createAccount();
  await confirmAddress(account);
  await logIn(page, account);
  await page.goto("/account/plan");
  await page.getByRole("button", { name: "Choose Coach" }).click();
  await expect(page).toHaveURL(/\/api\/billing\/checkout\//);
  await expect(page.getByText(/This server takes no money and asks for no card/)).toBeVisible();
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Payment failed. Please try another payment method.")).toBeVisible();
  await expect(page.getByText("Nothing was charged. You are still on the Sailor plan.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByText("Subscription successful, thank you!")).toBeVisible();
  await expect(page.getByText(/Coach is on\. The next bill is on .+, \$25\./)).toBeVisible();
  await page.goto("/teams");
  await expect(page.getByRole("button", { name: "+ New Team" })).toBeVisible();
});
