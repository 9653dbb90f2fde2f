/** The ladder of a race: one figure for each boat, on the map and in the table. */
import { expect, type Page, test } from "./flow";
import { chooseOption, logIn } from "./helpers";
import { noteRenderers } from "./map-renderers";
import { isReady, mapIsDrawn, sharedRace } from "./races-sailed";

/** The distance that the ladder has written beside the other boat. */
const onMap = (page: Page) =>
  page.evaluate(() => {
    const ladder = window.renderers[0]!.lastObjectRendered.getChildByLabel("ladder");
    return (ladder as unknown as { texts: string[] } | null)?.texts.at(-1);
  });

test("the ladder says the same metres beside a boat on the map and in the table", async ({ page }) => {
  const { coach, id } = await sharedRace();
  await noteRenderers(page);
  await logIn(page, coach);
  await page.goto(`/races/${id}`);
  await isReady(page);
  await mapIsDrawn(page);
  await page.getByRole("button", { name: "Ladder", exact: true }).click();
  const row = page.getByRole("row", { name: /Roca/ }).first();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press(".");
    // Between two fixes, where a figure of the latest fix would be another one.
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(async () => {
        const table = await row.getByRole("cell").nth(1).innerText();
        return (await onMap(page)) === `${table} m`
          ? "the same"
          : `${table} in the table, ${await onMap(page)} on the map`;
      })
      .toBe("the same");
  }
});

test("on a phone the distance of the ladder lines stands beside its button, and gives way to the opened plate", async ({
  page,
}) => {
  const { coach, id } = await sharedRace();
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, coach);
  await page.goto(`/races/${id}`);
  await isReady(page);
  await page.getByRole("button", { name: "Ladder", exact: true }).click();
  const step = page.getByRole("combobox", { name: "Distance of the ladder lines" });
  const button = (await page.getByRole("button", { name: "Ladder", exact: true }).boundingBox())!;
  const beside = (await step.boundingBox())!;
  expect(beside.x).toBeGreaterThanOrEqual(button.x + button.width);
  expect(beside.height).toBeGreaterThanOrEqual(44);
  await page.getByRole("button", { name: "Colour and tail of the track" }).click();
  await expect(step).toBeHidden();
  await page.getByRole("button", { name: "Colour and tail of the track" }).click();
  await step.click();
  await chooseOption(page.getByRole("option", { name: "50 m" }));
  await expect(step).toHaveText("50 m");
});
