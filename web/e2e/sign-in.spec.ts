/** The pages before the login: their fields, links and where they lead. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./flow";
import { chooseOption, createAccount, logInAsNew, newAddress, PASSWORD } from "./helpers";

test("the login has an email and a password, and leads to the registration and to a forgotten password", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByText("Email required")).toBeVisible();
  await expect(page.getByText("Password required")).toBeVisible();
  await page.getByLabel("Email").fill("marta");
  await page.getByLabel("Password", { exact: true }).fill("le");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByText("Email not valid")).toBeVisible();
  await expect(page.getByText("Password must be 6 characters")).toBeVisible();
  await page.getByRole("link", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.getByRole("link", { name: "Already have an acount?" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await expect(page).toHaveURL(/\/forgot$/);
});

test("the registration asks for names, email, a password twice and one of its boat classes", async ({ page }) => {
  await page.goto("/register");
  for (const label of ["First name", "Last name", "Email", "Confirm password"])
    await expect(page.getByLabel(label)).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  await page.getByLabel("Primary boat class").click();
  await expect(page.getByRole("option")).toHaveText([
    ...["29er", "470", "49er", "49erFX", "C420", "CFJ", "Formula Kite", "i420", "J70", "Laser", "Nacra 17", "Other"],
  ]);
  await page.keyboard.press("Escape");
  for (const [label, value] of [
    ["First name", "Jo"],
    ["Last name", "Li"],
    ["Email", "jo@"],
    ["Password", "ab"],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Sign Up" }).click();
  for (const text of [
    "First name must be 3 characters",
    "Last name must be 3 characters",
    "Email not valid",
    "Password must be 3 characters",
  ])
    await expect(page.getByText(text)).toBeVisible();
});

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

test("an email that has an account is named under its field, a password error under the confirmation too", async ({
  page,
}) => {
  await page.route("**/api/users/register/", (route) =>
    route.fulfill({ status: 400, json: { password: ["Too common"], last_name: ["Not a name"] } }),
  );
  await page.goto("/register");
  for (const [label, value] of [
    ["First name", "Jon"],
    ["Last name", "Etxeberria"],
    ["Email", "jon@sail.example"],
    ["Password", PASSWORD],
    ["Confirm password", PASSWORD],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel("Primary boat class").click();
  await chooseOption(page.getByRole("option", { name: "Laser", exact: true }));
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Too common")).toHaveCount(2);
  await expect(page.getByText("Not a name")).toHaveCount(1);
});

test("somebody who is logged in is led from the pages of the login to the home page", async ({ page }) => {
  await logInAsNew(page);
  for (const path of ["/login", "/register", "/forgot", "/reset/abc"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/home$/);
  }
});

test("the pages on privacy, cookies and terms are open to everybody, the first with its date", async ({ page }) => {
  for (const path of ["/privacy-policy", "/terms-and-conditions", "/cookie-policy"]) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.goto("/privacy-policy");
  await expect(page.getByText("Effective February 2020.")).toBeVisible();
});
