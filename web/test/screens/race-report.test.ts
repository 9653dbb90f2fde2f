/** The report of a race: what it says, how marks are set by hand, and what it does without an answer. */
import { onlineManager } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { REPORT, secondRace } from "../../e2e/race-report-pages";
import { RACE_ID, trackBytes } from "../../e2e/race-sailed";
import { answer, refusal } from "./answers";
import { answerRaceReport } from "./race-report-answers";
import { address, focus, mouse, onPhone, open, press, reload } from "./screen";
import { expectCount } from "./shown";

async function openReport(changes: Parameters<typeof answerRaceReport>[0] = {}, query = "") {
  const answers = answerRaceReport(changes);
  await open(REPORT + query);
  await expect.element(page.getByRole("heading", { name: "Trofeo Otoño, race 3" })).toBeVisible();
  return answers;
}

const card = (name: string) => page.getByRole("region", { name, exact: true });
const grip = (name: RegExp) => page.getByRole("button", { name });
const moment = () => page.getByRole("slider", { name: "Behind the leader, moment" });

test("the report says how the focus boat sailed", async () => {
  await openReport({}, "?boat=4101&leg=3");
  expect(document.title).toBe("Report of Trofeo Otoño, race 3 · Leebow");
  const head = page.getByCss("dl").first();
  await expect.element(head).toHaveTextContent(/Place\s*2\s*of 8/);
  await expect.element(head).toHaveTextContent(/Behind the winner\s*0:11\s*min/);
  await expect.element(card("Start")).toHaveTextContent("The pin end was 6° ± 4° ahead, worth 11 m.");
  const may = card("Start").getByRole("row", { name: /Puig/ });
  await expect.element(may).toHaveTextContent("may be over");
  await expect.element(may).toHaveTextContent("not sure");
  await expect.element(card("Course").getByRole("img", { name: /tracks of 8 boats. Pin ± 18 m/ })).toBeVisible();
  await expect.element(card("Legs").getByRole("row", { name: /Vidal/ })).toHaveTextContent("6:55");
});

test("on the first leg no places are won or lost, since no boat has one before it", async () => {
  await openReport();
  const heads = () => card("Legs").getByRole("columnheader");
  const named = (name: string) => heads().filter({ hasText: name });
  await expect.element(named("Time")).toBeVisible();
  await expectCount(named("Places"), 0);
  await card("Legs").getByRole("radio", { name: "2 down" }).click();
  await expect.element(named("Places")).toBeVisible();
});

