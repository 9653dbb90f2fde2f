/** The form of a journal entry: its tabs, its rules, what it keeps after a failure. */
import { expect, type Page, test } from "./flow";
import {
  type Account,
  accessible,
  chooseOption,
  fitsTheScreen,
  fixture,
  logIn,
  logInAsNew,
  sharedTrack,
} from "./helpers";
import { chooseInMenu, newTeam, writeEntry } from "./journal";

const FILE = fixture("49er-cross-current.fit");
const ready = { timeout: 30_000 };
const entries = (page: Page) => page.getByRole("main").getByRole("article");

async function openForm(page: Page) {
  await page.goto("/dashboard/journal");
  await page.getByRole("button", { name: "Add entry" }).first().click(ready);
  const form = page.getByRole("region", { name: "New entry" });
  await expect(form.getByRole("textbox", { name: "Notes" })).toBeVisible(ready);
  return form;
}

/** Chooses the days 3 to 5 of the month before, which are over whatever today is. */
async function chooseDates(page: Page) {
  await page.getByRole("button", { name: "Dates", exact: true }).click();
  const calendar = page.getByRole("dialog", { name: "Dates" });
  await calendar.getByRole("button", { name: /previous month/i }).click(ready);
  await calendar.getByRole("button", { name: /^3 / }).click();
  await calendar.getByRole("button", { name: /^5 / }).click();
}

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

test("an entry about a chosen track is written with notes, tags and its own tag", async ({ page }) => {
  const { account, id: track } = await sharedTrack(FILE, "49er");
  await logIn(page, account);
  const form = await openForm(page);
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
  await accessible(page);
  await form.getByRole("button", { name: "Save" }).click();
  const entry = entries(page).filter({ hasText: "Two holes down in the chop." });
  await expect(entry).toBeVisible(ready);
  await expect(form).toBeHidden();
  await expect(entry.getByRole("link", { name: `Track ${track}`, exact: true })).toBeVisible();
  await expect(entry.getByText("Speed/Tuning")).toBeVisible();
  await expect(entry.getByText("rig", { exact: true })).toBeVisible();

  const places = await placesOf(page, "section[aria-label='Change the entry']");
  await chooseInMenu(page, entry, "Edit");
  const change = page.getByRole("region", { name: "Change the entry" });
  await expect(page.getByRole("menu")).toHaveCount(0);
  // While its menu closed, it was below the list: a click on Save missed the button that moved away.
  expect(await places.evaluate((lefts) => lefts.size)).toBe(1);
  await change.getByRole("button", { name: "rig" }).click();
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden(ready);
  await expect(entry.getByText("rig", { exact: true })).toHaveCount(0);
});

test("kite notes are offered for a kite class only, with gear of the catalogue and a feel from 1 to 5", async ({
  page,
}) => {
  const { account, id: track } = await sharedTrack(FILE, "Formula Kite");
  await logIn(page, account);
  const form = await openForm(page);
  await form.getByLabel("Track or race").click();
  await chooseOption(page.getByRole("option", { name: `Track ${track},` }), ready);
  await form.getByRole("tab", { name: "Kite Notes" }).click();
  const kite = form.getByRole("group", { name: "Kite" });
  await kite.getByLabel("Brand").fill("ozo");
  await chooseOption(page.getByRole("option", { name: "Ozone" }), ready);
  await expect(kite.getByLabel("Brand")).toHaveValue("Ozone");
  await kite.getByLabel("Model").click();
  const model = page.getByRole("option").first();
  const model_name = (await model.textContent(ready)) ?? "";
  await model.click();
  await expect(kite.getByLabel("Model")).toHaveValue(model_name);
  await kite.getByLabel("Size, m²").fill("10.5");
  await page.keyboard.press("Tab");
  await form.getByRole("group", { name: "Foil" }).getByLabel("Brand").fill("My own foil");
  const feel = form.getByRole("slider", { name: "Feel" });
  await expect(form.getByText("Not set")).toBeVisible();
  for (const end of ["Bad", "Great"]) await expect(form.getByText(end, { exact: true })).toBeVisible();
  await feel.press("ArrowRight");
  await feel.press("ArrowRight");
  await expect(form.getByText("3 of 5")).toBeVisible();
  await form.getByRole("button", { name: "Clear the feel" }).click();
  await expect(form.getByText("Not set")).toBeVisible();
  await feel.press("End");
  await expect(form.getByText("5 of 5")).toBeVisible();
  await accessible(page);
  await form.getByRole("button", { name: "Save" }).click();
  const entry = entries(page).filter({ hasText: "My own foil" });
  await expect(entry.getByText(`Ozone ${model_name}, 10.5 m²`)).toBeVisible(ready);
  await expect(entry.getByText("Feel 5 of 5")).toBeVisible();
});

