/** One track in the list: what its row says, and what its menu does. */
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "./flow";
import { type Account, fixture, logInAsNew, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };
const row = (page: Page) => page.getByRole("article").first();

async function choose(page: Page, entry: string) {
  await row(page).getByRole("button", { name: "More for Marta Vidal's track" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
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

test("a row says who sailed when and where, in which boat, who sees it, the estimated or the measured wind, and whether fixes are too few", async ({
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

  // Sailed earlier, they stand below.
  await uploadTrack(account, { path: fixture("49er-kiel.fit") });
  await uploadTrack(account, { path: fixture("49er-every-five-seconds.gpx") });
  await page.reload();
  const sparse = page.getByRole("article").filter({ hasText: "Low sample rate" });
  await expect(sparse).toHaveCount(1);
  await sparse.getByText("Low sample rate").hover();
  await expect(page.getByText(/Set the device to one GPS sample per second/).first()).toBeVisible();
  const dense = page.getByRole("article").filter({ hasText: "49er", hasNotText: "Low sample rate" });
  const estimated = dense.getByText("ETWD", { exact: true });
  await expect(estimated.locator("xpath=following-sibling::dd")).toHaveText(/^\d+\.\d{3}°$/);
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
