/** The header: where it leads, and what it says is open. */
import { expect, type Page, test } from "./flow";
import { fixture, logIn, logInAsNew, sharedTrack } from "./helpers";
import { openRace } from "./races-sailed";

const ready = { timeout: 45_000 };
const header = (page: Page) => page.getByRole("banner");

test("the header names the track that is open, with its date in its own time zone, and no track elsewhere", async ({
  page,
}) => {
  const { account, id } = await sharedTrack(fixture("ilca-weymouth.gpx"), "Laser");
  await logIn(page, account);
  const headers = { authorization: `Bearer ${account.access}` };
  // A session that began in the evening of the 27th in Weymouth, which is the 28th in the zone of the browser.
  await page.route(new RegExp(`/api/tracks/${id}/\\?notrackpoints=true`), async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), ...headers } });
    await route.fulfill({ response, json: { ...(await response.json()), start_time: "2026-06-27T22:30:00Z" } });
  });
  await page.goto(`/reports/${id}`);
  await expect(header(page)).toContainText(`Track ${id}27 Jun 2026, Marta Vidal`, ready);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tracks" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(header(page)).not.toContainText(`Track ${id}`);
});

test("the header names the race that is open, also one without a name, and no race after leaving it", async ({
  page,
}) => {
  const { id } = await openRace(page);
  await expect(header(page)).toContainText("Bay cup 1");
  await page.route(`**/api/races/info/${id}/**`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), name: "" } });
  });
  await page.reload();
  await expect(header(page)).toContainText(`Race ${id}`, ready);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Race ${id}`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tracks" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(header(page)).not.toContainText(`Race ${id}`);
});

test("logging out forgets the tracks of the user and leads to the login", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/home");
  await page.getByPlaceholder(/Search/).fill("kiel");
  await header(page).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("leebow.session"))).toBeNull();
  await page.goto("/home");
  await expect(page).toHaveURL(/\/login$/);
});

test("a call that is answered with 401 logs out and leads to the login", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Your tracks will be here" })).toBeVisible(ready);
  await page.route("**/api/windfiles/**", (route) =>
    route.fulfill({ status: 401, json: { detail: "Log in to see this." } }),
  );
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wind" }).click();
  await expect(page).toHaveURL(/\/login(\?.*)?$/, ready);
  expect(await page.evaluate(() => localStorage.getItem("leebow.session"))).toBeNull();
});

test("the addresses / and /tracks lead to the home page, whose document knows every path", async ({ page }) => {
  await logInAsNew(page);
  for (const path of ["/", "/tracks"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/home$/);
  }
  await page.getByRole("tab", { name: "Races" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Race List", ready);
});

test("the header leads to every area, to the account and to the picture's menu; without a session to the login", async ({
  page,
}) => {
  await logInAsNew(page);
  await page.goto("/home");
  const navigation = page.getByRole("navigation", { name: "Main" });
  for (const [name, address] of [
    ["Tracks", /\/home$/],
    ["Teams", /\/teams$/],
    ["Dashboard", /\/dashboard\/journal$/],
    ["Wind", /\/wind$/],
    ["Upload", /\/upload$/],
  ] as const) {
    await navigation.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(address, ready);
  }
  await header(page).getByRole("link", { name: "My Account" }).click();
  await expect(page).toHaveURL(/\/account$/, ready);
  await expect(header(page).getByRole("button", { name: "Marta Vidal, account" })).toBeVisible();
  await header(page).getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/about");
  await expect(header(page).getByRole("link", { name: "Login" })).toBeVisible();
});

test("every page for members leads to the login without a session", async ({ page }) => {
  for (const path of [
    ...["/home", "/upload", "/wind", "/wind-report/1", "/dashboard", "/dashboard/journal", "/dashboard/reports"],
    ...["/reports/1", "/straight-analysis/1", "/account", "/account/garmin", "/account/plan", "/account/beta"],
    ...["/tracks", "/tracks/1", "/races/1", "/teams", "/teams/1"],
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login(\?next=.*)?$/);
  }
});
