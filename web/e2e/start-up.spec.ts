import { expect, test } from "@playwright/test";
import { createAccount, fixture, logIn, logInAsNew, uploadTrack } from "./helpers";

test("a stored user session is restored, and the page that was asked for opens at once", async ({ page, context }) => {
  const account = await logInAsNew(page);
  await page.close();
  const next = await context.newPage();
  await next.goto("/account");
  await expect(next.getByRole("textbox", { name: "Email" })).toHaveValue(account.email);
  await expect(next).toHaveURL(/\/account$/);
});

test("a 401 answer to any call logs the user out, clears the tracks and leads to login", async ({ page }) => {
  const account = await createAccount();
  await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  await logIn(page, account);
  await page.goto("/home");
  await page.getByText("My Tracks", { exact: true }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.route("**/api/windfiles/", (route) => route.fulfill({ status: 401, json: { detail: "Log in again." } }));
  await page.getByRole("link", { name: "Wind", exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("leebow.session"))).toBeNull();
  await logIn(page, await createAccount());
  await page.goto("/home");
  await page.getByText("My Tracks", { exact: true }).click();
  await expect(
    page.getByRole("link", { name: "Upload a track" }).or(page.getByText("No Tracks Match Your Search")).first(),
  ).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
});

test("a 403 answer leads to the home page", async ({ page }) => {
  await logInAsNew(page);
  await page.route("**/api/tracks/7/**", (route) => route.fulfill({ status: 403, json: { detail: "Not yours." } }));
  await page.goto("/tracks/7");
  await expect(page).toHaveURL(/\/home$/);
});

test("page views are reported by the kind of page, without ids", async ({ page }) => {
  await logInAsNew(page);
  const seen: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/page-views/")) seen.push(request.postDataJSON().page);
  });
  await page.goto("/");
  await expect.poll(() => seen).toEqual(["/home"]);
  await page.getByRole("link", { name: "Wind", exact: true }).click();
  await expect.poll(() => seen).toEqual(["/home", "/wind"]);
  await page.goto("/account/plan");
  await expect.poll(() => seen.at(-1)).toBe("/account/plan");
  await page.goto("/tracks/987654");
  await expect.poll(() => seen.includes("/tracks/:track_id")).toBe(true);
  expect(seen.join()).not.toContain("987654");
});

test("a notification disappears after 3 seconds", async ({ page }) => {
  await logInAsNew(page);
  await page.clock.install();
  await page.goto("/account");
  await page.getByLabel("First name").fill("Maria");
  await page.getByRole("button", { name: "Save" }).click();
  const notice = page.getByText("User Updated");
  await notice.waitFor({ state: "attached" });
  // The pointer over it holds it.
  await page.clock.pauseAt(Date.now() + 1000);
  await expect(notice).toBeVisible();
  await page.clock.runFor(3000);
  await expect(notice).toBeHidden();
});
