/** The form of a journal entry: its tabs, its rules, what it keeps after a failure. */
import type { Journal } from "@leebow/api/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { answer, noAnswer, refusal } from "./answers";
import { answerJournal } from "./journal-answers";
import { entryOf, GRACE, trackOf } from "./made";
import { focus, MARTA, mouse, onPhone, open, press, reload } from "./screen";
import { chooseInMenu, chooseOption, expectCount, expectTexts, middleOf } from "./shown";
import { answerTracks } from "./track-answers";

const ENTRIES = page.getByRole("main").getByRole("article");

async function openForm(user = MARTA, entries: Journal[] = []): Promise<Locator> {
  answerJournal(entries, user);
  await open("/dashboard/journal", { user });
  await page.getByRole("button", { name: "Add entry" }).first().click();
  const form = page.getByRole("region", { name: "New entry" });
  await expect.element(form.getByRole("textbox", { name: "Notes" })).toBeVisible();
  return form;
}

/** Chooses the days 3 to 5 of the month before, which are over whatever today is. */
async function chooseDates() {
  await page.getByRole("button", { name: "Dates", exact: true }).click();
  const calendar = page.getByRole("dialog", { name: "Dates" });
  await calendar.getByRole("button", { name: /previous month/i }).click();
  await calendar.getByRole("button", { name: /^3 / }).click();
  await calendar.getByRole("button", { name: /^5 / }).click();
}

