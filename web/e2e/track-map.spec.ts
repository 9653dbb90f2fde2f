/** Gold stars, analyses of straights and corrections by hand on the map of a track. */
import { expect, type Page, test } from "./flow";
import { chooseOption, fixture, logIn, logInAsNew, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };
const RACE = fixture("49er-kiel.fit");

async function openTrack(page: Page, id: number, query = "") {
  await page.goto(`/tracks/${id}${query}`);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible(ready);
  await expect(page.locator(".maplibregl-canvas")).toBeVisible(ready);
}

test("a sailor stars a section, plays it alone, finds it again by its name and deletes it", async ({ page }) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: RACE });
  await openTrack(page, id);
  await expect(page.getByRole("tab", { name: /Gold Star/ })).toBeHidden();
  await page.getByRole("button", { name: "Gold star" }).click();
  const form = page.getByRole("form", { name: "New gold star" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  await form.getByRole("button", { name: "End 1 s later" }).click();
  await form.getByLabel("Name").fill("Tacked on the header");
  await form.getByRole("button", { name: "tactics" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole("tab", { name: "Gold Star 1" })).toBeVisible();

  await test.step("within the section playback pauses at its end and returns to its start", async () => {
    await page.getByRole("button", { name: "Tacked on the header", exact: true }).click();
    await expect(page.getByText("Only this section plays.")).toBeVisible();
    const clock = page.locator('section[aria-label="Playback"] b').nth(1);
    const start = await clock.textContent();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect(clock).not.toHaveText(start!);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(clock).toHaveText(start!);
  });

  await openTrack(page, id, "?content=Tacked%20on%20the%20header");
  await expect(page.getByRole("button", { name: "Back to the whole track" })).toBeVisible();
  await expect(page.getByText("Only this section plays.")).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Back to the whole track" })).toBeHidden();

  await page.getByRole("button", { name: "Tacked on the header" }).click();
  await page.getByRole("button", { name: "Delete journal segment" }).click();
  const question = page.getByRole("dialog", { name: "Delete journal segment?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("tab", { name: /Gold Star/ })).toBeHidden();
});

test("an analysis of straights is created once and opened the second time", async ({ page }) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: RACE });
  const create = async () => {
    await openTrack(page, id);
    await page.getByRole("tab", { name: /^Straights/ }).click();
    const button = page.getByRole("button", { name: "Create Analysis" });
    await expect(button).toBeDisabled();
    await page.getByRole("checkbox").nth(1).check();
    await page.getByRole("checkbox").nth(2).check();
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Create Segment" });
    await dialog.getByLabel("Straight Line Analysis Name").fill("Upwind in the chop");
    await dialog.getByRole("button", { name: "Create Analysis" }).click();
    await expect(page).toHaveURL(/\/straight-analysis\/\d+$/);
  };
  await create();
  const address = page.url();
  await expect(page.getByRole("heading", { name: "Report: Upwind in the chop" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Track Data" }).locator("tbody tr")).toHaveCount(2);
  await create();
  expect(page.url()).toBe(address);
  await expect(page.getByText("There is already an analysis of these straights.").first()).toBeVisible();
});

test("the address opens a turn at its time; it is renamed, the report link keeps it, and the change is undone", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: RACE });
  await openTrack(page, id);
  await page.getByRole("tab", { name: /^Maneuvers/ }).click();
  const tacks = page.getByRole("radio", { name: /^Tacks \d+$/ });
  const before = Number(/\d+/.exec((await tacks.getAttribute("aria-label"))!)![0]);
  await tacks.click();
  await page.getByRole("button", { name: /^Tack/ }).first().click();
  await expect(page).toHaveURL(/maneuver=\d+.*t=|t=.*maneuver=\d+/);
  await test.step("the address opens the maneuver at its time", async () => {
    const clock = page.locator('section[aria-label="Playback"] b').nth(1);
    const at = await clock.textContent();
    await page.reload();
    await expect(clock).toHaveText(at!, ready);
    await expect(page.locator('button[aria-current="true"]')).toBeVisible();
  });
  const maneuver = /maneuver=(\d+)/.exec(page.url())![1];
  await expect(page.getByRole("link", { name: "In the report" })).toHaveAttribute(
    "href",
    new RegExp(`row=${maneuver}$`),
  );
  await page.getByRole("button", { name: "Why?" }).click();
  await expect(page.getByText(/tack/i).last()).toBeVisible();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("combobox", { name: "It was a" }).click();
  await chooseOption(page.getByRole("option", { name: "Penalty turn" }));
  await expect(page.getByText(/^The tack at .* is a penalty turn\.$/).first()).toBeVisible();
  await expect(page.getByRole("radio", { name: `Tacks ${before - 1}` })).toBeVisible(ready);
  await page.getByRole("button", { name: "1 correction" }).click();
  await page.getByRole("button", { name: "Take this correction back" }).click();
  await expect(page.getByRole("radio", { name: `Tacks ${before}` })).toBeVisible(ready);
});

