/** The pages before the login: their fields, links and where they lead. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./flow";
import { createAccount, newAddress } from "./helpers";

test("a forgotten password is asked about by email and changed by the mailed link", async ({ page }) => {
  await page.setExtraHTTPHeaders(newAddress());
  const { email } = await createAccount();
  await page.goto("/forgot");
  await page.getByRole("button", { name: "Send a Reset Link" }).click();
  await expect(page.getByText("Email required")).toBeVisible();
  await page.getByLabel("Email").fill("marta");
  await page.getByRole("button", { name: "Send a Reset Link" }).click();
  await expect(page.getByText("Email not valid")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send a Reset Link" }).click();
  await expect(page.getByText("A reset link was sent to your email").first()).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page).toHaveURL(/\/login$/);

  let link = "";
  await expect.poll(() => (link = linkFor(email)), { timeout: 20_000 }).not.toBe("");
  await page.goto(link);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password required")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("ab");
  await page.getByLabel("Confirm password").fill("ac");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password must be 3 characters")).toBeVisible();
  await expect(page.getByText("Password mismatch")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("starboard");
  await page.getByLabel("Confirm password").fill("starboard");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("starboard");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

/** The path of the reset link in the last mail to an address, once there is one. */
function linkFor(email: string): string {
  const outbox = join(process.env.LEEBOW_E2E_DATA ?? "", "outbox");
  if (!existsSync(outbox)) return "";
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8").replaceAll("=\r\n", ""));
  return mails.map((mail) => (mail.includes(email) ? /\/reset\/[\w.-]+/.exec(mail)?.[0] : null)).find(Boolean) ?? "";
}