test("a regatta report is refused until its numbers, dates, names and places are right", async ({ page }) => {
  await logInAsNew(page);
  const form = await openForm(page);
  await form.getByRole("tab", { name: "Regatta Report" }).click();
  await form.getByLabel("Regatta name").fill("Trofeo Otoño");
  await form.getByLabel("Finishing position").fill("0");
  await form.getByLabel("Number of competitors").focus();
  await expect(form.getByText("Write a whole number, 1 or more.")).toBeVisible();
  await form.getByRole("button", { name: "Add competitor" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Number of competitors required")).toBeVisible();
  await expect(form.getByText("Choose the first and the last day of the regatta.")).toBeVisible();
  await expect(form.getByText("Choose a member of your teams or write a name.")).toBeVisible();
  await expect(form.getByText("Write the position of each competitor.")).toBeVisible();
  await expect(form.getByLabel("Number of competitors")).toBeFocused();
  await accessible(page);

  await form.getByLabel("Number of competitors").fill("0");
  await expect(form.getByText("Write a whole number, 1 or more.")).toHaveCount(2);
  await form.getByLabel("Number of competitors").fill("34");
  await form.getByLabel("Finishing position").fill("40");
  await form.getByLabel("Number of competitors").focus();
  await expect(form.getByText("There are fewer competitors than this position.")).toBeVisible();
  await form.getByLabel("Finishing position").fill("3");
  await form.getByLabel("Competitor 1", { exact: true }).fill("Sorolla and Gil");
  await chooseOption(page.getByRole("option", { name: "Keep “Sorolla and Gil” as written" }));
  await form.getByLabel("Place of competitor 1").fill("-1");
  await form.getByLabel("Regatta name").focus();
  await expect(form.getByText("Write a whole number, 1 or more.")).toBeVisible();
  await form.getByLabel("Place of competitor 1").fill("2");
  await chooseDates(page);
  await expect(form.getByText("You have no track on these days.")).toBeVisible(ready);
  await form.getByRole("button", { name: "Save" }).click();
  const entry = entries(page);
  await expect(entry.getByText("Trofeo Otoño")).toBeVisible(ready);
  await expect(entry.getByRole("row", { name: "2 Sorolla and Gil" })).toBeVisible();
});

test("a competitor is found among the team while typing, or kept as written", async ({ page }) => {
  const { coach } = await newTeam();
  await logIn(page, coach);
  const form = await openForm(page);
  await form.getByRole("tab", { name: "Regatta Report" }).click();
  await chooseDates(page);
  await form.getByRole("button", { name: "Add competitor" }).click();
  const first = form.getByLabel("Competitor 1", { exact: true });
  await first.fill("ik");
  await expect(page.getByRole("option")).toHaveText(["Iker Sanz", "Keep “ik” as written"]);
  await page.keyboard.press("Enter");
  await expect(first).toHaveValue("Iker Sanz");
  await form.getByLabel("Place of competitor 1").fill("4");
  await form.getByRole("button", { name: "Add competitor" }).click();
  await form.getByRole("button", { name: "Remove competitor 2" }).click();
  await expect(form.getByLabel("Competitor 2", { exact: true })).toHaveCount(0);
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/journals/"));
  await form.getByRole("button", { name: "Save" }).click();
  const [one] = (await sent).postDataJSON().regatta_report.competitor_results;
  expect([typeof one.user, one.name, one.finish_position]).toEqual(["number", null, 4]);
  await expect(entries(page).getByRole("row", { name: "4 Iker Sanz" })).toBeVisible(ready);
});

test("an empty entry is refused in words, and a server's message stands under its field", async ({ page }) => {
  await logInAsNew(page);
  const form = await openForm(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Content required")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Notes" })).toBeFocused();
  await form.getByRole("textbox", { name: "Notes" }).fill("Something");
  await expect(form.getByText("Content required")).toHaveCount(0);
  const refuse = (json: object) =>
    page.route("**/api/journals/", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 400, json }) : route.continue(),
    );
  await refuse({ "regatta_report.number_competitors": ["Too many."], content: ["Not this word."] });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Not this word.")).toBeVisible();
  await form.getByRole("tab", { name: "Regatta Report" }).click();
  await expect(form.getByText("Too many.")).toBeVisible();
  await page.unroute("**/api/journals/");
  await refuse({ track: ["Choose a track or a race."] });
  await form.getByRole("tab", { name: /^Notes/ }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Choose a track or a race.")).toBeVisible();
});

