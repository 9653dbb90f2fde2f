/** What is pressed is large enough for a finger or an unsteady hand, nothing is under 24 px, and shows its whole word. */
import { expect, type Page, test } from "./flow";
import { fixture, logIn, openInAnalyze, sharedTrack, wordsStayInButtons } from "./helpers";
import { isReady, openRace } from "./races-sailed";

const LEAST_PX = 24;
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** The controls under 24 px, with their size. A link within a sentence is as high as its line and excepted. */
function tooSmall(page: Page) {
  return page.evaluate((least_px) => {
    const controls =
      "button, a[href], input:not([type=hidden], [type=file]), select, textarea, [role=tab], [role=slider]";
    const sizeOf = (element: Element) => {
      const label = element.closest("label") ?? document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
      const boxes = [element, label].filter((one) => one !== null).map((one) => one.getBoundingClientRect());
      return [Math.max(...boxes.map(({ width }) => width)), Math.max(...boxes.map(({ height }) => height))] as const;
    };
    const isInSentence = (element: Element) =>
      element.matches("p a, li a") && getComputedStyle(element).display === "inline";
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      getComputedStyle(element).clipPath === "none" &&
      !element.closest(".visually-hidden");
    return [...document.querySelectorAll(controls)]
      .filter((element) => isSeen(element) && !isInSentence(element))
      .map((element) => ({ element, size: sizeOf(element) }))
      .filter(({ size: [width, height] }) => width > 0 && Math.min(width, height) < least_px - 0.5)
      .map(({ element, size }) => `${element.getAttribute("aria-label") ?? element.textContent} ${size.join(" × ")}`);
  }, LEAST_PX);
}

const atBothWidths = async (page: Page) => {
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await expect(async () => expect(await tooSmall(page), page.url()).toEqual([])).toPass({ timeout: 8000 });
    await wordsStayInButtons(page);
  }
};

test("nothing to tap is under 24 px on the pages of a sailor", async ({ page }) => {
  const { account, id } = await sharedTrack(fixture("49er-kiel.fit"), "49er");
  await logIn(page, account);
  for (const path of ["/home", "/home?tab=races", "/upload", "/wind", "/account", "/about"]) {
    await page.goto(path);
    await expect(page.locator("h1").first()).toBeAttached();
    await atBothWidths(page);
  }
  for (const tab of ["summary", "tacking", "top-mark"]) {
    await page.goto(`/reports/${id}?tab=${tab}`);
    await expect(page.getByRole("tab", { name: "Summary" })).toBeVisible();
    await atBothWidths(page);
  }
});

test("nothing to tap is under 24 px beside the map of a track and of a race", async ({ page }) => {
  const { account, id } = await sharedTrack(fixture("49er-kiel.fit"), "49er");
  await logIn(page, account);
  await page.goto(`/tracks/${id}`);
  for (const tab of [/^Data/, /^Maneuvers/, /^Straights/]) {
    await isReady(page);
    await page.setViewportSize(WIDTHS[0]!);
    await page.getByRole("tab", { name: tab }).click();
    await atBothWidths(page);
  }
  await openRace(page);
  await page.getByRole("button", { name: "Ladder", exact: true }).click();
  await atBothWidths(page);
});

test("nothing to tap is under 24 px before the login and for a local file", async ({ page }) => {
  for (const path of ["/login", "/register", "/forgot", "/analyze"]) {
    await page.goto(path);
    await expect(page.locator("h1").first()).toBeAttached();
    await atBothWidths(page);
  }
  await page.setViewportSize(WIDTHS[0]!);
  await openInAnalyze(page, fixture("49er-kiel.fit"), "49er-kiel.fit");
  await atBothWidths(page);
});
