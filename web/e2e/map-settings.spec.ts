/** What the settings of a user change on the map of a track. */
import { expect, test } from "./flow";
import { createAccount, fixture, logIn, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };
const FILE = fixture("49er-kiel.fit");

test("with auto segmentation and the wind arrow a track has maneuvers, straights and the wind, without them none", async ({
  page,
}) => {
  const account = await createAccount();
  const id = await uploadTrack(account, { path: FILE });
  /** Opens the track with these settings. */
  const openWith = async (settings: Record<string, boolean>) => {
    const headers = { authorization: `Bearer ${account.access}` };
    const changed = await page.request.patch("/api/users/", { headers, data: settings });
    expect(changed.ok(), await changed.text()).toBe(true);
    await logIn(page, { ...account, session: { user: await changed.json(), access: account.access } });
    await page.goto(`/tracks/${id}`);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible(ready);
  };
  const wind = page.getByRole("img", { name: /^Wind: / });
  await openWith({ auto_segmentation_enabled: false, show_wind_arrow: false });
  await expect(page.getByText("SOG", { exact: true }).first()).toBeVisible();
  for (const name of ["Maneuvers", "Straights"])
    await expect(page.getByRole("tab", { name: new RegExp(`^${name}`) })).toHaveCount(0);
  await expect(wind).toHaveCount(0);

  await openWith({ auto_segmentation_enabled: true, show_wind_arrow: true });
  for (const name of [/^Data/, /^Maneuvers/, /^Straights/]) await expect(page.getByRole("tab", { name })).toBeVisible();
  await expect(wind).toBeVisible();

  await test.step("a gold star has the four tags of the specification, and a track is drawn with a tail or in full", async () => {
    for (const name of ["Tail", "Full tail"]) {
      await page.getByRole("radio", { name, exact: true }).click();
      await expect(page.getByRole("radio", { name, exact: true })).toBeChecked();
    }
    await page.getByRole("button", { name: "Gold star" }).click();
    const form = page.getByRole("form", { name: "New gold star" });
    for (const tag of ["speed", "boathandling", "tactics", "localknowledge"])
      await expect(form.getByRole("button", { name: tag, exact: true })).toBeVisible();
    await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  });
});
