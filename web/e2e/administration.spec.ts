/** The administration: users, jobs, health, storage and audit, for administrators alone. */

import { fleetBoat } from "../../api/test/fleet-boat";
import { expect, type Page, test } from "./flow";
import {
  chooseOption,
  createAccount,
  createRace,
  fixture,
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
