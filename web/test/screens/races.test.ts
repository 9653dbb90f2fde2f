/** The list of races and a race's page: what is said while the wind is worked out, and what the dialogs do. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { raceSummary, trackBytes } from "../../e2e/race-sailed";
import { reportOf } from "../helpers";
import { answer, refusal } from "./answers";
import { ADA, GRACE, onePage, raceOf, trackOf } from "./made";
import { open, reload } from "./screen";
import { chooseInMenu, expectAddress, expectCount } from "./shown";
import { answerTracks } from "./track-answers";

const COACH = ADA;
const TRACKS = [23, 22, 21].map((id) => trackOf({ id, full_name: "Jon Roig", boat_name: "Laser" }));
const ROW = page.getByRole("article", { name: /^Trofeo Otoño, / });
const MENU = page.getByRole("button", { name: "More for Trofeo Otoño" });
const dialog = (name: string) => page.getByRole("dialog", { name });

test("a race in the list says where and when it was, by its number without a name, and what is done with its wind", async () => {
  const race = raceOf({ name: "", processing_status: 4 });
  race.competitors.pop();
  answerTracks(TRACKS, [race]);
  answer("GET /races/info/{id}/", () => race);
  await open("/home?tab=races", { user: COACH });
  const row = page.getByRole("article", { name: /^Race 4, / });
  await expect.element(row.getByRole("status")).toHaveTextContent("Race wind data is updating");
  for (const text of ["13:02, Madrid time", "Coach: Ada King", "Tracks 21, 22"])
    await expect.element(row).toHaveTextContent(text);
  await expect.element(page.getByText("El Saler, Spain").first()).toBeVisible();
  Object.assign(race, { name: "Trofeo Otoño", processing_status: 2 });
  await reload();
  await expect.element(ROW.getByText("There was an error processing this race.")).toBeVisible();
  race.processing_status = 1;
  await reload();
  await expect.element(ROW.getByRole("status")).toHaveTextContent("Working on this race");
});

test("saving the same name and the same tracks closes the dialogs without a call; other tracks are saved with a notice", async () => {
  const race = raceOf();
  const sent: unknown[] = [];
  answerTracks(TRACKS, [race]);
  answer("PATCH /races/{id}/tracks/", ({ body }) => {
    sent.push(body);
    return race;
  });
  await open("/home?tab=races", { user: COACH });
  await chooseInMenu(MENU, "Change Name");
  await dialog("Change Race Name").getByRole("button", { name: "Save" }).click();
  await expectCount(dialog("Change Race Name"), 0);
  const manage = dialog("Manage Tracks");
  const boxes = manage.getByRole("checkbox", { name: /^Track/ });
  await chooseInMenu(MENU, "Manage Tracks");
  await expectCount(boxes, 3);
  await manage.getByRole("button", { name: "Save" }).click();
  await expectCount(manage, 0);
  expect(sent).toEqual([]);

  await chooseInMenu(MENU, "Manage Tracks");
  await manage.getByRole("checkbox", { name: /^Track/, checked: false }).click();
  await manage.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Race tracks successfully updated.")).toBeVisible();
  expect(sent).toEqual([{ race: race.id, tracks: [21, 22, 23] }]);
});

test("a race is made from the days that have tracks alone; a day whose tracks are gone says so", async () => {
  const asked = answerTracks(TRACKS, [raceOf()]);
  await open("/home?tab=races", { user: COACH });
  await page.getByRole("button", { name: "New Race" }).first().click();
  const form = dialog("New Race");
  const track = /^Track \d+, Jon Roig, Laser, 13:02 to 14:12$/;
  await expectCount(form.getByRole("checkbox", { name: track }), 3);
  expect(asked.at(-1)!.get("day")).toBe("2026-06-13");
  const days = form.getByRole("gridcell").getByRole("button").elements() as HTMLButtonElement[];
  expect(days.filter((day) => !day.disabled)).toHaveLength(1);
  await form.getByRole("button", { name: "Cancel" }).click();

  answer("GET /tracks/", () => onePage([]));
  await page.getByRole("button", { name: "New Race" }).first().click();
  await expect.element(form.getByText("No Tracks", { exact: true })).toBeVisible();
  await expect.element(form.getByText("Please select another date.")).toBeVisible();
  await expect.element(form.getByRole("button", { name: "Save" })).toBeDisabled();
});

test("a deletion of a race counts with 204 alone", async () => {
  answerTracks([], [raceOf()]);
  const deletions = vi.fn(() => refusal(200));
  answer("DELETE /races/{id}/", deletions);
  await open("/home?tab=races", { user: COACH });
  await chooseInMenu(MENU, "Delete Race");
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expectCount(page.getByRole("dialog"), 0);
  expect(deletions).toHaveBeenCalledOnce();
  await expectCount(page.getByText("Race has been deleted."), 0);
  await expect.element(ROW).toBeVisible();
});

/** Answers the calls of the page of a race with two of the boats of the model in race-sailed.ts. */
function answerRace(changes: object = {}) {
  const summary = raceSummary();
  const { wind_estimates: _, ...race } = summary as typeof summary & { wind_estimates: unknown };
  const { track: boats, ...info } = race as typeof race & { track: object[] };
  const answers = { info: { ...info, ...changes }, asked_ms: [] as number[] };
  answer("GET /races/info/{id}/", () => {
    answers.asked_ms.push(performance.now());
    return Response.json(answers.info);
  });
  answer("GET /races/{id}/", () => Response.json({ ...summary, ...changes, track: boats.slice(0, 2) }));
  answer("GET /races/{id}/tracks/{track_id}/columns/", ({ params }) => trackBytes(params.track_id!));
  const files = [{ ...reportOf({ boat_class: "Snipe" }), maneuvers: [], straights: [] }];
  answer("GET /races/{id}/tracks/{track_id}/analysis/", () => ({ engine: "1", parameters: {}, files, failed: [] }));
  answer("GET /races/{id}/journal/", () => onePage([]));
  answer("GET /races/{id}/report/", () => ({
    processing_status: 3 as const,
    report: null,
    corrections: [],
    version: "1",
  }));
  return answers;
}

