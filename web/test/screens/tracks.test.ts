/** The list of tracks: what a row says, what its menu does, and the days that the list is narrowed to. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answer, refusal } from "./answers";
import { trackOf } from "./made";
import { mouse, open, press, reload } from "./screen";
import { chooseInMenu, chooseOption, expectAddress, expectCount, middleOf, openList, textsOf } from "./shown";
import { answerTracks } from "./track-answers";

const ROW = page.getByRole("article").first();
const MENU = page.getByRole("button", { name: "More for Marta Vidal's track" });

for (const { hz, isMarked } of [
  { hz: 0.5, isMarked: true },
  { hz: 0.51, isMarked: false },
]) {
  test(`with ${hz} fixes a second a track ${isMarked ? "has" : "does not have"} the mark of a low sample rate`, async () => {
    answerTracks([trackOf({ sample_rate: hz })]);
    await open("/home");
    await expect.element(ROW.getByText("Distance")).toBeVisible();
    await expectCount(ROW.getByText("Low sample rate"), isMarked ? 1 : 0);
  });
}

test("the boat class of a track is changed to one of the list for tracks", async () => {
  const track = trackOf();
  answerTracks([track]);
  answer("PATCH /tracks/{id}/", ({ body }) => Response.json(Object.assign(track, body)));
  await open("/home");
  await chooseInMenu(MENU, "Edit Boat Class");
  const dialog = page.getByRole("dialog", { name: "Edit Boat Class" });
  await openList(dialog.getByRole("combobox", { name: "Boat class" }));
  await expect
    .poll(() => textsOf(page.getByRole("option")))
    .toEqual([
      ...["29er", "470", "49er", "49erFX", "C420", "CFJ", "Formula Kite", "i420", "J70", "Laser", "Melges 24", "Moth"],
      ...["Nacra 17", "Viper 640", "Other", "Foil Pumping", "Kite Flying", "Another class…"],
    ]);
  await chooseOption("Kite Flying");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Track has been updated.")).toBeVisible();
  await expect.element(ROW.getByText("Kite Flying")).toBeVisible();
});

test("a boat class that is not listed is typed: its name is suggested, and one that is not known is refused in words", async () => {
  const track = trackOf();
  answerTracks([track]);
  const sentence = '"Spaceship" is not a boat class Leebow knows. Choose "Other" for it.';
  answer("PATCH /tracks/{id}/", ({ body }) =>
    (body as { boat_name: string }).boat_name === "Spaceship"
      ? refusal(400, { boat_name: [sentence] })
      : Response.json(Object.assign(track, body)),
  );
  await open("/home");
  await chooseInMenu(MENU, "Edit Boat Class");
  const dialog = page.getByRole("dialog", { name: "Edit Boat Class" });
  const list = dialog.getByRole("combobox", { name: "Boat class" });
  await openList(list);
  await chooseOption("Another class…");
  const typed = dialog.getByPlaceholder("Type a class");
  await expect.element(typed).toHaveFocus();
  await typed.fill("Spaceship");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText(sentence)).toBeVisible();
  await dialog.getByRole("button", { name: "Choose from the list" }).click();
  await expect.element(list).toHaveTextContent("Choose a class");
  await openList(list);
  await chooseOption("Another class…");
  await typed.fill("j/24");
  await expect.element(page.getByRole("option", { name: "J24" })).toBeInTheDocument();
  await press("Enter");
  await expect.element(typed).toHaveValue("J24");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(ROW.getByText("J24")).toBeVisible();
  await chooseInMenu(MENU, "Edit Boat Class");
  await expect.element(list).toHaveTextContent("J24");
});

test("a notice, here of a track without points, is gone after three seconds", async () => {
  answerTracks([trackOf()]);
  answer("GET /download/exportCSV/{id}/", () => new Response(null, { status: 204 }));
  await open("/home");
  await expect.element(MENU).toBeVisible();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await chooseInMenu(MENU, "All Trackpoint Data (CSV)");
  const notice = page.getByText("No Report for Download");
  await expect.element(notice).toBeVisible();
  await mouse([{ move: [5, 400] }]);
  await vi.advanceTimersByTimeAsync(3500);
  vi.useRealTimers();
  await expectCount(notice, 0);
});

test("a track that failed and one at work say so, and a deletion counts with 204 alone", async () => {
  const track = trackOf({ processing_status: 1 });
  const { metric } = track;
  track.metric = null;
  answerTracks([track]);
  await open("/home");
  await expect.element(ROW.getByRole("status")).toHaveTextContent("Working on this track");
  Object.assign(track, { processing_status: 4, metric });
  await reload();
  await expect.element(ROW.getByRole("status")).toHaveTextContent("Wind is being updated");
  Object.assign(track, { processing_status: 2, metric: null });
  await reload();
  await expect.element(ROW.getByText("There was an error processing this track.")).toBeVisible();
  const deletions = vi.fn(() => refusal(200));
  answer("DELETE /tracks/{id}/", deletions);
  await chooseInMenu(MENU, "Delete Track");
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expectCount(page.getByRole("dialog"), 0);
  expect(deletions).toHaveBeenCalledOnce();
  await expectCount(page.getByText("Track has been deleted."), 0);
  await expectCount(page.getByRole("article"), 1);
});

test("a track that is not analysed yet says so and leads back to the list", async () => {
  const track = trackOf({ processing_status: 1, metric: null });
  answerTracks([track]);
  for (const path of ["/tracks/7", "/reports/7"]) {
    await open("/about-these-numbers");
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    await open(path);
    await expect.element(page.getByText("Track is pending now, try again in a few seconds").first()).toBeVisible();
    await expectAddress("/home");
    // Back leads past the page that led here.
    history.back();
    await expectAddress("/about-these-numbers");
  }
});

test("a report or track that is not there says so, and leads back to the tracks", async () => {
  answerTracks([]);
  answer("GET /tracks/{id}/", () => refusal(404, { detail: "There is no such track." }));
  await open("/reports/7");
  await expect.element(page.getByRole("heading", { name: "This report could not be read" })).toBeVisible();
  await expect.element(page.getByText("There is no such track.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the tracks" }).click();
  await expectAddress("/home");
  await open("/tracks/7");
  await expect.element(page.getByText("There is no such track.")).toBeVisible();
  // A server that cannot answer now: the way back is there, too.
  answer("GET /tracks/{id}/", () => refusal(500, { detail: "There was a fault of the server." }));
  await open("/tracks/7");
  await expect.element(page.getByRole("link", { name: "Back to the tracks" })).toBeVisible();
});

test("the list is narrowed to days between the oldest track and today, and widened again", async () => {
  const asked = answerTracks([
    trackOf({ start_time: "2026-07-04T11:02:00.000Z", end_time: "2026-07-04T12:12:00.000Z" }),
  ]);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-07-15T12:00:00Z") });
  await open("/home");
  await page.getByRole("button", { name: "Dates" }).click();
  const calendar = page.getByRole("dialog", { name: "Dates" });
  await expect.element(calendar.getByText("A dot marks a day with tracks.")).toBeVisible();
  const day = (name: string) => calendar.getByRole("button", { name: `${name} July 2026`, exact: true });
  for (const outside of ["3", "16"]) await expect.element(day(outside)).toBeDisabled();
  for (const inside of ["4", "15"]) await expect.element(day(inside)).toBeEnabled();
  await day("4").click();
  await day("15").click();
  const parameters = () => ["start_date", "end_date", "tz"].map((name) => asked.at(-1)!.get(name));
  await expect.poll(parameters).toEqual(["2026-07-04", "2026-07-15", "Europe/Berlin"]);
  await expect.element(page.getByRole("button", { name: "Dates: 4 Jul 2026 to 15 Jul 2026" })).toBeVisible();
  await page.getByRole("button", { name: "Clear dates" }).click();
  await expect.element(page.getByRole("button", { name: "Dates", exact: true })).toBeVisible();
  await expectCount(page.getByRole("article"), 1);
  vi.useRealTimers();
});

test("a menu that opens under the pointer takes no click in its first 50 ms, one that was pressed open takes it at once", async () => {
  answerTracks([trackOf()]);
  await open("/home");
  await expect.element(ROW.getByText("Distance")).toBeVisible();
  const entry = page.getByRole("menuitem", { name: "Delete Track" });
  const question = page.getByText("Delete this track?");
  const press_entry = () => (entry.element() as HTMLElement).click();
  vi.useFakeTimers();
  const { x, y } = middleOf(MENU);
  await mouse([{ move: [x, y] }]);
  // The pointer rests for 80 ms before the menu opens, which is then 20 ms old.
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(entry).toBeVisible();
  press_entry();
  await vi.advanceTimersByTimeAsync(0);
  await expectCount(question, 0);
  await vi.advanceTimersByTimeAsync(40);
  press_entry();
  await vi.advanceTimersByTimeAsync(0);
  await expect.element(question).toBeVisible();
  vi.useRealTimers();

  await mouse([{ move: [5, 400] }]);
  await open("/home");
  await expect.element(ROW.getByText("Distance")).toBeVisible();
  (MENU.element() as HTMLElement).click();
  await expect.element(entry).toBeVisible();
  press_entry();
  await expect.element(question).toBeVisible();
});
