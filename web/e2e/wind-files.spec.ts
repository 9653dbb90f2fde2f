/** Wind files: uploaded, reported on, attached to a track, deleted. */
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "./flow";
import {
  type Account,
  accessible,
  createAccount,
  fitsTheScreen,
  fixture,
  logIn,
  logInAsNew,
  recording,
  uploadTrack,
} from "./helpers";

const READ = { timeout: 60_000 };
const log = () => readFileSync(fixture("j70-with-wind-log.wind.nmea"));

/** Uploads a wind log by the dialog and waits until it is read. */
async function uploadLog(page: Page, name: string, buffer: Buffer) {
  await page.getByRole("button", { name: "Upload Wind File" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Wind File" });
  await dialog.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog).toBeHidden(READ);
  return page.getByRole("article", { name });
}

/** Uploads the log of the fixtures through the API; returns the id of the wind file. */
async function storeLog(page: Page, account: Account): Promise<number> {
  const headers = { authorization: `Bearer ${account.access}` };
  const upload = await (await page.request.get("/api/windfiles/path/", { headers })).json();
  const stored = await page.request.put(upload.url, { headers: upload.headers, data: log() });
  expect(stored.ok(), await stored.text()).toBe(true);
  const data = { file_path: upload.file_path, orig_file_name: "committee-boat.txt" };
  const { id } = await (await page.request.post("/api/windfiles/", { headers, data })).json();
  const status = async () =>
    (await (await page.request.get(`/api/windfiles/${id}/`, { headers })).json()).processing_status;
  await expect.poll(status, READ).toBe(3);
  return id;
}

/** Makes a report of a whole wind file through the API. */
async function storeReport(page: Page, account: Account, wind_file: number, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${account.access}` };
  const { start_time, end_time } = await (await page.request.get(`/api/windfiles/${wind_file}/`, { headers })).json();
  const data = { wind_file, name, start_time, end_time };
  return (await (await page.request.post("/api/windreports/", { headers, data })).json()).id;
}

test("a sailor uploads a wind log: only one .txt file, then it is in the list with its map", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/home");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wind" }).click();
  await expect(page.getByText("No wind files yet")).toBeVisible();

  await page.getByRole("button", { name: "Upload Wind File" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload Wind File" });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Track File required");
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: "wind.csv", mimeType: "text/plain", buffer: Buffer.from("a") });
  await expect(dialog.getByRole("alert")).toContainText(".txt");
  await accessible(page);
  await page.keyboard.press("Escape");

  const row = await uploadLog(page, "committee-boat.txt", log());
  await expect(row.getByRole("button", { name: "Create Report" })).toBeVisible(READ);
  await expect(row.getByRole("img")).toBeVisible();
  await expect(row).toContainText("No reports yet");
  await accessible(page);
});

test("a report is made of a part of a wind log, and read with the arrow keys", async ({ page }) => {
  const account = await createAccount();
  await logIn(page, account);
  await storeLog(page, account);
  await page.goto("/wind");
  await page.getByRole("button", { name: "Create Report" }).click();
  const form = page.getByRole("dialog", { name: "Create Report" });
  const create = form.getByRole("button", { name: "Create and View" });
  await expect(create).toBeDisabled();
  await form.getByLabel("Name").fill("First beat");
  await expect(create).toBeEnabled();
  await form.getByLabel("Start, time").fill("");
  await expect(create).toBeDisabled();
  const start = form.getByRole("slider", { name: "Start of the report" });
  await start.press("Home");
  await start.press("ArrowRight");
  await start.press("ArrowRight");
  // The log begins at 11:20 in its own zone.
  await expect(form.getByLabel("Start, time")).toHaveValue("11:22");
  await create.click();

  await expect(page).toHaveURL(/\/wind-report\/\d+$/);
  await expect(page.getByRole("heading", { name: "Wind Report: First beat" })).toBeVisible();
  await expect(page.getByText("11:22 to 11:32, New York time", { exact: false })).toBeVisible();
  for (const name of ["Average", "Standard deviation", "Trend per 1 s", "Trend per 1 min"])
    await expect(page.getByText(name, { exact: true })).toHaveCount(2, READ);
  await expect(
    page.getByText("For relative stability metrics to be calculated, you must have more than one wind report."),
  ).toBeVisible();
  const chart = page.getByRole("slider", { name: /^Wind speed and direction/ });
  await chart.press("Home");
  await expect(chart).toHaveAttribute("aria-valuetext", /^\d\d:\d\d:\d\d, \d+\.\d kn, from \d+°$/);
  const first = await chart.getAttribute("aria-valuetext");
  await chart.press("Shift+ArrowRight");
  await expect(chart).not.toHaveAttribute("aria-valuetext", first!);
  await accessible(page);
});

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, by_px: number) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by_px, from.y, { steps: 4 });
  await page.mouse.up();
}

test("the window of a wind report is dragged by an end, as a whole, and to a place that is pressed", async ({
  page,
}) => {
  const account = await createAccount();
  await logIn(page, account);
  await storeLog(page, account);
  await page.goto("/wind");
  await page.getByRole("button", { name: "Create Report" }).click();
  const form = page.getByRole("dialog", { name: "Create Report" });
  const end = form.getByRole("slider", { name: "End of the report" });
  const start = form.getByRole("slider", { name: "Start of the report" });
  const seconds = async () =>
    Promise.all([start, end].map(async (one) => Number(await one.getAttribute("aria-valuenow"))));
  const [, whole] = await seconds();
  await drag(page, await middleOf(end), -160);
  const [first, shorter] = await seconds();
  expect(first).toBe(0);
  expect(shorter! % 60).toBe(0);
  expect(shorter).toBeLessThan(whole! - 60);
  const [left, right] = [await middleOf(start), await middleOf(end)];
  await drag(page, { x: (left.x + right.x) / 2, y: right.y }, 60);
  const [later, later_end] = await seconds();
  expect(later).toBeGreaterThan(0);
  expect(later_end! - later!).toBe(shorter! - first!);
  const { x, y } = await middleOf(end);
  await page.mouse.click(x + 50, y);
  await expect.poll(async () => (await seconds())[1]).toBeGreaterThan(later_end!);
  expect((await seconds())[0]).toBe(later);
});

test("a report and its wind log are deleted after a question each", async ({ page }) => {
  const account = await createAccount();
  await logIn(page, account);
  const report = await storeReport(page, account, await storeLog(page, account), "First beat");
  await page.goto(`/wind-report/${report}`);
  await page.getByRole("button", { name: "Delete Report" }).click();
  await expect(page.getByText("Are you sure you want to delete this wind report?")).toBeVisible();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Wind report deleted successfully.")).toBeVisible();
  await expect(page).toHaveURL(/\/wind$/);
  const row = page.getByRole("article", { name: "committee-boat.txt" });
  await expect(row).toContainText("No reports yet");

  await row.getByRole("button", { name: "More for committee-boat.txt" }).click();
  await page.getByRole("menuitem", { name: "Delete Wind File" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Wind file deleted successfully.")).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("No wind files yet")).toBeVisible();
});

test("a report says how puffy and shifty the wind was beside the sailor's other reports", async ({ page }) => {
  const account = await createAccount();
  await logIn(page, account);
  const file = await storeLog(page, account);
  await storeReport(page, account, file, "One");
  const report = await storeReport(page, account, file, "Two");
  await page.goto(`/wind-report/${report}`);
  await expect(page.getByText("This report was puffier than 50% of your other reports.")).toBeVisible(READ);
  await expect(page.getByText("This report was shiftier than 50% of your other reports.")).toBeVisible();
  await expect(page.getByRole("img", { name: /^Direction, difference from the average in degrees/ })).toBeVisible();
  await page.getByRole("link", { name: `Wind file ${file}` }).click();
  await expect(page.getByRole("article", { name: "committee-boat.txt" })).toContainText("2 reports");
});

test("a wind log is attached to a track from its report, and the report then has the measured wind", async ({
  page,
}) => {
  const account = await createAccount();
  await logIn(page, account);
  await storeLog(page, account);
  const id = await uploadTrack(account, { path: fixture("j70-with-wind-log.gpx"), boat_class: "J70" });
  await page.goto(`/reports/${id}`);
  await expect(page.getByText("No wind data available.")).toBeVisible(READ);
  await page.getByRole("button", { name: "Attach Wind File" }).click();
  const dialog = page.getByRole("dialog", { name: "Attach Wind File" });
  await expect(dialog.getByRole("radio", { name: /^committee-boat\.txt.*covers \d+\s%/ })).toBeChecked();
  await accessible(page);
  await dialog.getByRole("button", { name: "Attach", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Average TWS")).toBeVisible(READ);
  for (const name of ["Average TWD", "Direction stability", "Pressure stability"])
    await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText("No wind data available.")).toHaveCount(0);
  await accessible(page);
});

test("a text without wind is named as not readable, and can be deleted", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/wind");
  const row = await uploadLog(page, "notes.txt", Buffer.from("The wind was from the left.\n".repeat(20)));
  await expect(row.getByText("There was an error processing this wind file.")).toBeVisible(READ);
  await expect(row.getByRole("button", { name: "Create Report" })).toHaveCount(0);
  await accessible(page);
});

test("the same log uploaded again is in the list once", async ({ page }) => {
  const account = await createAccount();
  await logIn(page, account);
  await storeLog(page, account);
  await page.goto("/wind");
  await expect(page.getByRole("article")).toHaveCount(1);
  await uploadLog(page, "again.txt", log());
  await expect(page.getByText("This log was uploaded before. It is in the list once.")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("wind files and a wind report fit a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const account = await createAccount();
  await logIn(page, account);
  const file = await storeLog(page, account);
  const report = await storeReport(page, account, file, "The second race of the afternoon, last beat");
  await page.goto("/wind");
  await expect(page.getByRole("article")).toHaveCount(1);
  await accessible(page);
  await fitsTheScreen(page);
  await page.getByRole("button", { name: "Create Report" }).click();
  await expect(page.getByRole("slider", { name: "End of the report" })).toBeVisible();
  await accessible(page);
  await fitsTheScreen(page);
  await page.goto(`/wind-report/${report}`);
  await expect(page.getByRole("slider", { name: /^Wind speed and direction/ })).toBeVisible(READ);
  await accessible(page);
  await fitsTheScreen(page);
});

test("a wind report that does not exist says so and leads to the wind files", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/wind-report/99999999");
  await expect(page.getByText("This wind report could not be read")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Wind files" }).click();
  await expect(page).toHaveURL(/\/wind$/);
});

test("the log of a sports boat on Lake Geneva is read and reported on", async ({ page }) => {
  const path = recording("nmea/psaros33-2014-08-21.txt");
  await logInAsNew(page);
  await page.goto("/wind");
  const row = await uploadLog(page, "psaros33-2014-08-21.txt", readFileSync(path));
  await row.getByRole("button", { name: "Create Report" }).click(READ);
  const form = page.getByRole("dialog", { name: "Create Report" });
  await form.getByLabel("Name").fill("Evening");
  await form.getByRole("button", { name: "Create and View" }).click();
  await expect(page.getByRole("slider", { name: /^Wind speed and direction/ })).toBeVisible(READ);
  await expect(page.getByText("21 August 2014", { exact: false })).toBeVisible();
});

test("a wind file that is being read shows it; a report without numbers is processing; a refused deletion is told", async ({
  page,
}) => {
  const account = await createAccount();
  await logIn(page, account);
  const file = await storeLog(page, account);
  const report = await storeReport(page, account, file, "First beat");
  await page.route(/\/api\/windfiles\/(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const results = body.results.map((one: object) => ({ ...one, processing_status: 1 }));
    await route.fulfill({ response, json: { ...body, results } });
  });
  await page.goto("/wind");
  const row = page.getByRole("article", { name: "committee-boat.txt" });
  await expect(row.getByRole("status")).toContainText("Working on this wind file");
  await page.unrouteAll();
  await page.route(`**/api/windreports/${report}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), metrics: null, windpoints: [] } });
  });
  await page.goto(`/wind-report/${report}`);
  await expect(page.getByRole("status").getByText("Wind data is processing...")).toBeVisible();
  await page.unrouteAll();

  for (const answer of [
    { status: 403, json: { detail: "This is not yours to change." } },
    { status: 200, json: {} },
  ]) {
    await page.route(`**/api/windfiles/${file}/`, (route) =>
      route.request().method() === "DELETE" ? route.fulfill(answer) : route.continue(),
    );
    await page.goto("/wind");
    await row.getByRole("button", { name: "More for committee-boat.txt" }).click();
    await page.getByRole("menuitem", { name: "Delete Wind File" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(page.getByText("Failed to delete the wind file.").first()).toBeVisible();
    await page.unrouteAll();
  }
});

test("the report of a track whose wind report has no numbers yet says that the wind data is processing", async ({
  page,
}) => {
  const account = await createAccount();
  await logIn(page, account);
  const id = await uploadTrack(account, { path: fixture("j70-with-wind-log.gpx"), boat_class: "J70" });
  await page.route(new RegExp(`/api/tracks/${id}/\\?`), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), wind_file: 1 } });
  });
  await page.route("**/api/windfiles/1/reports/", (route) =>
    route.fulfill({ json: [{ id: 1, wind_file: 1, name: "First beat", metrics: null, error: null }] }),
  );
  await page.goto(`/reports/${id}`);
  await expect(page.getByText("Wind data is processing...")).toBeVisible(READ);
  await expect(page.getByText("The rest of the report is ready.")).toBeVisible();
});
