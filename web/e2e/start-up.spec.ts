import { FIRST_DATA } from "../preload-plugin";
import type { EarlyAnswers } from "../src/api/early";
import { expect, type Request, test } from "./flow";
import { createAccount, fixture, logIn, logInAsNew, sharedTrack, uploadTrack } from "./helpers";
import { sharedRace } from "./races-sailed";

test.use({ freshContext: true });

test("a stored user session is restored, and the page that was asked for opens at once", async ({ page, context }) => {
  const account = await logInAsNew(page);
  await page.close();
  const next = await context.newPage();
  await next.goto("/account");
  await expect(next.getByRole("textbox", { name: "Email" })).toHaveValue(account.email);
  await expect(next).toHaveURL(/\/account$/);
});

test("a page's data are asked for once, before it has any code, and taken by it", async ({ page }) => {
  // Eight pages, and a race that is analysed first.
  test.setTimeout(300_000);
  const { coach, id: race_id } = await sharedRace();
  const { id: track_id } = await sharedTrack(fixture("ilca-weymouth.gpx"), "Laser");
  const ids: Record<string, number> = { track_id, race_id };
  const fill = (text: string) => text.replace(/:(\w+)/, (_, name) => String(ids[name]));
  await logIn(page, coach);
  for (const [route, addresses] of Object.entries(FIRST_DATA)) {
    const asked: string[] = [];
    const note = (request: Request) => void asked.push(request.url().replace(/^https?:\/\/[^/]+\/api/, ""));
    page.on("request", note);
    await page.goto(fill(route));
    const left = () =>
      page.evaluate(() => [...(globalThis as { leebow_early?: EarlyAnswers }).leebow_early!.answers.keys()]);
    await expect.poll(left, { timeout: 40_000, message: route }).toEqual([]);
    page.off("request", note);
    for (const address of addresses.filter((one) => !one.includes("*")).map(fill))
      expect(
        asked.filter((one) => one === address),
        `${route}: ${address}`,
      ).toHaveLength(1);
  }
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

test("notices are shown and the header stays when no more code can be fetched as soon as a page is open", async ({
  page,
}) => {
  await logInAsNew(page);
  let isGone = false;
  await page.route("**/assets/*.js", (route) => (isGone ? route.abort() : route.fallback()));
  await page.goto("/account");
  const name = page.getByLabel("First name");
  await name.fill("Maria");
  isGone = true;
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("User Updated")).toBeVisible();
  await expect(name).toHaveValue("Maria");
  await page.getByRole("link", { name: "Wind", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
});

test("a fault outside of the pages is shown as one, not as a blank page", async ({ page }) => {
  // What stands beside the pages throws when it is drawn.
  await page.addInitScript(() => {
    Object.defineProperty(document, "body", { get: () => null });
  });
  await page.goto("/about");
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
});
