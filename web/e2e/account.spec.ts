import { expect, test } from "./flow";
import { chooseOption, createAccount, logInAsNew, newAddress, newPerson, PASSWORD, register } from "./helpers";

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

test("a wrong password is reported, and the address stays in the form", async ({ page }) => {
  const account = await createAccount();
  await page.goto("/login");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong-one");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(account.email);
});

test("the sign-up form names what is missing in the words of the specification", async ({ page }) => {
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

test("an address that has an account is reported under its field", async ({ page }) => {
  const account = await createAccount();
  await page.goto("/register");
  await page.getByLabel("First name").fill("Jon");
  await page.getByLabel("Last name").fill("Etxeberria");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByLabel("Primary boat class").click();
  await chooseOption(page.getByRole("option", { name: "Laser", exact: true }));
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page).toHaveURL(/\/register$/);
});

test("pages that need a login lead to the login page, and so does an unknown address", async ({ page }) => {
  for (const path of ["/home", "/upload", "/tracks/1", "/reports/1", "/account", "/no-such-page"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login(\?next=.*)?$/);
  }
});

test("after the login the address that was asked for opens, also by way of the registration", async ({ page }) => {
  const account = await createAccount();
  await page.goto("/home?tab=races");
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/home\?tab=races$/);
  await page.goto("/login?next=//elsewhere.example/");
  await expect(page).toHaveURL(/\/home$/);
});

test("the first click on Forgot Password? follows it, though the field that it leaves is empty", async ({ page }) => {
  await page.setExtraHTTPHeaders(newAddress());
  await page.goto("/login");
  await page.getByLabel("Email").click();
  const box = (await page.getByRole("link", { name: "Forgot Password?" }).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(200);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/forgot$/);
});

test("a reset link is confirmed for an unknown address too", async ({ page }) => {
  await page.goto("/forgot");
  await page.getByLabel("Email").fill(newPerson("Unknown", "Person").email);
  await page.getByRole("button", { name: "Send a Reset Link" }).click();
  await expect(page.getByText("A reset link was sent to your email").first()).toBeVisible();
});

test("what is typed into the profile stays when the server's profile arrives late", async ({ page }) => {
  await logInAsNew(page);
  let respond = () => {};
  const isAllowed = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route("**/api/users/me/", async (route) => {
    const response = await route.fetch();
    await isAllowed;
    await route.fulfill({ response, json: { ...(await response.json()), last_name: "Changed elsewhere" } });
  });
  await page.goto("/account");
  await page.getByLabel("First name").fill("Typed before");
  const arrived = page.waitForResponse("**/api/users/me/");
  respond();
  await arrived;
  await expect(page.getByLabel("Last name")).toHaveValue("Changed elsewhere");
  await expect(page.getByLabel("First name")).toHaveValue("Typed before");
});
