/** The boat on the map: it is never left under a plate, a panel or the edge, however far the map is zoomed in. */
import { expect, type Page, test } from "./flow";
import { fixture, logIn, sharedTrack } from "./helpers";
import { mapIsDrawn, openRace } from "./races-sailed";

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];
/** Half the breadth of a hull, px: no more of it may be covered. */
const HULL_PX = 8;

const mapOf = (page: Page) => page.getByRole("region", { name: "Session on the map" });
const ready = { timeout: 45_000 };

/** Zooms in about the middle of the map, as with a wheel. */
async function zoomIn(page: Page, steps: number) {
  const { x, y } = await freeMiddle(page);
  await page.mouse.move(x, y);
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, -400);
    await page.waitForTimeout(250);
  }
  await expect(async () => {
    const before = await boatAt(page);
    await page.waitForTimeout(250);
    expect(await boatAt(page)).toEqual(before);
  }).toPass();
}

const boatAt = (page: Page) => page.evaluate(() => window.leebow_replay!.boat());

/** A point of the map under nothing. */
function freeMiddle(page: Page) {
  return page.evaluate(() => {
    const { left, top, width } = document.querySelector(".maplibregl-canvas")!.getBoundingClientRect();
    return { x: left + width / 2, y: top + 110 };
  });
}

/** What covers the focus boat now: names of plates, or "edge"; empty where nothing does. */
function coveredBy(page: Page) {
  return page.evaluate((hull_px) => {
    const { left, top, width, height } = document.querySelector(".maplibregl-canvas")!.getBoundingClientRect();
    const boat = window.leebow_replay!.boat()!;
    const [x, y] = [left + boat.x, top + boat.y];
    if (boat.x < hull_px || boat.y < hull_px || boat.x > width - hull_px || boat.y > height - hull_px) return ["edge"];
    const over = [...document.querySelectorAll<HTMLElement>("[data-over-map], [role=dialog], [class*=sheet]")];
    return over
      .filter((element) => {
        const plate = element.getBoundingClientRect();
        const beside = plate.left > x + hull_px || plate.right < x - hull_px;
        return plate.width > 0 && !beside && plate.top < y + hull_px && plate.bottom > y - hull_px;
      })
      .map((element) => element.getAttribute("aria-label") ?? element.className);
  }, HULL_PX);
}

/** Goes from maneuver to maneuver by keyboard; after each the boat is in sight. */
async function stepsThroughManeuvers(page: Page, count: number) {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let step = 0; step < count; step++) {
    await page.keyboard.press(".");
    await expect.poll(() => coveredBy(page), { message: `maneuver ${step}`, timeout: 5000 }).toEqual([]);
  }
}

/** Plays for a while; the boat is in sight all the time. */
async function playsInSight(page: Page, looks: number) {
  await page.getByRole("button", { name: "Play", exact: true }).click();
  for (let look = 0; look < looks; look++) {
    await page.waitForTimeout(120);
    expect(await coveredBy(page), `look ${look}`).toEqual([]);
  }
  await page.getByRole("button", { name: "Pause" }).click();
}

for (const screen of SCREENS) {
  const name = `${screen.width} × ${screen.height}`;
  test(`at ${name} the boat of a track lies under no plate, at each of its turns and while it plays`, async ({
    page,
  }) => {
    await page.setViewportSize(screen);
    const { account, id } = await sharedTrack(fixture("49er-kiel.fit"), "49er");
    await logIn(page, account);
    await page.goto(`/tracks/${id}`);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible(ready);
    await mapIsDrawn(page);
    await expect(mapOf(page)).toBeVisible();
    await expect.poll(() => coveredBy(page)).toEqual([]);
    await zoomIn(page, 4);
    await stepsThroughManeuvers(page, 6);
    await playsInSight(page, 12);
  });

  test(`at ${name} the focus boat of a race lies under no plate, with the tools of the map open`, async ({ page }) => {
    await page.setViewportSize(screen);
    await openRace(page);
    await mapIsDrawn(page);
    await expect.poll(() => coveredBy(page)).toEqual([]);
    await page.getByRole("button", { name: "Ladder" }).click();
    await zoomIn(page, 4);
    await stepsThroughManeuvers(page, 5);
    await playsInSight(page, 12);
  });
}