test("kite notes are offered for a kite class only, with gear of the catalogue and a feel from 1 to 5", async () => {
  answerTracks([trackOf({ boat_name: "Formula Kite" })]);
  const form = await openForm();
  await expectCount(form.getByRole("tab", { name: "Kite Notes" }), 0);
  await form.getByLabelText("Track or race").click();
  await chooseOption(/^Track 7,/);
  await form.getByRole("tab", { name: "Kite Notes" }).click();
  const kite = form.getByRole("group", { name: "Kite" });
  await kite.getByLabelText("Brand").fill("ozo");
  await chooseOption("Ozone");
  await expect.element(kite.getByLabelText("Brand")).toHaveValue("Ozone");
  await kite.getByLabelText("Model").click();
  await page.getByRole("option", { name: "R1 V4" }).click();
  await expect.element(kite.getByLabelText("Model")).toHaveValue("R1 V4");
  await kite.getByLabelText("Size, m²").fill("10.5");
  await press("Tab");
  await form.getByRole("group", { name: "Foil" }).getByLabelText("Brand").fill("My own foil");
  const feel = form.getByRole("slider", { name: "Feel" });
  await expect.element(form.getByText("Not set")).toBeVisible();
  for (const end of ["Bad", "Great"]) await expect.element(form.getByText(end, { exact: true })).toBeVisible();
  await focus(feel);
  await press("ArrowRight");
  await press("ArrowRight");
  await expect.element(form.getByText("3 of 5")).toBeVisible();
  await form.getByRole("button", { name: "Clear the feel" }).click();
  await expect.element(form.getByText("Not set")).toBeVisible();
  await focus(feel);
  for (const key of ["Home", "ArrowLeft"]) {
    await press(key);
    await expect.element(form.getByText("1 of 5")).toBeVisible();
    await form.getByRole("button", { name: "Clear the feel" }).click();
    await expect.element(feel).toHaveAttribute("aria-valuetext", "Not set");
    await focus(feel);
  }
  const { x, y } = middleOf(feel);
  await mouse([{ move: [x, y] }, "down", "up"]);
  await expect.element(form.getByText("1 of 5")).toBeVisible();
  await focus(feel);
  await press("End");
  await expect.element(form.getByText("5 of 5")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  const entry = ENTRIES.filter({ hasText: "My own foil" });
  await expect.element(entry.getByText("Ozone R1 V4, 10.5 m²")).toBeVisible();
  await expect.element(entry.getByText("Feel 5 of 5")).toBeVisible();
});

test("a regatta report is refused until its numbers, dates, names and places are right", async () => {
  answerTracks([]);
  const form = await openForm();
  await form.getByRole("tab", { name: "Regatta Report" }).click();
  await form.getByLabelText("Regatta name").fill("Trofeo Otoño");
  await form.getByLabelText("Finishing position").fill("0");
  await focus(form.getByLabelText("Number of competitors"));
  await expect.element(form.getByText("Write a whole number, 1 or more.")).toBeVisible();
  await form.getByRole("button", { name: "Add competitor" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form.getByText("Number of competitors required")).toBeVisible();
  await expect.element(form.getByText("Choose the first and the last day of the regatta.")).toBeVisible();
  await expect.element(form.getByText("Choose a member of your teams or write a name.")).toBeVisible();
  await expect.element(form.getByText("Write the position of each competitor.")).toBeVisible();
  await expect.element(form.getByLabelText("Number of competitors")).toHaveFocus();

  await form.getByLabelText("Number of competitors").fill("0");
  await expectCount(form.getByText("Write a whole number, 1 or more."), 2);
  await form.getByLabelText("Number of competitors").fill("34");
  await form.getByLabelText("Finishing position").fill("40");
  await focus(form.getByLabelText("Number of competitors"));
  await expect.element(form.getByText("There are fewer competitors than this position.")).toBeVisible();
  await form.getByLabelText("Finishing position").fill("3");
  await form.getByLabelText("Competitor 1", { exact: true }).fill("Sorolla and Gil");
  await chooseOption("Keep “Sorolla and Gil” as written");
  await form.getByLabelText("Place of competitor 1").fill("-1");
  await focus(form.getByLabelText("Regatta name"));
  await expect.element(form.getByText("Write a whole number, 1 or more.")).toBeVisible();
  await form.getByLabelText("Place of competitor 1").fill("2");
  await chooseDates();
  await expect.element(form.getByText("You have no track on these days.")).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(ENTRIES.getByText("Trofeo Otoño")).toBeVisible();
  await expect.element(ENTRIES.getByRole("row", { name: "2 Sorolla and Gil" })).toBeVisible();
});

test("a competitor is found among the team while typing, or kept as written", async () => {
  answerTracks([]);
  const iker = { id: 61, first_name: "Iker", last_name: "Sanz" };
  const entries: Journal[] = [];
  const form = await openForm({ ...GRACE, teammates: [iker] }, entries);
  await form.getByRole("tab", { name: "Regatta Report" }).click();
  await chooseDates();
  await form.getByRole("button", { name: "Add competitor" }).click();
  const first = form.getByLabelText("Competitor 1", { exact: true });
  await first.fill("ik");
  await expectTexts(page.getByRole("option"), ["Iker Sanz", "Keep “ik” as written"]);
  await press("Enter");
  await expect.element(first).toHaveValue("Iker Sanz");
  await form.getByLabelText("Place of competitor 1").fill("4");
  await form.getByRole("button", { name: "Add competitor" }).click();
  await form.getByRole("button", { name: "Remove competitor 2" }).click();
  await expectCount(form.getByLabelText("Competitor 2", { exact: true }), 0);
  const results = { user: iker.id, user_name: "Iker Sanz", name: null, finish_position: 4 };
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(ENTRIES.getByRole("row", { name: "4 Iker Sanz" })).toBeVisible();
  expect(entries[0]!.regatta_report!.competitor_results).toEqual([results]);
});

test("an empty entry is refused in words, and a server's message stands under its field", async () => {
  answerTracks([]);
  const form = await openForm();
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form.getByText("Content required")).toBeVisible();
  await expect.element(form.getByRole("textbox", { name: "Notes" })).toHaveFocus();
  await form.getByRole("textbox", { name: "Notes" }).fill("Something");
  await expectCount(form.getByText("Content required"), 0);
  const refuse = (errors: object) => answer("POST /journals/", () => refusal(400, errors));
  refuse({ "regatta_report.number_competitors": ["Too many."], content: ["Not this word."] });
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form.getByText("Not this word.")).toBeVisible();
  await form.getByRole("tab", { name: "Regatta Report" }).click();
  await expect.element(form.getByText("Too many.")).toBeVisible();
  refuse({ track: ["Choose a track or a race."] });
  await form.getByRole("tab", { name: /^Notes/ }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form.getByText("Choose a track or a race.")).toBeVisible();
});

