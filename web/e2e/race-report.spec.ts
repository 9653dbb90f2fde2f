/** The report of a race, on answered calls: what it says, how marks are set by hand, and what it does without an answer. */
import { expect, type Page, test } from "./flow";
import { accessible, chooseOption, fitsTheScreen, logInAsNew, wordsStayInButtons } from "./helpers";
import { answerRaceReport, REPORT, secondRace } from "./race-report-pages";
import { RACE_ID } from "./race-sailed";
import { openRace } from "./races-sailed";

const PHONE = { width: 390, height: 844 };

async function open(page: Page, changes: Parameters<typeof answerRaceReport>[1] = {}, query = "") {
  await logInAsNew(page);
  const answers = await answerRaceReport(page, changes);
  await page.goto(REPORT + query);
  await expect(page.getByRole("heading", { name: "Trofeo Otoño, race 3" })).toBeVisible();
  return answers;
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const moment = (page: Page) => page.getByRole("slider", { name: "Behind the leader, moment" });
const grip = (page: Page, name: RegExp) => page.getByRole("button", { name });

test("the report says how the focus boat sailed, on a screen and on a phone", async ({ page }) => {
  await open(page, {}, "?boat=4101&leg=3");
  await expect(page).toHaveTitle("Report of Trofeo Otoño, race 3 · Leebow");
  const head = page.locator("dl").first();
  await expect(head).toContainText(/Place\s*2\s*of 8/);
  await expect(head).toContainText(/Behind the winner\s*0:11\s*min/);
  await expect(card(page, "Start")).toContainText("The pin end was 6° ± 4° ahead, worth 11 m.");
  const may = card(page, "Start").getByRole("row", { name: /Puig/ });
  await expect(may).toContainText("may be over");
  await expect(may).toContainText("not sure");
  await expect(card(page, "Course").getByRole("img", { name: /tracks of 8 boats. Pin ± 18 m/ })).toBeVisible();
  await expect(card(page, "Legs").getByRole("row", { name: /Vidal/ })).toContainText("6:55");
  await fitsTheScreen(page);
  await wordsStayInButtons(page);
  await accessible(page);
  await page.setViewportSize(PHONE);
  await fitsTheScreen(page);
  await wordsStayInButtons(page);
  await accessible(page);
});

test("a boat of a table becomes the focus boat everywhere and stays in the address", async ({ page }) => {
  await open(page);
  // Without a boat in the address it is the winner for a viewer who did not sail.
  await expect(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 29375, Jon Etxeberria");
  await card(page, "Legs").getByRole("button", { name: "ESP 31104 Lucía Ferrer" }).click();
  await expect(page).toHaveURL(/boat=4103/);
  await expect(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 31104, Lucía Ferrer");
  await expect(page.locator("dl").first()).toContainText(/Place\s*3\s*of 8/);
  await card(page, "Legs").getByRole("radio", { name: "2 down" }).click();
  await expect(card(page, "Legs").getByRole("columnheader", { name: "At mark 2" })).toBeVisible();
  await page.reload();
  await expect(card(page, "Legs").getByRole("radio", { name: "2 down" })).toBeChecked();
  await expect(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 31104, Lucía Ferrer");
});

test("the moment moves by arrow keys and pointer, and the gaps can be read as a table", async ({ page }) => {
  await open(page, {}, "?boat=4101&t=2026-11-15T11:40:00Z");
  await expect(moment(page)).toHaveAttribute("aria-valuetext", /^12:40:00. ESP 30782: 0:\d\d min behind/);
  await moment(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(moment(page)).toHaveAttribute("aria-valuetext", /^12:40:11/);
  const box = (await moment(page).boundingBox())!;
  await page.mouse.click(box.x + 40, box.y + 100);
  await expect(moment(page)).toHaveAttribute("aria-valuetext", /^12:30:/);
  await page.getByRole("radio", { name: "Metres" }).click();
  await expect(moment(page)).toHaveAttribute("aria-valuetext", /m behind|leading/);
  await page.getByRole("button", { name: "Behind the leader: show the table" }).click();
  const row = card(page, "Behind the leader").getByRole("row", { name: /Vidal/ });
  await expect(row.getByRole("cell")).toHaveCount(5);
  await page.getByRole("radio", { name: "Seconds" }).click();
  await expect(row).toContainText("+0:11");
  await accessible(page);
});

test("two boats are compared on a leg: phases, causes, and what cannot be compared", async ({ page }) => {
  await open(page, {}, "?boat=4101&leg=1");
  const duel = card(page, "Two boats");
  await expect(duel.getByRole("img", { name: /Marta Vidal against Jon Etxeberria on leg 1/ })).toBeVisible();
  await expect(duel).toContainText(
    "Marta Vidal lost 24.0 ± 4 m by the side of the course and gained 8.5 ± 2 m by speed.",
  );
  const apart = duel.getByRole("row", { name: "Apart, Jon Etxeberria on the right" });
  await expect(apart).toContainText("−20.0");
  await apart.hover();
  await accessible(page);
  await duel.getByRole("combobox", { name: "Second boat" }).focus();
  await page.keyboard.press("Enter");
  await chooseOption(page.getByRole("option", { name: "ESP 31104, Lucía Ferrer" }));
  await expect(page).toHaveURL(/against=4103/);
  await expect(duel.getByRole("img", { name: /Marta Vidal against Lucía Ferrer/ })).toBeVisible();
  await duel.getByRole("radio", { name: "4 down" }).click();
  await expect(duel).toContainText("These two boats did not sail leg 4 together");
  await page.setViewportSize(PHONE);
  await duel.getByRole("radio", { name: "2 down" }).click();
  await expect(duel.getByRole("row", { name: "Both on starboard" })).toBeVisible();
  await fitsTheScreen(page);
  await accessible(page);
});

test("two boats that could not be read are tried again, and the rest of the report is there", async ({ page }) => {
  const answers = await open(page, { duel_status: 500 });
  const duel = card(page, "Two boats");
  await expect(duel.getByRole("alert")).toBeVisible({ timeout: 30_000 });
  await expect(card(page, "Legs").getByRole("row", { name: /Vidal/ })).toBeVisible();
  answers.duel_status = 200;
  await duel.getByRole("button", { name: "Try again" }).click();
  await expect(duel.getByRole("row", { name: "To the mark" })).toBeVisible();
});

test("the map opens at the moment and with the boat of the report", async ({ page }) => {
  await open(page, {}, "?boat=4103&t=2026-11-15T11:40:00Z");
  const link = page.getByRole("link", { name: "Show on map" });
  await expect(link).toHaveAttribute("href", `/races/${RACE_ID}?t=2026-11-15T11%3A40%3A00.000Z&boat=4103`);
});

test("a mark is moved by arrow keys, undone, and estimated again after a question", async ({ page }) => {
  const answers = await open(page);
  await page.getByRole("button", { name: "Place marks" }).click();
  await grip(page, /^2 ± 8 m\. Arrow keys/).focus();
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => answers.sent.length).toBe(1);
  const [placed] = answers.sent[0]!;
  expect(placed).toMatchObject({ action: "place_mark", waypoint: 2, mark: 0 });
  const { lat_deg } = answers.day!.races[0]!.waypoints[2]!.marks[0]!;
  expect((placed as { lat_deg: number }).lat_deg - lat_deg).toBeCloseTo(11 / 111_195, 6);
  await expect(grip(page, /^2, placed by hand/)).toBeFocused();
  await expect(card(page, "Course")).toContainText("placed by hand");
  await accessible(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => answers.sent.at(-1)).toEqual([]);
  await expect(grip(page, /^2 ± 8 m/)).toBeVisible();

  await grip(page, /^Pin ±/).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => answers.sent.at(-1)?.length).toBe(1);
  await page.getByRole("button", { name: "Estimate again" }).click();
  const question = page.getByRole("dialog", { name: "Estimate the course again?" });
  await expect(question.getByRole("button", { name: "Keep them" })).toBeFocused();
  await accessible(page);
  await question.getByRole("button", { name: "Estimate again" }).click();
  await expect.poll(() => answers.sent.at(-1)).toEqual([]);
  await expect(grip(page, /^Pin ± 18 m/)).toBeVisible();
});

test("a mark is dragged on a magnified map", async ({ page }) => {
  const answers = await open(page);
  await page.getByRole("button", { name: "Place marks" }).click();
  const mark = grip(page, /^1, 3 ±/);
  await mark.focus();
  await page.getByRole("button", { name: "Larger" }).click();
  await page.getByRole("button", { name: "Larger" }).click();
  await expect(mark).toBeInViewport();
  const box = (await mark.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y, { steps: 3 });
  await page.mouse.move(x + 30, y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => answers.sent.length).toBe(1);
  expect(answers.sent[0]!.map((one) => one.action === "place_mark" && one.waypoint)).toEqual([1, 3]);
  const moved = (await grip(page, /^1, 3, placed by hand/).boundingBox())!;
  expect(Math.abs(moved.x - box.x - 30)).toBeLessThan(1.5);
});

test("a change that is not stored is kept, named and sent again", async ({ page }) => {
  const answers = await open(page, { save_status: 500 });
  await page.getByRole("button", { name: "Place marks" }).click();
  await grip(page, /^2 ±/).focus();
  await page.keyboard.press("ArrowUp");
  const course = card(page, "Course");
  await expect(course.getByRole("alert")).toContainText("The server has a fault.");
  await expect(course.getByRole("alert")).toContainText("Your change is kept on this page, but not stored.");
  await expect(grip(page, /^2, placed by hand/)).toBeVisible();
  await accessible(page);
  answers.save_status = 200;
  await course.getByRole("button", { name: "Try again" }).click();
  await expect(course.getByRole("alert")).toHaveCount(0);
  expect(answers.sent).toHaveLength(2);
  expect(answers.sent[1]).toEqual(answers.sent[0]);
});

test("a change is added to what somebody else has changed in the meantime", async ({ page }) => {
  const answers = await open(page);
  const theirs = { action: "set_clock" as const, track: "4108", ahead_s: 2 };
  answers.overtaken = [theirs];
  await page.getByRole("button", { name: "Place marks" }).click();
  await grip(page, /^2 ±/).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(/Their changes are kept, and yours are added to them/)).toBeVisible();
  expect(answers.sent).toHaveLength(1);
  expect(answers.sent[0]![0]).toEqual(theirs);
  expect(answers.sent[0]![1]).toMatchObject({ action: "place_mark", waypoint: 2 });
});

test("the gun is set to a second, or to another moment that was likely", async ({ page }) => {
  const answers = await open(page);
  await page.getByRole("button", { name: "Place marks" }).click();
  const gun = page.getByLabel("Gun, Madrid time");
  await gun.fill("noon");
  await gun.press("Enter");
  await expect(page.getByText("Write the time as hours, minutes and seconds")).toBeVisible();
  await gun.fill("12:30:00");
  await gun.press("ArrowUp");
  await gun.press("Shift+ArrowUp");
  await page.getByRole("button", { name: "Set the gun" }).click();
  await expect
    .poll(() => answers.sent.at(-1)?.[0])
    .toMatchObject({
      action: "set_gun",
      gun_time: "2026-11-15T11:30:11.000Z",
    });
  await page.getByRole("button", { name: "Gun at 12:31:00" }).click();
  await expect.poll(() => answers.sent.at(-1)?.[0]).toMatchObject({ gun_time: "2026-11-15T11:31:00.000Z" });
  expect(answers.sent.at(-1)).toHaveLength(1);
});

test("without a race the report says why and takes the start by hand", async ({ page }) => {
  const note = { code: "no_start" as const, text: "No start found. Set it by hand.", track: null };
  const day = { races: [], practice_starts: [], notes: [note] };
  const answers = await open(page, { day });
  await expect(page.getByText("No start found. Set it by hand.")).toBeVisible();
  await accessible(page);
  await page.getByLabel("Gun, Madrid time").fill("12:30");
  await page.getByRole("button", { name: "Set the start by hand" }).click();
  await expect
    .poll(() => answers.sent.at(-1))
    .toEqual([{ action: "set_gun", at: "2026-11-15T11:30:00.000Z", gun_time: "2026-11-15T11:30:00.000Z" }]);
});

test("the races of a day are chosen in the head", async ({ page }) => {
  const answers = await answerRaceReport(page);
  answers.day!.races.push(secondRace());
  await open(page, { day: answers.day });
  await expect(page.getByRole("radio", { name: "12:30" })).toBeChecked();
  await page.getByRole("radio", { name: "13:30" }).click();
  await expect(page).toHaveURL(/race=2/);
  await expect(card(page, "Start")).toContainText("Gun at 13:30:00");
});

test("what is not known is left out with its reason", async ({ page }) => {
  const answers = await answerRaceReport(page);
  const race = answers.day!.races[0]!;
  const text = "The wind of this race is not known: legs and gaps are left out.";
  Object.assign(race, { legs: [], waypoints: [], line: null });
  race.notes.push({ code: "no_wind", text, track: null });
  race.notes.push({ code: "few_boats", text: "Three boats are too few to find the gun.", track: null });
  for (const boat of race.boats) Object.assign(boat, { start: null, legs: [], passings: [] });
  await open(page, { day: answers.day });
  await expect(card(page, "Legs")).toContainText(text);
  await expect(card(page, "Behind the leader")).toContainText(text);
  await expect(card(page, "Start")).toContainText("too few to find the gun");
  await page.getByRole("button", { name: "Place marks" }).click();
  await expect(page.getByRole("button", { name: "Add the starting line" })).toBeVisible();
  await accessible(page);
});

test("a report that is being computed appears by itself", async ({ page }) => {
  const { day } = await answerRaceReport(page);
  const answers = await open(page, { day: null, processing_status: 1 });
  await expect(page.getByText("The race is being computed. It appears here by itself.")).toBeVisible();
  await accessible(page);
  Object.assign(answers, { day, processing_status: 3 });
  await expect(card(page, "Legs")).toBeVisible({ timeout: 20_000 });
});

test("a report that could not be read is read again; a link that has ended says so", async ({ page }) => {
  await logInAsNew(page);
  let status = 500;
  await answerRaceReport(page);
  await page.route(
    ({ pathname }) => pathname === `/api/races/${RACE_ID}/report/`,
    (route) =>
      status === 200 ? route.fallback() : route.fulfill({ status, json: { detail: "The server has a fault." } }),
  );
  await page.goto(REPORT);
  await expect(page.getByRole("alert")).toHaveText("The server has a fault.");
  await accessible(page);
  status = 200;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(card(page, "Legs")).toBeVisible();

  await page.unrouteAll();
  await page.goto(`${REPORT}?share_id=ended`);
  await expect(page.getByText("This race report could not be opened")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the races" })).toBeVisible();
});

test("the holder of a link reads the report without an account, and changes nothing", async ({ page }) => {
  const { summary } = await answerRaceReport(page);
  Object.assign(summary.can, { edit: false, share: false });
  await page.goto(`${REPORT}?share_id=open`);
  await expect(card(page, "Legs")).toBeVisible();
  await expect(page.getByRole("button", { name: "Place marks" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Share Race" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Show on map" })).toHaveAttribute("href", /share_id=open/);
});

test("the replay and the list of races lead to the report", async ({ page }) => {
  const { id } = await openRace(page);
  await page.getByRole("link", { name: "Race Report" }).click();
  await expect(page).toHaveURL(new RegExp(`/races/${id}/report\\?boat=\\d+&t=`));
  await page.goto("/home?tab=races");
  await page
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Race Report" }).click();
  await expect(page).toHaveURL(new RegExp(`/races/${id}/report`));
});
