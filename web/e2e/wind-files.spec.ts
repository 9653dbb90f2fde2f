/** Wind files: uploaded, reported on, attached to a track. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "./flow";
import { type Account, createAccount, fixture, logIn, logInAsNew, recording, uploadTrack } from "./helpers";

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
  await page.keyboard.press("Escape");

  const row = await uploadLog(page, "committee-boat.txt", log());
  await expect(row.getByRole("button", { name: "Create Report" })).toBeEnabled(READ);
  await expect(row.getByRole("img")).toBeVisible();
  await expect(row).toContainText("No reports yet");
});

test("a report is made of a part of a wind log", async ({ page }) => {
  const account = await createAccount();
  await logIn(page, account);
  await storeLog(page, account);
  await page.goto("/wind");
  await page.getByRole("button", { name: "Create Report" }).click();
  const form = page.getByRole("dialog", { name: "Create Report" });
  await form.getByLabel("Name").fill("First beat");
  await form.getByLabel("Start, time").fill("11:22");
  await form.getByRole("button", { name: "Create and View" }).click();

  await expect(page).toHaveURL(/\/wind-report\/\d+$/);
  await expect(page.getByRole("heading", { name: "Wind Report: First beat" })).toBeVisible();
  await expect(page.getByText("11:22 to 11:32, New York time", { exact: false })).toBeVisible();
  for (const name of ["Average", "Standard deviation", "Trend per 1 s", "Trend per 1 min"])
    await expect(page.getByText(name, { exact: true })).toHaveCount(2, READ);
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
  await dialog.getByRole("button", { name: "Attach", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Average TWS")).toBeVisible(READ);
  for (const name of ["Average TWD", "Direction stability", "Pressure stability"])
    await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText("No wind data available.")).toHaveCount(0);
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