test("what is written is still there after a failure, after a reload, and until leaving it is confirmed", async ({
  page,
}) => {
  await logInAsNew(page);
  const form = await openForm(page);
  const notes = form.getByRole("textbox", { name: "Notes" });
  await notes.fill("The tide turned at noon.");
  await page.route("**/api/journals/", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("The server does not answer. Check your connection and try again.")).toBeVisible();
  await expect(notes).toHaveValue("The tide turned at noon.");
  await page.reload();
  await page.getByRole("button", { name: "Add entry" }).first().click(ready);
  await expect(notes).toHaveValue("The tide turned at noon.");
  await expect(form.getByText("This was written before and is not saved yet.")).toBeVisible();

  await notes.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave the journal?" });
  await expect(question).toContainText("What you have written is not saved.");
  await question.getByRole("button", { name: "No" }).click();
  await expect(notes).toHaveValue("The tide turned at noon.");
  await form.getByRole("button", { name: "Close the form" }).click();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "Add entry" }).first().click();
  await expect(notes).toHaveValue("");
  await notes.press("Escape");
  await expect(form).toBeHidden();
});

test("on a phone the form is a sheet, and a track's journal has its entries first", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { account, id: track } = await sharedTrack(FILE, "49er");
  await writeEntry(account as Account, { track, content: "Sheet in earlier." });
  await logIn(page, account);
  await page.goto("/dashboard/journal");
  await page.getByRole("button", { name: "Add entry" }).first().click(ready);
  const sheet = page.getByRole("dialog", { name: "New entry" });
  await expect(sheet.getByLabel("Take a photo")).toHaveAttribute("capture", "environment");
  await fitsTheScreen(page);
  await accessible(page);
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet).toBeHidden();

  await page.goto("/home");
  await page
    .getByRole("button", { name: /^Journal of Marta Vidal's track/ })
    .first()
    .click(ready);
  const journal = page.getByRole("dialog", { name: "Journal" });
  await expect(journal.getByRole("article").first()).toContainText("Sheet in earlier.");
  await expect(journal.getByRole("textbox", { name: "Notes" })).toHaveCount(0);
  await journal.getByRole("button", { name: "Add entry" }).click();
  await journal.getByRole("textbox", { name: "Notes" }).fill("From the dinghy park.");
  await fitsTheScreen(page);
  await journal.getByRole("button", { name: "Save" }).click();
  await expect(journal.getByRole("article").first()).toContainText("From the dinghy park.");
});
