/** One track in the list: what its row says, and what its menu does. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "./flow";
import { type Account, chooseOption, fixture, logInAsNew, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };
const row = (page: Page) => page.getByRole("article").first();

async function choose(page: Page, entry: string) {
  await row(page).getByRole("button", { name: "More for Marta Vidal's track" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** Answers the list of tracks with these changes to every track. */
async function changeTracks(page: Page, changes: Record<string, unknown>) {
  await page.route(/\/api\/tracks\/\?/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const results = body.results.map((track: object) => ({ ...track, ...changes }));
    await route.fulfill({ response, json: { ...body, results } });
  });
}

/** Stores a wind log that goes with the track of the J70. */
async function storeLog(page: Page, { access }: Account) {
  const headers = { authorization: `Bearer ${access}` };
  const upload = await (await page.request.get("/api/windfiles/path/", { headers })).json();
  const data = readFileSync(fixture("j70-with-wind-log.wind.nmea"));
  await page.request.put(upload.url, { headers: upload.headers, data });
  const body = { file_path: upload.file_path, orig_file_name: "committee-boat.txt" };
  const { id } = await (await page.request.post("/api/windfiles/", { headers, data: body })).json();
  const status = async () =>
    (await (await page.request.get(`/api/windfiles/${id}/`, { headers })).json()).processing_status;
  await expect.poll(status, ready).toBe(3);
}

test("a row says who sailed when and where, in which boat, who sees it, and the estimated or the measured wind", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("j70-with-wind-log.gpx"), boat_class: "J70" });
  await storeLog(page, account);
  await page.goto("/home");
  for (const text of [/^Marta Vidal$/, /^J70$/, /^Public$/, /^\d\d:\d\d to \d\d:\d\d, New York time$/])
    await expect(row(page).getByText(text).first()).toBeVisible(ready);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Track List");
  await expect(page.getByText("Coconut Grove, United States", { exact: false }).first()).toBeVisible();
  await expect(row(page).getByText("Wind log")).toHaveCount(0);
  await expect(row(page).getByText("Low sample rate")).toHaveCount(0);
  const figure = (name: string) => row(page).getByText(name, { exact: true }).locator("xpath=following-sibling::dd");

  await choose(page, "Attach Wind File");
  const dialog = page.getByRole("dialog", { name: "Attach Wind File" });
  await expect(dialog.getByRole("radiogroup", { name: "Wind files" }).getByRole("radio")).toHaveCount(1);
  await dialog.getByRole("button", { name: "Attach", exact: true }).click();
  await expect(page.getByText("Wind data is processing.")).toBeVisible();
  await expect(figure("TWD")).toHaveText(/^\d+\.\d{3}°$/, ready);
  await expect(row(page).getByText("Wind log")).toBeVisible();

  // Sailed earlier, it stands below.
  await uploadTrack(account, { path: fixture("49er-kiel.fit") });
  await page.reload();
  const estimated = page.getByRole("article").nth(1).getByText("ETWD", { exact: true });
  await expect(estimated.locator("xpath=following-sibling::dd")).toHaveText(/^\d+\.\d{3}°$/);
});

test("a recording with one fix in five seconds has the mark of a low sample rate, and the upload says what is best", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-every-five-seconds.gpx") });
  await page.goto("/home");
  await expect(row(page).getByText("Low sample rate")).toBeVisible(ready);
  await row(page).getByText("Low sample rate").hover();
  await expect(page.getByText(/Set the device to one GPS sample per second/).first()).toBeVisible();
  await page.goto("/upload");
  await expect(page.getByText(/One GPS point a second is best\./)).toBeVisible();
});

for (const { hz, isMarked } of [
  { hz: 0.5, isMarked: true },
  { hz: 0.51, isMarked: false },
]) {
  test(`with ${hz} fixes a second a track ${isMarked ? "has" : "does not have"} the mark of a low sample rate`, async ({
    page,
  }) => {
    const account = await logInAsNew(page);
    await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
    await changeTracks(page, { sample_rate: hz });
    await page.goto("/home");
    await expect(row(page).getByText("Distance")).toBeVisible(ready);
    await expect(row(page).getByText("Low sample rate")).toHaveCount(isMarked ? 1 : 0);
  });
}

test("the boat class of a track is changed to one of the list for tracks", async ({ page }) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  await page.goto("/home");
  await choose(page, "Edit Boat Class");
  const dialog = page.getByRole("dialog", { name: "Edit Boat Class" });
  await dialog.getByLabel("Boat class").click();
  await expect(page.getByRole("option")).toHaveText([
    ...["29er", "470", "49er", "49erFX", "C420", "CFJ", "Formula Kite", "i420", "J70", "Laser", "Melges 24", "Moth"],
    ...["Nacra 17", "Viper 640", "Other", "Foil Pumping", "Kite Flying"],
  ]);
  await chooseOption(page.getByRole("option", { name: "Kite Flying" }));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Track has been updated.")).toBeVisible();
  await expect(row(page).getByText("Kite Flying")).toBeVisible();
});

