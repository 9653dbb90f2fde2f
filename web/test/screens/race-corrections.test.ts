/** Races, boats, ratings and scores of a race report set by hand; the report on paper and as a spreadsheet. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type Answers, handicapOf, REPORT, secondRace } from "../../e2e/race-report-pages";
import { raceDay } from "../../e2e/race-sailed";
import { answer } from "./answers";
import { answerRaceReport } from "./race-report-answers";
import { download, focus, onPhone, open, press, showAs } from "./screen";
import { chooseInMenu, openList } from "./shown";

async function openEntry(entry: string, changes: Partial<Answers> = {}) {
  const answers = answerRaceReport(changes);
  await open(REPORT);
  await chooseInMenu(page.getByRole("button", { name: "More", exact: true }), entry);
  return answers;
}

test("the clock of a boat that sailed with the others at another time is set from its remark", async () => {
  const [late] = raceDay().races[0]!.boats;
  const text = `The clock of “${late!.track}” seems to be off: 2 hours earlier she sailed with the others.`;
  const remark = { code: "clock_differs", text, track: late!.track, clock_ahead_s: 7200 } as const;
  const answers = answerRaceReport({ day: { ...raceDay(), notes: [remark] } });
  await open(REPORT);
  await expect.element(page.getByText(/^The clock of [^“]+ seems to be off/)).toBeVisible();
  await page.getByRole("button", { name: "Set her clock" }).click();
  await expect.poll(() => answers.sent.at(-1)).toEqual([{ action: "set_clock", track: late!.track, ahead_s: 7200 }]);
});

test("races are joined, divided and added, boats left out, clocks set, and each is taken back", async () => {
  const day = { ...raceDay(), races: [...raceDay().races, secondRace()] };
  const answers = await openEntry("Races and boats", { day });
  const dialog = page.getByRole("dialog", { name: "Races and boats" });
  await expect.element(dialog.getByText(/^Race 2, 13:30 to/)).toBeVisible();
  const last = () => answers.sent.at(-1);
  await dialog.getByRole("button", { name: "Join with race 2" }).click();
  await expect.poll(last).toMatchObject([{ action: "merge_race" }]);
  await dialog.getByRole("button", { name: /^Take back: The race of 12:30 joined/ }).click();
  await expect.poll(last).toEqual([]);

  const start = dialog.getByLabelText("Another start, Madrid time");
  await start.fill("noon");
  await focus(start);
  await press("Enter");
  await expect.element(dialog.getByText("Write the time as hours, minutes and seconds")).toBeVisible();
  await start.fill("12:40");
  await focus(start);
  await press("Enter");
  await expect.poll(last).toEqual([{ action: "split_race", at: "2026-11-15T11:40:00.000Z" }]);
  await start.fill("18:00");
  await dialog.getByRole("button", { name: "Add the start" }).click();
  const at = "2026-11-15T17:00:00.000Z";
  await expect.poll(() => last()?.at(-1)).toEqual({ action: "set_gun", at, gun_time: at });

  const puig = dialog.getByRole("listitem").filter({ hasText: "Puig" }).first();
  await puig.getByRole("checkbox").click();
  await expect.poll(() => last()?.at(-1)).toMatchObject({ action: "exclude_boat" });
  await expect.element(puig.getByRole("checkbox")).not.toBeChecked();
  await puig.getByRole("checkbox").click();
  await expect.poll(() => last()?.length).toBe(2);
  await puig.getByLabelText(/^Clock of/).fill("soon");
  await focus(puig.getByLabelText(/^Clock of/));
  await press("Enter");
  await expect.element(dialog.getByText("Write seconds, for example 2.")).toBeVisible();
  await puig.getByLabelText(/^Clock of/).fill("-1,5");
  await focus(puig.getByLabelText(/^Clock of/));
  await press("Enter");
  await expect.poll(() => last()?.at(-1)).toMatchObject({ action: "set_clock", ahead_s: -1.5 });
  await onPhone();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => last()?.length).toBe(2);
});

test("a day whose races were all taken away has the way back", async () => {
  const corrections = [{ action: "exclude_boat" as const, at: raceDay().races[0]!.start_time, track: "4101" }];
  const answers = await openEntry("Races and boats", {
    day: { races: [], practice_starts: [], notes: [] },
    corrections,
  });
  const dialog = page.getByRole("dialog", { name: "Races and boats" });
  await expect.element(dialog.getByText("No race was found in these tracks.")).toBeVisible();
  answers.day = raceDay();
  await dialog.getByRole("button", { name: /^Take back: / }).click();
  await expect.poll(() => answers.sent.at(-1)).toEqual([]);
  await expect.element(dialog.getByText("Who took part in the race of 12:30")).toBeVisible();
});

test("a correction that is not stored is kept and sent again", async () => {
  const answers = await openEntry("Races and boats", { save_status: 500 });
  const dialog = page.getByRole("dialog", { name: "Races and boats" });
  await dialog.getByRole("checkbox").first().click();
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent("Your change is kept on this page, but not stored.");
  answers.save_status = 200;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByRole("alert")).not.toBeInTheDocument();
  expect(answers.sent[1]).toEqual(answers.sent[0]);
});

test("ratings that the server refuses stay in their form, with its sentence in view", async () => {
  const answers = await openEntry("Ratings and scores", { save_status: 400 });
  await page.viewport(390, 500);
  const dialog = page.getByRole("dialog", { name: "Ratings and scores" });
  const rating = dialog.getByRole("textbox", { name: /^Rating of/ }).last();
  await rating.fill("1.05");
  await focus(rating);
  await press("Enter");
  await expect.element(dialog.getByRole("alert")).toHaveText("The server has a fault.");
  await expect.element(dialog.getByRole("alert")).toBeInViewport({ ratio: 1 });
  answers.save_status = 200;
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(answers.sent).toHaveLength(2);
  expect(answers.sent[1]).toEqual(answers.sent[0]);
  await expect.element(page.getByText("not stored")).not.toBeInTheDocument();
});

test("ratings are pasted or typed, checked, and give a result by corrected time", async () => {
  const answers = await openEntry("Ratings and scores");
  const dialog = page.getByRole("dialog", { name: "Ratings and scores" });
  const names = answers.summary.track.map(({ full_name }) => full_name);
  await dialog.getByLabelText(/^Paste ratings/).fill(`${names[0]} 0.965\n${names[1]};1,02\nNobody 1`);
  await dialog.getByRole("button", { name: "Fill in" }).click();
  await expect.element(dialog.getByLabelText(`Rating of ${names[0]}`)).toHaveValue("0.965");
  await expect.element(dialog.getByText("These lines name no boat of this race")).toBeVisible();
  await expect.element(dialog.getByLabelText(/^Paste ratings/)).toHaveValue("Nobody 1");
  await dialog.getByLabelText(`Rating of ${names[1]}`).fill("1100");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("Write a number between 0.1 and 10.")).toBeVisible();
  expect(answers.sent).toEqual([]);
  await dialog.getByRole("radio", { name: "Time on distance" }).click();
  await expect.element(dialog.getByText("Write a number between 0.1 and 10.")).not.toBeInTheDocument();
  await dialog.getByLabelText("Length of the course, nm").fill("4.5");
  await dialog.getByLabelText(`Minutes after the gun at which the class of ${names[1]} started`).fill("5");
  await openList(dialog.getByRole("combobox", { name: `Score of ${names[2]}` }));
  await page.getByRole("option", { name: "OCS" }).click();
  await expect.element(dialog.getByRole("combobox", { name: `Score of ${names[2]}` })).toHaveText("OCS");
  await onPhone();
  await expect.element(dialog.getByRole("button", { name: "Save" })).toBeInViewport({ ratio: 1 });
  answers.day = { ...answers.day!, races: answers.day!.races.map((race) => ({ ...race, handicap: handicapOf(race) })) };
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(answers.sent[0]!.map(({ action }) => action)).toEqual([
    "set_handicap",
    "set_course_length",
    "set_rating",
    "set_rating",
    "set_score",
  ]);
  expect(answers.sent[0]!).toContainEqual(expect.objectContaining({ rating: 1100, start_after_s: 300 }));
  const result = page.getByRole("region", { name: "Result by corrected time", exact: true });
  await expect.element(result).toHaveTextContent("Time on distance, course 4.50 nm as stated");
  await expect.element(result.getByRole("row").nth(1)).toHaveTextContent("first");
  await expect.element(result.getByRole("row").last()).toHaveTextContent("OCS");
});

test("the report is printed, and saved as a spreadsheet", async () => {
  const print = vi.spyOn(window, "print").mockReturnValue();
  const [race] = raceDay().races;
  const day = { ...raceDay(), races: [{ ...race!, handicap: handicapOf(race!) }] };
  const answers = await openEntry("Printable page (PDF)", { day });
  await expect.poll(() => print.mock.calls).toHaveLength(1);
  await showAs("print");
  await expect.element(page.getByText("Leg 1, upwind,")).toBeVisible();
  await expect.element(page.getByCss("table").filter({ hasText: "Corrected" }).last()).toHaveTextContent("OCS");
  await expect.element(page.getByRole("button", { name: "More", exact: true })).not.toBeInTheDocument();
  await showAs("screen");
  dispatchEvent(new Event("afterprint"));
  await expect.element(page.getByText("Leg 1, upwind,")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "More", exact: true }).click();
  answer("GET /races/{id}/report/spreadsheet/", () => new TextEncoder().encode("a workbook"));
  const saved = download();
  await page.getByRole("menuitem", { name: "Spreadsheet" }).click();
  expect((await saved).name).toMatch(/^race-\d+-report\.xlsx$/);
  expect(answers.sent).toEqual([]);
});