test("a boat of a table becomes the focus boat everywhere and stays in the address", async () => {
  await openReport();
  // Without a boat in the address it is the winner for a viewer who did not sail.
  await expect.element(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 29375, Jon Etxeberria");
  await card("Legs").getByRole("button", { name: "ESP 31104 Lucía Ferrer" }).click();
  await expect.poll(address).toMatch(/boat=4103/);
  await expect.element(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 31104, Lucía Ferrer");
  await expect.element(page.getByCss("dl").first()).toHaveTextContent(/Place\s*3\s*of 8/);
  await card("Legs").getByRole("radio", { name: "2 down" }).click();
  await expect.element(card("Legs").getByRole("columnheader", { name: "At mark 2" })).toBeVisible();
  await reload();
  await expect.element(card("Legs").getByRole("radio", { name: "2 down" })).toBeChecked();
  await expect.element(page.getByRole("combobox", { name: "Focus boat" })).toHaveText("ESP 31104, Lucía Ferrer");
});

test("the moment moves by arrow keys and pointer, and the gaps can be read as a table", async () => {
  await openReport({}, "?boat=4101&t=2026-11-15T11:40:00Z");
  const saying = (text: RegExp) =>
    expect.element(moment()).toHaveAttribute("aria-valuetext", expect.stringMatching(text));
  await saying(/^12:40:00. ESP 30782: 0:\d\d min behind/);
  await focus(moment());
  await press("ArrowRight");
  await press("Shift+ArrowRight");
  await saying(/^12:40:11/);
  const box = moment().element().getBoundingClientRect();
  await mouse([{ move: [box.x + 40, box.y + 100] }, "down", "up"]);
  await saying(/^12:30:/);
  await page.getByRole("radio", { name: "Metres" }).click();
  await saying(/m behind|leading/);
  await page.getByRole("button", { name: "Behind the leader: show the table" }).click();
  const row = card("Behind the leader").getByRole("row", { name: /Vidal/ });
  await expect.element(row.getByRole("cell")).toHaveLength(5);
  await page.getByRole("radio", { name: "Seconds" }).click();
  await expect.element(row).toHaveTextContent("+0:11");
});

test("two boats are compared on a leg: phases, causes, and what cannot be compared", async () => {
  await openReport({}, "?boat=4101&leg=1");
  const duel = card("Two boats");
  await expect.element(duel.getByRole("img", { name: /Marta Vidal against Jon Etxeberria on leg 1/ })).toBeVisible();
  await expect
    .element(duel)
    .toHaveTextContent("Marta Vidal lost 24.0 ± 7 m by the side of the course and gained 8.5 ± 3 m by speed.");
  const apart = duel.getByRole("row", { name: "Apart, Jon Etxeberria on the right" });
  await expect.element(apart).toHaveTextContent("−20.0");
  await apart.hover();
  await focus(duel.getByRole("combobox", { name: "Second boat" }));
  await press("Enter");
  await page.getByRole("option", { name: "ESP 31104, Lucía Ferrer" }).click();
  await expect.poll(address).toMatch(/against=4103/);
  await expect.element(duel.getByRole("img", { name: /Marta Vidal against Lucía Ferrer/ })).toBeVisible();
  await duel.getByRole("radio", { name: "4 down" }).click();
  await expect.element(duel).toHaveTextContent("These two boats did not sail leg 4 together");
  await onPhone();
  await duel.getByRole("radio", { name: "2 down" }).click();
  await expect.element(duel.getByRole("row", { name: "Both on starboard" })).toBeVisible();
});

test("two boats that could not be read are tried again, and the rest of the report is there", async () => {
  const answers = await openReport({ duel_status: 500 });
  const duel = card("Two boats");
  await expect.element(duel.getByRole("alert")).toBeVisible();
  await expect.element(card("Legs").getByRole("row", { name: /Vidal/ })).toBeVisible();
  answers.duel_status = 200;
  await duel.getByRole("button", { name: "Try again" }).click();
  await expect.element(duel.getByRole("row", { name: "To the mark" })).toBeVisible();
});

test("the map opens at the moment and with the boat of the report", async () => {
  await openReport({}, "?boat=4103&t=2026-11-15T11:40:00Z");
  const link = page.getByRole("link", { name: "Show on map" });
  await expect.element(link).toHaveAttribute("href", `/races/${RACE_ID}?t=2026-11-15T11%3A40%3A00.000Z&boat=4103`);
});

test("a mark is moved by arrow keys, undone, and estimated again after a question", async () => {
  const answers = await openReport();
  await page.getByRole("button", { name: "Place marks" }).click();
  await focus(grip(/^2 ± 8 m\. Arrow keys/));
  await press("Shift+ArrowUp");
  await press("ArrowUp");
  await expect.poll(() => answers.sent.length).toBe(1);
  const [placed] = answers.sent[0]!;
  expect(placed).toMatchObject({ action: "place_mark", waypoint: 2, mark: 0 });
  const { lat_deg } = answers.day!.races[0]!.waypoints[2]!.marks[0]!;
  expect((placed as { lat_deg: number }).lat_deg - lat_deg).toBeCloseTo(11 / 111_195, 6);
  await expect.element(grip(/^2, placed by hand/)).toHaveFocus();
  await expect.element(card("Course")).toHaveTextContent("placed by hand");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => answers.sent.at(-1)).toEqual([]);
  await expect.element(grip(/^2 ± 8 m/)).toBeVisible();

  await focus(grip(/^Pin ±/));
  await press("ArrowLeft");
  await expect.poll(() => answers.sent.at(-1)?.length).toBe(1);
  await page.getByRole("button", { name: "Estimate again" }).click();
  const question = page.getByRole("dialog", { name: "Estimate the course again?" });
  await expect.element(question.getByRole("button", { name: "Keep them" })).toHaveFocus();
  await question.getByRole("button", { name: "Estimate again" }).click();
  await expect.poll(() => answers.sent.at(-1)).toEqual([]);
  await expect.element(grip(/^Pin ± 18 m/)).toBeVisible();
});

test("a mark is dragged on a magnified map", async () => {
  const answers = await openReport();
  await page.getByRole("button", { name: "Place marks" }).click();
  const mark = grip(/^1, 3 ±/);
  await focus(mark);
  await page.getByRole("button", { name: "Larger" }).click();
  await page.getByRole("button", { name: "Larger" }).click();
  await expect.element(mark).toBeInViewport();
  const box = mark.element().getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await mouse([{ move: [x, y] }, "down", { move: [x + 10, y], steps: 3 }, { move: [x + 30, y], steps: 3 }, "up"]);
  await expect.poll(() => answers.sent.length).toBe(1);
  expect(answers.sent[0]!.map((one) => one.action === "place_mark" && one.waypoint)).toEqual([1, 3]);
  const moved = () =>
    grip(/^1, 3, placed by hand/)
      .element()
      .getBoundingClientRect().x - box.x;
  await expect.poll(() => Math.abs(moved() - 30)).toBeLessThan(1.5);
});

test("a change that is not stored is kept, named and sent again", async () => {
  const answers = await openReport({ save_status: 500 });
  await page.getByRole("button", { name: "Place marks" }).click();
  await focus(grip(/^2 ±/));
  await press("ArrowUp");
  const course = card("Course");
  await expect.element(course.getByRole("alert")).toHaveTextContent("The server has a fault.");
  await expect
    .element(course.getByRole("alert"))
    .toHaveTextContent("Your change is kept on this page, but not stored.");
  await expect.element(grip(/^2, placed by hand/)).toBeVisible();
  answers.save_status = 200;
  await course.getByRole("button", { name: "Try again" }).click();
  await expect.element(course.getByRole("alert")).not.toBeInTheDocument();
  expect(answers.sent).toHaveLength(2);
  expect(answers.sent[1]).toEqual(answers.sent[0]);
});

test("a change is added to what somebody else has changed in the meantime", async () => {
  const answers = await openReport();
  const theirs = { action: "set_clock" as const, track: "4108", ahead_s: 2 };
  answers.overtaken = [theirs];
  await page.getByRole("button", { name: "Place marks" }).click();
  await focus(grip(/^2 ±/));
  await press("ArrowUp");
  await expect.element(page.getByText(/Their changes are kept, and yours are added to them/)).toBeVisible();
  expect(answers.sent).toHaveLength(1);
  expect(answers.sent[0]![0]).toEqual(theirs);
  expect(answers.sent[0]![1]).toMatchObject({ action: "place_mark", waypoint: 2 });
});

test("the gun is set to a second, or to another moment that was likely", async () => {
  const answers = await openReport();
  await page.getByRole("button", { name: "Place marks" }).click();
  const gun = page.getByLabelText("Gun, Madrid time");
  await gun.fill("noon");
  await focus(gun);
  await press("Enter");
  await expect.element(page.getByText("Write the time as hours, minutes and seconds")).toBeVisible();
  await gun.fill("12:30:00");
  await focus(gun);
  await press("ArrowUp");
  await focus(gun);
  await press("Shift+ArrowUp");
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

test("without a race the report says why and takes the start by hand", async () => {
  const note = { code: "no_start" as const, text: "No start found. Set it by hand.", track: null };
  const day = { races: [], practice_starts: [], notes: [note] };
  const answers = await openReport({ day });
  await expect.element(page.getByText("No start found. Set it by hand.")).toBeVisible();
  await page.getByLabelText("Gun, Madrid time").fill("12:30");
  await page.getByRole("button", { name: "Set the start by hand" }).click();
  await expect
    .poll(() => answers.sent.at(-1))
    .toEqual([{ action: "set_gun", at: "2026-11-15T11:30:00.000Z", gun_time: "2026-11-15T11:30:00.000Z" }]);
});

test("the races of a day are chosen in the head", async () => {
  const answers = answerRaceReport();
  answers.day!.races.push(secondRace());
  await openReport({ day: answers.day });
  await expect.element(page.getByRole("radio", { name: "12:30" })).toBeChecked();
  await page.getByRole("radio", { name: "13:30" }).click();
  await expect.poll(address).toMatch(/race=2/);
  await expect.element(card("Start")).toHaveTextContent("Gun at 13:30:00");
});

test("what is not known is left out with its reason", async () => {
  const answers = answerRaceReport();
  const race = answers.day!.races[0]!;
  const text = "The wind of this race is not known: legs and gaps are left out.";
  Object.assign(race, { legs: [], waypoints: [], line: null });
  race.notes.push({ code: "no_wind", text, track: null });
  race.notes.push({ code: "few_boats", text: "Three boats are too few to find the gun.", track: null });
  for (const boat of race.boats) Object.assign(boat, { start: null, legs: [], passings: [] });
  await openReport({ day: answers.day });
  await expect.element(card("Legs")).toHaveTextContent(text);
  await expect.element(card("Behind the leader")).toHaveTextContent(text);
  await expect.element(card("Start")).toHaveTextContent("too few to find the gun");
  await page.getByRole("button", { name: "Place marks" }).click();
  await expect.element(page.getByRole("button", { name: "Add the starting line" })).toBeVisible();
});

test("a report that is being computed appears by itself", async () => {
  const { day } = answerRaceReport();
  const answers = await openReport({ day: null, processing_status: 1 });
  await expect.element(page.getByText("The race is being computed. It appears here by itself.")).toBeVisible();
  Object.assign(answers, { day, processing_status: 3 });
  await expect.element(card("Legs")).toBeVisible();
});

test("a report that could not be read is read again", async () => {
  answerRaceReport();
  answer("GET /races/{id}/report/", () => refusal(500, { detail: "The server has a fault." }));
  await open(REPORT);
  await expect.element(page.getByRole("alert")).toHaveText("The server has a fault.");
  answerRaceReport();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(card("Legs")).toBeVisible();
});

test("a link to a report that has ended says so", async () => {
  answerRaceReport();
  for (const route of ["GET /races/{id}/", "GET /races/{id}/report/"] as const) answer(route, () => refusal(404));
  await open(`${REPORT}?share_id=ended`);
  await expect.element(page.getByText("This race report could not be opened")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Back to the races" })).toBeVisible();
});

test("the holder of a link reads the report without an account, and changes nothing", async () => {
  const { summary } = answerRaceReport();
  Object.assign(summary.can, { edit: false, share: false });
  await open(`${REPORT}?share_id=open`, { user: null });
  await expect.element(card("Legs")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Place marks" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Share Race" })).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("link", { name: "Show on map" }))
    .toHaveAttribute("href", expect.stringMatching(/share_id=open/));
});

/** The paths of the boats that are drawn on the map of the course. */
const drawnTracks = () => card("Course").getByCss('path[stroke^="var(--boat-"]');

test("the report is complete without a network, from a server on the same machine", async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await openReport({}, "?boat=4101&leg=1");
  await expect.element(moment()).toBeVisible();
  await expect
    .element(card("Two boats").getByRole("row", { name: "Apart, Jon Etxeberria on the right" }))
    .toBeVisible();
  await expect.element(drawnTracks()).toHaveLength(8);
});

