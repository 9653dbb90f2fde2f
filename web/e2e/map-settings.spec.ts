/** What the settings of a user change on the map of a track. */
import { expect, type Page, test } from "./flow";
import { createAccount, fixture, logIn, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };
const FILE = fixture("49er-kiel.fit");

/** Opens a track of a new user with these settings. */
async function openTrackWith(page: Page, settings: Record<string, boolean>) {
  const account = await createAccount();
  const id = await uploadTrack(account, { path: FILE });
  const headers = { authorization: `Bearer ${account.access}` };
  const changed = await page.request.patch("/api/users/", { headers, data: settings });
  expect(changed.ok(), await changed.text()).toBe(true);
  await logIn(page, { ...account, session: { user: await changed.json(), access: account.access } });
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible(ready);
}

const wind = (page: Page) => page.getByRole("img", { name: /^Wind: / });

test("with auto segmentation and the wind arrow a track has its maneuvers, its straights and the wind", async ({
  page,
}) => {
  await openTrackWith(page, { auto_segmentation_enabled: true, show_wind_arrow: true });
  for (const name of [/^Data/, /^Maneuvers/, /^Straights/]) await expect(page.getByRole("tab", { name })).toBeVisible();
  await expect(wind(page)).toBeVisible();
});

test("without auto segmentation a track has neither Maneuvers nor Straights, without the wind arrow no wind", async ({
  page,
}) => {
  await openTrackWith(page, { auto_segmentation_enabled: false, show_wind_arrow: false });
  await expect(page.getByText("SOG", { exact: true }).first()).toBeVisible();
  for (const name of ["Maneuvers", "Straights"])
    await expect(page.getByRole("tab", { name: new RegExp(`^${name}`) })).toHaveCount(0);
  await expect(wind(page)).toHaveCount(0);
});

test("a gold star has the four tags of the specification, and a track is drawn with a tail or in full", async ({
  page,
}) => {
  await openTrackWith(page, {});
  await page.getByRole("radio", { name: "Tail", exact: true }).click();
  await expect(page.getByRole("radio", { name: "Tail", exact: true })).toBeChecked();
  await page.getByRole("radio", { name: "Full tail", exact: true }).click();
  await expect(page.getByRole("radio", { name: "Full tail", exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Gold star" }).click();
  const form = page.getByRole("form", { name: "New gold star" });
  for (const tag of ["speed", "boathandling", "tactics", "localknowledge"])
    await expect(form.getByRole("button", { name: tag, exact: true })).toBeVisible();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
});
