/** Races, boats, ratings and scores of a race report set by hand; the report on paper and as a spreadsheet. On answered calls. */
import { expect, type Page, test } from "./flow";
import { accessible, chooseOption, fitsTheScreen, logInAsNew, wordsStayInButtons } from "./helpers";
import { type Answers, answerRaceReport, handicapOf, REPORT, secondRace } from "./race-report-pages";
import { raceDay } from "./race-sailed";

const PHONE = { width: 390, height: 844 };

async function open(page: Page, entry: string, changes: Partial<Answers> = {}) {
  await logInAsNew(page);
  const answers = await answerRaceReport(page, changes);
  await page.goto(REPORT);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  return answers;
}

test("races are joined, divided and added, boats left out, clocks set, and each is taken back", async ({ page }) => {
  const day = { ...raceDay(), races: [...raceDay().races, secondRace()] };
  const answers = await open(page, "Races and boats", { day });
  const dialog = page.getByRole("dialog", { name: "Races and boats" });
  await expect(dialog.getByText(/^Race 2, 13:30 to/)).toBeVisible();
  await fitsTheScreen(page);
  await wordsStayInButtons(page);
  await accessible(page);
  const last = () => answers.sent.at(-1);
  await dialog.getByRole("button", { name: "Join with race 2" }).click();
  await expect.poll(last).toMatchObject([{ action: "merge_race" }]);
  await dialog.getByRole("button", { name: /^Take back: The race of 12:30 joined/ }).click();
  await expect.poll(last).toEqual([]);

  const start = dialog.getByLabel("Another start, Madrid time");
  await start.fill("noon");
  await start.press("Enter");
  await expect(dialog.getByText("Write the time as hours, minutes and seconds")).toBeVisible();
  await start.fill("12:40");
  await start.press("Enter");
  await expect.poll(last).toEqual([{ action: "split_race", at: "2026-11-15T11:40:00.000Z" }]);
  await start.fill("18:00");
  await dialog.getByRole("button", { name: "Add the start" }).click();
  const at = "2026-11-15T17:00:00.000Z";
  await expect.poll(() => last()?.at(-1)).toEqual({ action: "set_gun", at, gun_time: at });

  const puig = dialog.getByRole("listitem").filter({ hasText: "Puig" }).first();
  await puig.getByRole("checkbox").click();
  await expect.poll(() => last()?.at(-1)).toMatchObject({ action: "exclude_boat" });
  await expect(puig.getByRole("checkbox")).not.toBeChecked();
  await puig.getByRole("checkbox").click();
  await expect.poll(() => last()?.length).toBe(2);
  await puig.getByLabel(/^Clock of/).fill("soon");
  await puig.getByLabel(/^Clock of/).press("Enter");
  await expect(dialog.getByText("Write seconds, for example 2.")).toBeVisible();
  await puig.getByLabel(/^Clock of/).fill("-1,5");
  await puig.getByLabel(/^Clock of/).press("Enter");
  await expect.poll(() => last()?.at(-1)).toMatchObject({ action: "set_clock", ahead_s: -1.5 });
  await page.setViewportSize(PHONE);
  await fitsTheScreen(page);
  await wordsStayInButtons(page);
  await accessible(page);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => last()?.length).toBe(2);
});

test("a day whose races were all taken away has the way back", async ({ page }) => {
  const corrections = [{ action: "exclude_boat" as const, at: raceDay().races[0]!.start_time, track: "4101" }];
  const answers = await open(page, "Races and boats", {
    day: { races: [], practice_starts: [], notes: [] },
    corrections,
  });
  const dialog = page.getByRole("dialog", { name: "Races and boats" });
  await expect(dialog.getByText("No race was found in these tracks.")).toBeVisible();
  await accessible(page);
  answers.day = raceDay();
  await dialog.getByRole("button", { name: /^Take back: / }).click();
  await expect.poll(() => answers.sent.at(-1)).toEqual([]);
  await expect(dialog.getByText("Who took part in the race of 12:30")).toBeVisible();
});

test("a correction that is not stored is kept and sent again", async ({ page }) => {
  const answers = await open(page, "Races and boats", { save_status: 500 });
  const dialog = page.getByRole("dialog", { name: "Races and boats" });
  await dialog.getByRole("checkbox").first().click();
  await expect(dialog.getByRole("alert")).toContainText("Your change is kept on this page, but not stored.");
  answers.save_status = 200;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  expect(answers.sent[1]).toEqual(answers.sent[0]);
});