test("what is written is still there after a failure, after a reload, and until leaving it is confirmed", async () => {
  answerTracks([]);
  const form = await openForm();
  const notes = form.getByRole("textbox", { name: "Notes" });
  await notes.fill("The tide turned at noon.");
  answer("POST /journals/", noAnswer);
  await form.getByRole("button", { name: "Save" }).click();
  await expect
    .element(form.getByText("The server does not answer. Check your connection and try again."))
    .toBeVisible();
  await expect.element(notes).toHaveValue("The tide turned at noon.");
  await reload();
  await page.getByRole("button", { name: "Add entry" }).first().click();
  await expect.element(notes).toHaveValue("The tide turned at noon.");
  await expect.element(form.getByText("This was written before and is not saved yet.")).toBeVisible();

  await focus(notes);
  await press("Escape");
  const question = page.getByRole("dialog", { name: "Leave the journal?" });
  await expect.element(question).toHaveTextContent("What you have written is not saved.");
  await question.getByRole("button", { name: "No" }).click();
  await expect.element(notes).toHaveValue("The tide turned at noon.");
  await form.getByRole("button", { name: "Close the form" }).click();
  await question.getByRole("button", { name: "Yes" }).click();
  await expectCount(form, 0);
  await page.getByRole("button", { name: "Add entry" }).first().click();
  await expect.element(notes).toHaveValue("");
  await focus(notes);
  await press("Escape");
  await expectCount(form, 0);
});

test("on a phone the form is a sheet, and a track's journal has its entries first", async () => {
  await onPhone();
  answerTracks([trackOf({ journal_count: 1 })]);
  answerJournal([entryOf({ track: 7, content: "Sheet in earlier." })]);
  await open("/dashboard/journal");
  await page.getByRole("button", { name: "Add entry" }).first().click();
  const sheet = page.getByRole("dialog", { name: "New entry" });
  await expect.element(sheet.getByLabelText("Take a photo")).toHaveAttribute("capture", "environment");
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expectCount(sheet, 0);

  await open("/home");
  await page.getByRole("button", { name: /^Journal of Marta Vidal's track/ }).click();
  const journal = page.getByRole("dialog", { name: "Journal" });
  await expect.element(journal.getByRole("article").first()).toHaveTextContent("Sheet in earlier.");
  await expectCount(journal.getByRole("textbox", { name: "Notes" }), 0);
  await journal.getByRole("button", { name: "Add entry" }).click();
  await journal.getByRole("textbox", { name: "Notes" }).fill("From the dinghy park.");
  await journal.getByRole("button", { name: "Save" }).click();
  await expect.element(journal.getByRole("article").first()).toHaveTextContent("From the dinghy park.");
});

test("a note about a track is changed and deleted, and one that is not saved is asked about", async () => {
  const track = trackOf();
  answerTracks([track]);
  const entries = answerJournal();
  answer("GET /tracks/{id}/", () => Response.json({ ...track, journal_count: entries.length }));
  await open("/home");
  await page.getByRole("button", { name: /^Journal of Marta Vidal's track/ }).click();
  const journal = page.getByRole("dialog", { name: "Journal" });
  const notes = journal.getByRole("textbox", { name: "Notes" });
  await notes.fill("Jib too loose upwind.");
  await journal.getByRole("button", { name: "Save" }).click();
  const entry = journal.getByRole("article");
  await expect.element(entry).toHaveTextContent("Jib too loose upwind.");

  const menu = entry.getByRole("button", { name: /^More for/ }).first();
  await chooseInMenu(menu, "Edit");
  const form = journal.getByRole("region", { name: "Change the entry" });
  await form.getByRole("textbox", { name: "Notes" }).fill("Jib one hole tighter upwind.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(entry).toHaveTextContent("Jib one hole tighter upwind.");
  await expect.element(entry).not.toHaveTextContent("too loose");

  await notes.fill("Gybed too early.");
  await press("Escape");
  const question = page.getByRole("dialog", { name: "Leave the journal?" });
  await expect.element(question).toHaveTextContent("What you have written is not saved.");
  await question.getByRole("button", { name: "No" }).click();
  await expect.element(notes).toHaveValue("Gybed too early.");

  await chooseInMenu(menu, "Delete");
  await page.getByRole("dialog", { name: "Delete this entry?" }).getByRole("button", { name: "Yes" }).click();
  await expect.element(journal.getByText("No entries yet")).toBeVisible();
  await focus(notes);
  await press("Escape");
  await question.getByRole("button", { name: "Yes" }).click();
  await expectCount(journal, 0);
  await expect.element(page.getByRole("button", { name: /track: no entry/ })).toBeVisible();
});