test("a maneuver is added where none was found, and the address keeps the selected one", async ({ page }) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: RACE });
  await openTrack(page, id);
  await page.getByRole("tab", { name: /^Maneuvers/ }).click();
  await page.getByRole("button", { name: "Why here?" }).click();
  await expect(page.getByText(/^At \d\d:\d\d:\d\d$/)).toBeVisible();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("combobox", { name: "Add a" }).click();
  await chooseOption(page.getByRole("option", { name: "Stop" }));
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  // The notice stays while it is pointed at, however long the analysis takes.
  await page
    .getByText(/^A stop is added at/)
    .first()
    .hover();
  await expect(page.getByRole("button", { name: "1 correction" })).toBeVisible(ready);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "1 correction" })).toBeHidden(ready);
});

test("two sailors of one boat correct a track at the same time, and both changes are kept", async ({
  page,
  browser,
}) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: RACE });
  const second = await (await browser.newContext()).newPage();
  await logIn(second, account);
  // The second editor hears of no change of the first.
  await second.route("**/api/events/**", (route) => route.abort());
  for (const one of [page, second]) {
    await openTrack(one, id);
    await one.getByRole("tab", { name: /^Maneuvers/ }).click();
  }
  const deleteA = async (one: Page, kind: RegExp) => {
    await one.getByRole("button", { name: kind }).first().click();
    await one.getByRole("button", { name: "Delete", exact: true }).click();
  };
  await deleteA(page, /^Tack/);
  await expect(page.getByText(/^The tack at .* is deleted\.$/).first()).toBeVisible();
  await deleteA(second, /^Gybe/);
  await expect(second.getByText(/^Somebody else has changed .* yours is added to them\.$/).first()).toBeVisible();
  await second.getByRole("button", { name: "2 corrections" }).click(ready);
  const list = second.getByRole("list", { name: "Corrections by hand" });
  await expect(list.getByText(/^The tack at .* is deleted\.$/)).toBeVisible();
  await expect(list.getByText(/^The gybe at .* is deleted\.$/)).toBeVisible();
  await second.context().close();
});

test("the wind of a part is pinned, and only its turns change their names", async ({ page }) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: RACE });
  await openTrack(page, id);
  await page.getByRole("tab", { name: /^Maneuvers/ }).click();
  const tacks = page.getByRole("button", { name: /^Tack/ });
  const last = /\d\d:\d\d:\d\d/.exec((await tacks.last().textContent())!)![0];
  await tacks.first().click();
  const chosen = page.locator('button[aria-current="true"]');
  await page.getByRole("button", { name: "Wind here" }).click();
  const part = page.getByRole("group", { name: "Wind of a part" });
  const wind = part.getByLabel("Wind from, degrees");
  const opposite = (Number((await wind.inputValue()).replace("°", "")) + 180) % 360;
  await wind.fill(String(opposite));
  await part.getByRole("button", { name: "Start 1 s later" }).click();
  await part.getByRole("button", { name: "Set the wind" }).click();
  const sentence = new RegExp(`^The wind is pinned to ${opposite}° from [\\d:]+ to [\\d:]+\\.$`);
  await expect(page.getByText(sentence).first()).toBeVisible();
  await expect(chosen).toContainText("Gybe", ready);
  await expect(tacks.filter({ hasText: last })).toBeVisible();
  await page.getByRole("button", { name: "1 correction" }).click();
  await page.getByRole("button", { name: "Take this correction back" }).click();
  await expect(chosen).toContainText("Tack", ready);
});

test("a star is made on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: RACE });
  await openTrack(page, id);
  await page.getByRole("button", { name: "Gold star" }).click();
  await page.getByLabel("Name").fill("Good start");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Good start" })).toBeVisible();
});