const openRace = () => open("/races/987654", { user: GRACE });
const PLAY = page.getByRole("button", { name: "Play", exact: true });

for (const { status, text } of [
  { status: 1, text: "Wind data is processing." },
  { status: 2, text: "There was an error processing this race." },
  { status: 4, text: "Race wind data is updating" },
]) {
  test(`the page of a race with status ${status} says: ${text}`, async () => {
    answerRace({ processing_status: status, error: null });
    await openRace();
    await expect.element(page.getByText(text).first()).toBeVisible();
    // The boats are shown meanwhile.
    await expect.element(PLAY).toBeVisible();
  });
}

test("the page of a race asks every five seconds until its wind is known", async () => {
  const answers = answerRace({ processing_status: 4 });
  await openRace();
  await expect.element(page.getByText("Race wind data is updating")).toBeVisible();
  await expect.element(PLAY).toBeVisible();
  await expect.poll(() => answers.asked_ms.length, { timeout: 8000 }).toBe(2);
  expect(answers.asked_ms[1]! - answers.asked_ms[0]!).toBeGreaterThan(4900);
  Object.assign(answers.info, { processing_status: 3 });
  await expect.poll(() => answers.asked_ms.length, { timeout: 8000 }).toBe(3);
  await expectCount(page.getByText("Race wind data is updating"), 0);
});

test("the header names the race that is open, also one without a name, and no race after leaving it", async () => {
  answerRace({ name: "" });
  answerTracks([]);
  await openRace();
  await expect.element(page.getByRole("banner")).toHaveTextContent("Race 987654");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveText("Race 987654");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tracks" }).click();
  await expectAddress("/home");
  await expect.element(page.getByRole("banner")).not.toHaveTextContent("Race 987654");
});

test("a race that is answered without number and name is called Race, in head, title and heading", async () => {
  answerRace({ id: undefined, name: undefined });
  await openRace();
  await expect.element(PLAY).toBeVisible();
  await expect.element(page.getByRole("banner")).toHaveTextContent("Race");
  await expect.element(page.getByRole("heading", { name: "Race", exact: true })).toBeVisible();
  await expect.poll(() => document.title).toMatch(/^Race\b/);
  for (const text of [document.title, document.body.innerText]) expect(text).not.toContain("undefined");
});

test("a race that does not exist leads back to the tracks with the server's sentence", async () => {
  answerTracks([]);
  answer("GET /races/info/{id}/", () => refusal(404, { detail: "There is no such race." }));
  await openRace();
  await expectAddress(/^\/home/);
  await expect.element(page.getByText("There is no such race.")).toBeVisible();
});
