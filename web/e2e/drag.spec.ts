/** What is dragged by the pointer: the ends of a section, a range of the chart, the edge of the panel, a window of time by a finger. */
import { expect, type Locator, type Page, test } from "./flow";
import { fixture, logIn, logInAsNew, sharedTrack, uploadTrack } from "./helpers";
import { openAnalysis, straightTrack } from "./straights-sailed";

const RACE = fixture("49er-kiel.fit");
const KITE = fixture("formula-kite-palma.vakaros.csv");
const ready = { timeout: 45_000 };

/** Drags an element by its middle. */
async function drag(page: Page, element: Locator, by: { x: number; y?: number }) {
  const { x, y, width, height } = (await element.boundingBox())!;
  const [from_x, from_y] = [x + width / 2, y + height / 2];
  await page.mouse.move(from_x, from_y);
  await page.mouse.down();
  for (const part of [0.25, 0.5, 0.75, 1]) await page.mouse.move(from_x + by.x * part, from_y + (by.y ?? 0) * part);
  await page.mouse.up();
}

/** Seconds of the day that stand in a text, "13:18:34". */
const secondsIn = (text: string) => {
  const [h, m, s] = /(\d\d):(\d\d):(\d\d)/.exec(text)!.slice(1).map(Number);
  return (h! * 60 + m!) * 60 + s!;
};

async function openTrack(page: Page, id: number) {
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible(ready);
}

test("the ends of a gold star are dragged on the chart, each by its own handle", async ({ page }) => {
  const account = await logInAsNew(page);
  await openTrack(page, await uploadTrack(account, { path: RACE }));
  await page.getByRole("button", { name: "Gold star" }).click();
  const form = page.getByRole("form", { name: "New gold star" });
  const ends = async () => [...(await form.innerText()).matchAll(/\d\d:\d\d:\d\d/g)].map(([text]) => secondsIn(text));
  const [start, end] = await ends();
  await drag(page, page.locator('[data-end="to_ms"]'), { x: 120 });
  const [same_start, later] = await ends();
  expect(same_start).toBe(start);
  expect(later! - end!).toBeGreaterThan(60);
  await drag(page, page.locator('[data-end="from_ms"]'), { x: 60 });
  const [moved, same_end] = await ends();
  expect(moved! - start!).toBeGreaterThan(30);
  expect(same_end).toBe(later);
});

test("dragging over the chart zooms into these minutes, the arrow goes back", async ({ page }) => {
  const { account, id } = await sharedTrack(RACE, "49er");
  await logIn(page, account);
  await openTrack(page, id);
  const head = page.getByRole("heading", { name: /^In the chart, / });
  const whole = await head.innerText();
  const chart = (await page.getByRole("region", { name: /^Chart of .* over time$/ }).boundingBox())!;
  await page.mouse.move(chart.x + chart.width * 0.3, chart.y + chart.height * 0.7);
  await page.mouse.down();
  await page.mouse.move(chart.x + chart.width * 0.45, chart.y + chart.height * 0.7, { steps: 4 });
  await page.mouse.up();
  await expect(head).not.toHaveText(whole);
  const [from, to] = (await head.innerText()).split(" to ").map(secondsIn);
  const [all_from, all_to] = whole.split(" to ").map(secondsIn);
  expect((to! - from!) / (all_to! - all_from!)).toBeCloseTo(0.15, 1);
  await page.keyboard.press("Escape");
  await expect(head).toHaveText(whole);
});

test("the edge of the panel follows the pointer and stops at its limits", async ({ page }) => {
  const { account, id } = await sharedTrack(RACE, "49er");
  await logIn(page, account);
  await openTrack(page, id);
  const edge = page.getByRole("separator", { name: "Width of the panel" });
  const panel = page.getByRole("complementary", { name: "Figures and lists" });
  const width = async () => (await panel.boundingBox())!.width;
  const before = await width();
  await drag(page, edge, { x: -100 });
  await expect.poll(width).toBeCloseTo(before + 100, -1);
  await drag(page, edge, { x: 900 });
  await expect.poll(width).toBeLessThan(300);
  expect(await width()).toBeGreaterThan(250);
});

/** Moves a finger, by the protocol of Chromium: the page scrolls as under a real one. */
async function swipe(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    browser.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + by.x * part, y: from.y + by.y * part }],
    });
  await touch("touchStart", 0);
  for (let part = 1; part <= 10; part++) await touch("touchMove", part / 10);
  await touch("touchEnd", 1);
}

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a chart is brushed across, and the page scrolls where the finger goes up or down over it", async ({ page }) => {
    const track = await straightTrack(KITE, "Formula Kite");
    await logIn(page, track.account);
    await openAnalysis(page, track.analysis);
    const chart = page.getByRole("img", { name: "SOG, kn over the straights" });
    await chart.scrollIntoViewIfNeeded();
    const { x, y, width } = (await chart.boundingBox())!;
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    const clear = page.getByRole("button", { name: "Clear the window" });
    await swipe(page, { x: x + width / 2, y: y + 60 }, { x: 4, y: -180 });
    await expect.poll(scrolled).toBeGreaterThan(before + 100);
    await expect(clear).toBeHidden();
    await chart.scrollIntoViewIfNeeded();
    const box = (await chart.boundingBox())!;
    await swipe(page, { x: box.x + width * 0.3, y: box.y + 60 }, { x: width * 0.3, y: 6 });
    await expect(clear).toBeVisible();
  });
});
