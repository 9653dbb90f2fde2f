/** The header: where it leads, and what it says is open. */
import { expect, type Page, test } from "./flow";
import { openRace } from "./races-sailed";

const ready = { timeout: 45_000 };
const header = (page: Page) => page.getByRole("banner");

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