test("ratings that the server refuses stay in their form, with its sentence in view", async ({ page }) => {
  const answers = await open(page, "Ratings and scores", { save_status: 400 });
  await page.setViewportSize({ width: 390, height: 500 });
  const dialog = page.getByRole("dialog", { name: "Ratings and scores" });
  const rating = dialog.getByRole("textbox", { name: /^Rating of/ }).last();
  await rating.fill("1.05");
  await rating.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("The server has a fault.");
  await expect(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await accessible(page);
  answers.save_status = 200;
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  expect(answers.sent).toHaveLength(2);
  expect(answers.sent[1]).toEqual(answers.sent[0]);
  await expect(page.getByText("not stored")).toHaveCount(0);
});

test("ratings are pasted or typed, checked, and give a result by corrected time", async ({ page }) => {
  const answers = await open(page, "Ratings and scores");
  const dialog = page.getByRole("dialog", { name: "Ratings and scores" });
  const names = answers.summary.track.map(({ full_name }) => full_name);
  await dialog.getByLabel(/^Paste ratings/).fill(`${names[0]} 0.965\n${names[1]};1,02\nNobody 1`);
  await dialog.getByRole("button", { name: "Fill in" }).click();
  await expect(dialog.getByLabel(`Rating of ${names[0]}`)).toHaveValue("0.965");
  await expect(dialog.getByText("These lines name no boat of this race")).toBeVisible();
  await expect(dialog.getByLabel(/^Paste ratings/)).toHaveValue("Nobody 1");
  await fitsTheScreen(page);
  await wordsStayInButtons(page);
  await accessible(page);
  await dialog.getByLabel(`Rating of ${names[1]}`).fill("1100");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Write a number between 0.1 and 10.")).toBeVisible();
  expect(answers.sent).toEqual([]);
  await dialog.getByRole("radio", { name: "Time on distance" }).click();
  await expect(dialog.getByText("Write a number between 0.1 and 10.")).toHaveCount(0);
  await dialog.getByLabel("Length of the course, nm").fill("4.5");
  await dialog.getByLabel(`Minutes after the gun at which the class of ${names[1]} started`).fill("5");
  await dialog.getByRole("combobox", { name: `Score of ${names[2]}` }).click();
  await chooseOption(page.getByRole("option", { name: "OCS" }));
  await expect(dialog.getByRole("combobox", { name: `Score of ${names[2]}` })).toHaveText("OCS");
  await page.setViewportSize(PHONE);
  await fitsTheScreen(page);
  await expect(dialog.getByRole("button", { name: "Save" })).toBeInViewport({ ratio: 1 });
  await accessible(page);
  answers.day = { ...answers.day!, races: answers.day!.races.map((race) => ({ ...race, handicap: handicapOf(race) })) };
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  expect(answers.sent[0]!.map(({ action }) => action)).toEqual([
    "set_handicap",
    "set_course_length",
    "set_rating",
    "set_rating",
    "set_score",
  ]);
  expect(answers.sent[0]!).toContainEqual(expect.objectContaining({ rating: 1100, start_after_s: 300 }));
  const result = page.getByRole("region", { name: "Result by corrected time", exact: true });
  await expect(result).toContainText("Time on distance, course 4.50 nm as stated");
  await expect(result.getByRole("row").nth(1)).toContainText("first");
  await expect(result.getByRole("row").last()).toContainText("OCS");
  await fitsTheScreen(page);
  await accessible(page);
});

test("the report is printed, and saved as a spreadsheet", async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  const [race] = raceDay().races;
  const day = { ...raceDay(), races: [{ ...race!, handicap: handicapOf(race!) }] };
  const answers = await open(page, "Printable page (PDF)", { day });
  await expect(page.locator("body")).toHaveAttribute("data-printed", "yes");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Leg 1, upwind,")).toBeVisible();
  await expect(page.locator("table").filter({ hasText: "Corrected" }).last()).toContainText("OCS");
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(page.getByText("Leg 1, upwind,")).toHaveCount(0);
  await page.getByRole("button", { name: "More", exact: true }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Spreadsheet" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^race-\d+-report\.xlsx$/);
  expect(answers.sent).toEqual([]);
});