test("the map of the course asks for the positions of the boats alone", async () => {
  answerRaceReport();
  const asked = new Set<string | null>();
  answer("GET /races/{id}/tracks/{track_id}/columns/", ({ params, query }) => {
    asked.add(query.get("only"));
    return trackBytes(params.track_id!);
  });
  await open(REPORT);
  await expect.element(drawnTracks()).toHaveLength(8);
  expect([...asked]).toEqual(["positions"]);
});

test("a page that was left while its tracks were loading loads the others when it is opened again", async () => {
  const isSlow = (track: string) => track > "4104" && !isBack;
  let isBack = false;
  answerRaceReport();
  answer("GET /races/{id}/tracks/{track_id}/columns/", ({ params }) =>
    isSlow(params.track_id!) ? new Promise<never>(() => undefined) : trackBytes(params.track_id!),
  );
  answer("GET /teams/", () => []);
  await open(REPORT);
  await expect.element(drawnTracks()).toHaveLength(4);
  await page.getByRole("link", { name: "Teams" }).first().click();
  await expect.element(page.getByRole("heading", { name: "Teams", exact: true })).toBeVisible();
  isBack = true;
  history.back();
  await expect.element(drawnTracks()).toHaveLength(8);
});

test("a boat whose track could not be loaded is named, and is on the map once it could", async () => {
  let status = 503;
  answerRaceReport();
  answer("GET /races/{id}/tracks/{track_id}/columns/", ({ params }) =>
    params.track_id === "4102" || params.track_id === "4103" ? answered(params.track_id) : trackBytes(params.track_id!),
  );
  const answered = (track: string) => (status === 200 ? trackBytes(track) : refusal(status));
  await open(REPORT);
  const course = card("Course");
  await expect
    .element(course.getByRole("alert"))
    .toHaveTextContent("Not on the map, because their tracks could not be loaded: ESP 29375 and ESP 31104.");
  await expect.element(course.getByRole("img", { name: /tracks of 6 boats/ })).toBeVisible();
  status = 200;
  await course.getByRole("button", { name: "Try again" }).click();
  await expect.element(course.getByRole("img", { name: /tracks of 8 boats/ })).toBeVisible();
  await expect.element(course.getByRole("alert")).not.toBeInTheDocument();
});
