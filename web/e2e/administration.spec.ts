/** The administration: users, jobs, health, storage and audit, for administrators alone. */

import { fleetBoat } from "../../api/test/fleet-boat";
import { expect, type Page, test } from "./flow";
import {
  chooseOption,
  createAccount,
  createRace,
  fixture,
  logIn,
  newAddress,
  newPerson,
  PASSWORD,
  skipFilm,
  uploadTrack,
  withApi,
} from "./helpers";

const ready = { timeout: 30_000 };

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Users" }).getByRole("row", { name, exact: true });
const audit = (page: Page, did: string | RegExp) =>
  page.getByRole("table", { name: "Audit" }).getByRole("cell", { name: did }).first();

async function openAdministration(page: Page) {
  await page.setExtraHTTPHeaders(newAddress());
  await page.goto("/login");
  await page.getByLabel("Email").fill("ada.king@sail.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/home$/, ready);
  await skipFilm(page);
  await page.goto("/admin");
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible(ready);
}

test("an administrator finds a person, changes the role and takes it back by the notice", async ({ page }) => {
  const surname = `Roll${Date.now()}`;
  await createAccount(newPerson("Rafa", surname));
  await openAdministration(page);
  await expect(page.getByRole("link", { name: "Admin", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page.getByText(/^answers, \d+ MB$/)).toBeVisible();

  await page.keyboard.press("/");
  await page.keyboard.type(surname);
  const row = rowOf(page, `Rafa ${surname}`);
  await expect(page.getByRole("table", { name: "Users" }).getByRole("row")).toHaveCount(2, ready);
  await row.getByRole("combobox").click();
  await chooseOption(page.getByRole("option", { name: "Coach" }));
  await expect(page.getByText(`Rafa ${surname} has the role Coach.`)).toBeVisible();
  await expect(audit(page, `changed the role of Rafa ${surname}: coach, was athlete`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByRole("combobox")).toHaveText("Athlete");
});

test("disabling asks, says what stays, and ends the sessions; nobody disables the own account", async ({ page }) => {
  const surname = `Dis${Date.now()}`;
  const person = await createAccount(newPerson("Paul", surname));
  await openAdministration(page);
  await page.getByLabel("Search name or email").fill(surname);
  await page.getByRole("button", { name: `More for Paul ${surname}` }).click();
  await page.getByRole("menuitem", { name: "Grant Coach Tools" }).click();
  const row = rowOf(page, `Paul ${surname}`);
  await expect(row.getByText("Coach Tools")).toBeVisible();
  await page.getByRole("button", { name: `More for Paul ${surname}` }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog", { name: `Disable Paul ${surname}?` });
  await expect(dialog.getByText(/tracks, journals and teams stay/)).toBeVisible();
  await dialog.getByLabel("Reason, for the audit").fill("asked for by the user");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(row.getByText("disabled", { exact: true })).toBeVisible();
  await expect(audit(page, "asked for by the user")).toBeVisible();
  const me = await page.request.get("/api/users/me/", { headers: { authorization: `Bearer ${person.access}` } });
  expect(me.status()).toBe(401);

  await page.getByLabel("Search name or email").fill("ada.king");
  await page.getByRole("button", { name: "More for Ada King" }).click();
  await expect(page.getByRole("menuitem", { name: /^Disable/ })).toContainText(/last administrator|own account/);
});

test("a private track opens after the reason is given", async ({ page }) => {
  const sailor = await createAccount(newPerson("Marta", `Priv${Date.now()}`));
  const track = await uploadTrack(sailor, { path: fixture("49er-cross-current.fit") });
  const headers = { authorization: `Bearer ${sailor.access}` };
  await withApi(async (api) => {
    const hidden = await api.patch(`/api/tracks/${track}/`, { headers, data: { permissions: "PRIVATE" } });
    expect(hidden.ok(), await hidden.text()).toBe(true);
  });
  await openAdministration(page);
  for (const path of [`/reports/${track}`, `/tracks/${track}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "This track is private" })).toBeVisible(ready);
  }
  await page.getByRole("button", { name: "Open the track" }).click();
  await expect(page.getByText("Write the reason in some words.")).toBeVisible();
  await page.getByLabel("Reason").fill("for a question about a missing wind");
  await page.getByRole("button", { name: "Open the track" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible({ timeout: 40_000 });
  await page.goto("/admin");
  await expect(audit(page, new RegExp(`looked at the private track ${track} of Marta`))).toBeVisible(ready);
});

test("a race with private tracks opens after the reason is given, and the audit names each of them", async ({
  page,
}) => {
  const surname = `Race${Date.now()}`;
  const sailors = [await createAccount(newPerson("Marta", surname)), await createAccount(newPerson("Jon", surname))];
  const tracks: number[] = [];
  for (const [at, sailor] of sailors.entries()) {
    const file = { path: `${at}.gpx`, boat_class: "Laser", bytes: Buffer.from(fleetBoat({ seed: at + 1 })) };
    tracks.push(await uploadTrack(sailor, file));
    const headers = { authorization: `Bearer ${sailor.access}` };
    const data = { permissions: "PRIVATE" };
    await withApi((api) => api.patch(`/api/tracks/${tracks[at]}/`, { headers, data }));
  }
  await openAdministration(page);
  const access = await page.evaluate(() => JSON.parse(localStorage.getItem("leebow.session")!).access as string);
  const race = await createRace({ access }, "Thursday", tracks);
  await page.goto(`/races/${race}`);
  await expect(page.getByRole("heading", { name: "This race has private tracks" })).toBeVisible(ready);
  await expect(page.getByText(`${tracks[0]} of Marta ${surname}`)).toBeVisible();
  await page.getByRole("button", { name: "Open the race" }).click();
  await expect(page.getByText("Write the reason in some words.")).toBeVisible();
  await page.getByLabel("Reason").fill("for a question about a missing wind");
  await page.getByRole("button", { name: "Open the race" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible({ timeout: 40_000 });
  await page.goto("/admin");
  for (const id of tracks)
    await expect(audit(page, new RegExp(`looked at the private track ${id} of .*, in the race Thursday`))).toBeVisible(
      ready,
    );
});

test("on a phone the administration is behind the picture", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAdministration(page);
  await page.goto("/home");
  await page.getByRole("button", { name: "Ada King, account" }).click();
  await page.getByRole("menuitem", { name: "Administration" }).click();
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible(ready);
});

test("a server that does not answer leaves what is known, and its time", async ({ page }) => {
  await page.clock.install();
  await openAdministration(page);
  await expect(page.getByText(/^answers, \d+ MB$/)).toBeVisible();
  await page.route("**/api/admin/health/", (route) => route.abort());
  await page.clock.fastForward(31_000);
  await expect(page.getByText(/^Last known, \d\d:\d\d$/)).toBeVisible(ready);
});

test("somebody else sees no link to it, and a page that says so", async ({ page }) => {
  await logIn(page, await createAccount());
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Administration is for administrators" })).toBeVisible(ready);
  await expect(page.getByRole("link", { name: "Admin", exact: true })).toHaveCount(0);
});

test("a job is cancelled after a question and runs again by Retry, from the keyboard; one that has ended says so", async ({
  page,
}) => {
  const job = {
    id: "0b5f6f2e-6c1d-4a59-9a51-6f0d1c2b3a49",
    name: "analyze-track",
    state: "waiting",
    subject: "Olga King, day.fit",
    error: null,
    attempts: 1,
    time: new Date().toISOString(),
    can_cancel: true,
  };
  const other = {
    ...job,
    id: "1b5f6f2e-6c1d-4a59-9a51-6f0d1c2b3a49",
    subject: "Tom King, night.fit",
    state: "running",
  };
  let has_ended = false;
  const sent: string[] = [];
  // No job of the server waits for long: these answers are its own for one that does.
  await page.route(/\/api\/admin\/jobs\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === "GET") {
      const counts = { failed: 0, running: has_ended ? 0 : 1, waiting: job.state === "waiting" ? 1 : 0 };
      const shown = has_ended ? [job] : [other, job];
      return route.fulfill({ json: { counts, results: job.state === "waiting" ? shown.reverse() : shown } });
    }
    sent.push(pathname.split("/").at(-2)!);
    if (pathname.includes(other.id)) {
      has_ended = true;
      return route.fulfill({ status: 409, json: { detail: "This job has ended already." } });
    }
    const is_cancelled = pathname.endsWith("/cancel/");
    Object.assign(job, { state: is_cancelled ? "cancelled" : "waiting", can_cancel: !is_cancelled });
    return route.fulfill({ json: job });
  });
  await openAdministration(page);
  const cancel = page.getByRole("button", { name: "Cancel Read track, Olga King, day.fit" });
  const retry = page.getByRole("button", { name: "Retry Read track, Olga King, day.fit" });
  const question = page.getByRole("dialog", { name: "Cancel this job?" });
  await cancel.focus();
  await page.keyboard.press("Enter");
  await expect(question).toContainText("It does not run unless you press Retry. Files and earlier results stay.");
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cancel).toBeFocused();
  expect(sent).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("cancelled", { exact: true })).toBeVisible();
  await expect(retry).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cancel).toBeFocused();
  expect(sent).toEqual(["cancel", "retry"]);

  await page.getByRole("button", { name: "Cancel Read track, Tom King, night.fit" }).click();
  await expect(question).toContainText("This cannot be undone: Retry begins it again.");
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("This job has ended already.")).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(page.getByText("Tom King, night.fit")).toHaveCount(0);
  await expect(cancel).toBeVisible();
});
