import { expect, test } from "./flow";
import { fixture, logInAsNew, uploadByForm, uploadTrack } from "./helpers";

const FIXTURES = [
  { file: "49er-kiel.fit", boat_class: "49er", zone: "Berlin" },
  { file: "ilca-weymouth.gpx", boat_class: "Laser", zone: "London" },
  { file: "formula-kite-palma.vakaros.csv", boat_class: "Formula Kite", zone: "Madrid" },
  { file: "470-hyeres.velocitek.csv", boat_class: "470", zone: "Paris" },
];

const ready = { timeout: 45_000 };

test("the files of four devices are uploaded, analysed, listed with their figures and map, and open", async ({
  page,
}) => {
  await logInAsNew(page);
  for (const { file, boat_class, zone } of FIXTURES)
    await test.step(file, async () => {
      await uploadByForm(page, fixture(file), boat_class);
      const row = page.getByRole("article").filter({ hasText: boat_class });
      await expect(row.getByText("Distance")).toBeVisible(ready);
      for (const name of ["Duration", "Max speed", "Tacks", "Gybes", "Sets", "Douses"])
        await expect(row.getByText(name, { exact: true })).toBeVisible();
      await expect(row).toContainText(/\d+\.\d\d ?mi/);
      await expect(row).toContainText(new RegExp(`${zone} time`));
      const map = row.locator("img").first();
      await expect(map).toBeVisible();
      const width = () => map.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth));
      expect(await width()).toBeGreaterThan(100);
      await row.getByRole("link", { name: "Marta Vidal" }).first().click();
      await expect(page).toHaveURL(/\/tracks\/\d+$/);
      await expect(page.getByRole("button", { name: /^Play/ })).toBeVisible(ready);
    });
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