test("points and source are saved under the date and the owner's name; without points there is no report", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  await page.goto("/home");
  for (const [entry, name] of [
    ["All Trackpoint Data (CSV)", /^\d{6}Vidal\.csv$/],
    ["Download Source", /^\d{6}Vidal\.fit$/],
    ["Spreadsheet Report", /^\d{6}Vidal-track-report\.xlsx$/],
  ] as const) {
    const saved = page.waitForEvent("download");
    await choose(page, entry);
    expect((await saved).suggestedFilename()).toMatch(name);
  }
  await page.route("**/api/download/exportCSV/**", (route) => route.fulfill({ status: 204 }));
  await choose(page, "All Trackpoint Data (CSV)");
  await expect(page.getByText("No Report for Download")).toBeVisible();
});

test("a notice is gone after three seconds", async ({ page }) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  await page.route("**/api/download/exportCSV/**", (route) => route.fulfill({ status: 204 }));
  await page.clock.install();
  await page.goto("/home");
  await choose(page, "All Trackpoint Data (CSV)");
  const notice = page.getByText("No Report for Download");
  await expect(notice).toBeVisible();
  await page.mouse.move(5, 400);
  await page.clock.runFor(3500);
  await expect(notice).toHaveCount(0);
});

test("a track that failed and one at work say so, and a deletion counts with 204 alone", async ({ page }) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  await changeTracks(page, { processing_status: 1, metric: null });
  await page.goto("/home");
  await expect(row(page).getByRole("status")).toContainText("Working on this track", ready);
  await page.unrouteAll();
  await changeTracks(page, { processing_status: 4 });
  await page.reload();
  await expect(row(page).getByRole("status")).toContainText("Wind is being updated", ready);
  await page.unrouteAll();
  await changeTracks(page, { processing_status: 2, metric: null });
  await page.reload();
  await expect(row(page).getByText("There was an error processing this track.")).toBeVisible(ready);
  await page.route(/\/api\/tracks\/\d+\/$/, (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 200, json: {} }) : route.continue(),
  );
  await choose(page, "Delete Track");
  const answer = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await answer;
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Track has been deleted.")).toHaveCount(0);
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("the list is narrowed to days between the oldest track and today, and widened again", async ({ page }) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  await page.clock.setFixedTime(new Date("2026-07-15T12:00:00Z"));
  await page.route(/\/api\/tracks\/oldest_date\//, (route) => route.fulfill({ json: { date: "2026-07-04" } }));
  await page.goto("/home");
  await page.getByRole("button", { name: "Dates" }).click();
  const calendar = page.getByRole("dialog", { name: "Dates" });
  await expect(calendar.getByText("A dot marks a day with tracks.")).toBeVisible(ready);
  const day = (name: string) => calendar.getByRole("button", { name: `${name} July 2026`, exact: true });
  for (const outside of ["3", "16"]) await expect(day(outside)).toBeDisabled();
  for (const inside of ["4", "15"]) await expect(day(inside)).toBeEnabled();
  await day("4").click();
  const narrowed = page.waitForRequest((request) => request.url().includes("end_date=2026-07-15"));
  await day("15").click();
  const asked = new URL((await narrowed).url()).searchParams;
  expect([asked.get("start_date"), asked.get("tz")]).toEqual(["2026-07-04", "Europe/Berlin"]);
  await expect(page.getByRole("button", { name: "Dates: 4 Jul 2026 to 15 Jul 2026" })).toBeVisible();
  await page.getByRole("button", { name: "Clear dates" }).click();
  await expect(page.getByRole("button", { name: "Dates", exact: true })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("a menu that opens under the pointer takes no click in its first 50 ms, one that was pressed open takes it at once", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  await uploadTrack(account, { path: fixture("49er-cross-current.fit") });
  await page.clock.install();
  await page.goto("/home");
  await expect(row(page).getByText("Distance")).toBeVisible(ready);
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 2000);
  await row(page).getByRole("button", { name: "More for Marta Vidal's track" }).hover();
  // The pointer rests for 80 ms before the menu opens, which is then 20 ms old.
  await page.clock.runFor(100);
  const entry = page.getByRole("menuitem", { name: "Delete Track" });
  await entry.dispatchEvent("click");
  await expect(entry).toBeVisible();
  await expect(page.getByText("Delete this track?")).toHaveCount(0);
  await page.clock.runFor(40);
  await entry.dispatchEvent("click");
  await expect(page.getByText("Delete this track?")).toBeVisible();

  await page.clock.runFor(1000);
  await page.keyboard.press("Escape");
  await page.clock.runFor(1000);
  await expect(page.getByText("Delete this track?")).toHaveCount(0);
  await row(page).getByRole("button", { name: "More for Marta Vidal's track" }).dispatchEvent("click");
  await expect(entry).toBeVisible();
  await entry.dispatchEvent("click");
  await expect(page.getByText("Delete this track?")).toBeVisible();
});
