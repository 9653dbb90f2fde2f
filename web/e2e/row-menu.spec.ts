import { expect, test } from "./flow";
import { fixture, logInAsNew, uploadTrack } from "./helpers";

test("a dialog that cannot be loaded says so, and opens when the page is loaded again; after a deletion the next row has the focus", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  const kept = await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  const deleted = await uploadTrack(account, { path: fixture("ilca-weymouth.gpx"), boat_class: "Laser" });
  await page.route("**/assets/track-dialogs-*.js", (route) => route.abort("connectionrefused"));
  await page.goto("/home");
  const row = page.getByRole("article").filter({ has: page.locator(`[data-row="${deleted}"]`) });
  const askToDelete = async () => {
    await row.getByRole("button", { name: "More for Marta Vidal's track" }).click();
    await page.getByRole("menuitem", { name: "Delete Track" }).click();
  };
  await askToDelete();
  await expect(page.getByText("This could not be loaded.").first()).toBeVisible();
  await page.unroute("**/assets/track-dialogs-*.js");
  await page.reload();
  await askToDelete();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.locator(`[data-row="${kept}"]`)).toBeFocused();
});
