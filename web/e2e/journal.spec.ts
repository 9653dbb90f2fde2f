/** The journal under /dashboard: an entry with all that it can have, and the journal of a race. */

import { PICTURE } from "./account-pages";
import { expect, type Page, test } from "./flow";
import {
  asCoach,
  chooseOption,
  createAccount,
  createRace,
  fixture,
  logIn,
  sharedTrack,
  uploadTrack,
  withApi,
} from "./helpers";

const FILE = fixture("49er-cross-current.fit");
const ready = { timeout: 30_000 };
const entries = (page: Page) => page.getByRole("main").getByRole("article");

/** The left edges, px, that an element has had at the changes of the page since this call. */
const placesOf = (page: Page, selector: string) =>
  page.evaluateHandle((selector) => {
    const lefts = new Set<number>();
    const watch = new MutationObserver(() => {
      const element = document.querySelector(selector);
      if (element) lefts.add(element.getBoundingClientRect().left);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    return lefts;
  }, selector);

test("an entry about a chosen track is written with notes, tags, its own tag and a photo", async ({ page }) => {
  const { account, id: track } = await sharedTrack(FILE, "49er");
  await logIn(page, account);
  await page.goto("/dashboard/journal");
  await page.getByRole("button", { name: "Add entry" }).first().click(ready);
  const form = page.getByRole("region", { name: "New entry" });
  await expect(form.getByRole("heading", { name: "New entry" })).toBeFocused();
  for (const tag of ["Local Knowledge", "Speed/Tuning", "Boat Handling"])
    await expect(form.getByRole("button", { name: tag })).toHaveAttribute("aria-pressed", "false");
  await form.getByLabel("Track or race").click();
  await chooseOption(page.getByRole("option", { name: `Track ${track},` }), ready);
  await expect(form.getByRole("tab", { name: "Kite Notes" })).toHaveCount(0);
  await form.getByRole("textbox", { name: "Notes" }).fill("Two holes down in the chop.");
  await expect(form.getByRole("tab", { name: /^Notes ?, filled$/ })).toBeVisible();
  await form.getByRole("button", { name: "Speed/Tuning" }).click();
  await form.getByRole("button", { name: "Other tag" }).click();
  await form.getByRole("textbox", { name: "Other tag" }).fill("rig");
  await page.keyboard.press("Enter");
  await form.getByLabel("Choose photos").setInputFiles(PICTURE);
  await form.getByRole("button", { name: "Save" }).click();
  const entry = entries(page).filter({ hasText: "Two holes down in the chop." });
  await expect(entry).toBeVisible(ready);
  await expect(form).toBeHidden();
  await expect(entry.getByRole("link", { name: `Track ${track}`, exact: true })).toBeVisible();
  await expect(entry.getByText("Speed/Tuning")).toBeVisible();
  await expect(entry.getByText("rig", { exact: true })).toBeVisible();

  const photo = entry.getByRole("list", { name: "Photos" }).getByRole("button").locator("img");
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8);

  const places = await placesOf(page, "section[aria-label='Change the entry']");
  await entry
    .getByRole("button", { name: /'s entry$/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const change = page.getByRole("region", { name: "Change the entry" });
  await expect(page.getByRole("menu")).toHaveCount(0);
  // While its menu closed, it was below the list: a click on Save missed the button that moved away.
  expect(await places.evaluate((lefts) => lefts.size)).toBe(1);
  await change.getByRole("button", { name: "rig" }).click();
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden(ready);
  await expect(entry.getByText("rig", { exact: true })).toHaveCount(0);
});

test("the journal of a race is written in from its page and its row, and read by the holder of its link", async ({
  page,
  browser,
}) => {
  const coach = await asCoach(await createAccount());
  const first = await uploadTrack(coach, { path: FILE });
  const second = await uploadTrack(coach, { path: fixture("49er-kiel.fit") });
  const race = await createRace(coach, "Autumn race", [first, second]);
  await logIn(page, coach);
  await page.goto(`/races/${race}`);
  await page.getByRole("button", { name: "Journal", exact: true }).click(ready);
  const journal = page.getByRole("dialog", { name: "Journal" });
  await expect(journal).toContainText("Autumn race");
  await expect(journal.getByText("No entries yet")).toBeVisible();
  await expect(journal.getByRole("tab", { name: "Kite Notes" })).toHaveCount(0);
  await journal.getByRole("textbox", { name: "Notes" }).fill("Pin end by ten degrees.");
  await journal.getByRole("button", { name: "Save" }).click();
  await expect(journal.getByRole("article")).toContainText("Pin end by ten degrees.");

  await page.goto("/home?tab=races");
  await page.getByRole("button", { name: "More for Autumn race" }).first().click(ready);
  await page.getByRole("menuitem", { name: "Journal" }).click();
  await expect(journal.getByRole("article")).toContainText("Pin end by ten degrees.");

  await page.goto("/dashboard/journal");
  const entry = entries(page).filter({ hasText: "Pin end by ten degrees." });
  await expect(entry.getByRole("link", { name: "Autumn race", exact: true })).toHaveAttribute("href", `/races/${race}`);

  const headers = { authorization: `Bearer ${coach.access}` };
  const share_id = await withApi(async (api) => {
    const answer = await api.post(`/api/races/${race}/share/`, { headers, data: {} });
    return (await answer.json()).share_id;
  });
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${new URL(page.url()).origin}/races/${race}?share_id=${share_id}`);
  await guest.getByRole("button", { name: "Journal", exact: true }).click(ready);
  const read = guest.getByRole("dialog", { name: "Journal" });
  await expect(read.getByRole("article")).toContainText("Pin end by ten degrees.");
  for (const name of ["Save", "Send", "Add entry"]) await expect(read.getByRole("button", { name })).toHaveCount(0);
  await expect(read.getByRole("button", { name: /^More for/ })).toHaveCount(0);
  await guest.context().close();
});
