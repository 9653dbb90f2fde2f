import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./flow";
import {
  chooseOption,
  createAccount,
  fixture,
  logIn,
  logInAsNew,
  recording,
  sendByForm,
  uploadByForm,
  uploadTrack,
} from "./helpers";

const FIXTURES = [
  { file: "49er-kiel.fit", boat_class: "49er", zone: "Berlin" },
  { file: "ilca-weymouth.gpx", boat_class: "Laser", zone: "London" },
  { file: "formula-kite-palma.vakaros.csv", boat_class: "Formula Kite", zone: "Madrid" },
  { file: "470-hyeres.velocitek.csv", boat_class: "470", zone: "Paris" },
];

const ready = { timeout: 45_000 };

for (const { file, boat_class, zone } of FIXTURES) {
  test(`${file} is uploaded, analysed, listed with its figures and map, and opens`, async ({ page }) => {
    await logInAsNew(page);
    await uploadByForm(page, fixture(file), boat_class);
    const row = page.getByRole("article").first();
    await expect(row.getByText("Distance")).toBeVisible(ready);
    for (const name of ["Duration", "Max speed", "Tacks", "Gybes", "Sets", "Douses"])
      await expect(row.getByText(name, { exact: true })).toBeVisible();
    await expect(row).toContainText(/\d+\.\d\d ?mi/);
    await expect(row).toContainText(new RegExp(`${zone} time`));
    const map = row.locator("img").first();
    await expect(map).toBeVisible();
    expect(await map.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBeGreaterThan(
      100,
    );
    await row.getByRole("link", { name: "Marta Vidal" }).first().click();
    await expect(page).toHaveURL(/\/tracks\/\d+$/);
    await expect(page.getByRole("button", { name: /^Play/ })).toBeVisible(ready);
  });
}

test("an upload asks for the boat class and is Public unless Private is chosen; the hint names the files", async ({
  page,
}) => {
  // A class of the profile that the list of uploads does not have is chosen at first, and can be given up.
  const account = await createAccount();
  const headers = { authorization: `Bearer ${account.access}` };
  const data = { primary_boat_class: "Kite Flying" };
  const user = await (await page.request.patch("/api/users/", { headers, data })).json();
  await logIn(page, { ...account, session: { user, access: account.access } });
  await page.goto("/upload");
  await expect(page.getByText(".fit, .gpx or .csv; of CSV, the files of Vakaros and Velocitek.")).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Public/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Private/ })).not.toBeChecked();
  await expect(page.getByLabel("Boat class")).toHaveText("Kite Flying");
  await page.getByLabel("Boat class").click();
  await chooseOption(page.getByRole("option", { name: "Another class…" }));
  await page.getByRole("button", { name: "Choose from the list" }).click();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("Boat Class required")).toBeVisible();
  await expect(page.getByText("Track File required")).toBeVisible();
  await page.getByLabel("Boat class").click();
  await expect(page.getByRole("option")).toHaveText([
    ...["29er", "470", "49er", "49erFX", "C420", "CFJ", "Formula Kite", "i420", "J70", "Laser", "Melges 24", "Moth"],
    ...["Nacra 17", "Viper 640", "Other", "Another class…"],
  ]);
});

test("a recording with a part missing says what was kept before it leads to the list", async ({ page }) => {
  const path = recording("fit/wingfoil-2026-08-04-1411_nago-torbole-windsurfen_native.fit");
  await logInAsNew(page);
  await sendByForm(page, path, "Other");
  await expect(page.getByRole("region", { name: "What was kept of the file" })).toBeVisible(ready);
  await page.getByText("To the track list").click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("article").first().getByText("Distance")).toBeVisible(ready);
});

test("files without a track are refused with a sentence each", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/upload");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("Track File required")).toBeVisible();

  await page.locator('input[type="file"]').setInputFiles(fixture("broken/empty.gpx"));
  await expect(page.getByText(/empty/i).first()).toBeVisible();
  await expect(page).toHaveURL(/\/upload$/);

  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from("89504e470d0a1a0a", "hex") });
  await expect(page.getByText(/\.fit, \.gpx/).first()).toBeVisible();

  for (const [file, words] of [
    ["settings-only.fit", /holds .* no track/],
    ["no-times.gpx", /no times/],
    ["no-positions.gpx", /no positions/],
  ] as const) {
    await page.goto("/upload");
    await page.locator('input[type="file"]').setInputFiles(fixture(`broken/${file}`));
    await expect(page.getByText(words).first()).toBeVisible(ready);
    await expect(page.getByText("It is not sent.").last()).toBeVisible();
  }
});

test("a file one byte over the limit is refused before it is sent", async ({ page }) => {
  await logInAsNew(page);
  const path = join(tmpdir(), `too-large-${process.pid}.gpx`);
  const handle = openSync(path, "w");
  writeSync(handle, "<gpx>");
  ftruncateSync(handle, 100 * 1024 * 1024 + 1);
  closeSync(handle);
  await page.goto("/upload");
  await page.locator('input[type="file"]').setInputFiles(path);
  await expect(page.getByText(/100 MB/).first()).toBeVisible();
  const refused = page.getByRole("alert").first();
  await expect(refused).toBeVisible();
});

test("when the connection breaks during an upload, the form reports it and keeps the file", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/upload");
  await page.route("**/api/tracks/", (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await page.locator('input[type="file"]').setInputFiles(fixture("49er-kiel.fit"));
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByText("49er-kiel.fit").first()).toBeVisible();
  await page.unroute("**/api/tracks/");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("the list is searched, a track is made private and deleted after a confirmation", async ({ page }) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-kiel.fit") });
  await page.goto("/home");
  const row = page.getByRole("article").first();
  await expect(row.getByText("Distance")).toBeVisible(ready);
  await page.getByPlaceholder(/Search/).fill("nothing of this name");
  await expect(page.getByText("No Tracks Match Your Search")).toBeVisible();
  await expect(page.getByText("Please try another search.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).first().click();
  await expect(row).toBeVisible();

  await row
    .getByRole("button", { name: /menu|more|actions/i })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Modify Visibility" }).click();
  await page.getByRole("radio", { name: /Private/ }).click();
  await expect(page.getByText("Track has been updated.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row.getByText("Private")).toBeVisible();

  await row
    .getByRole("button", { name: /menu|more|actions/i })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Delete Track" }).click();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await expect(row).toBeVisible();
  await row
    .getByRole("button", { name: /menu|more|actions/i })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Delete Track" }).click();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(page.getByText("Track has been deleted.").first()).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
});
