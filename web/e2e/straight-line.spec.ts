/** The straight-line analysis as the server answers it; what it says and does otherwise is in ../test/screens. */
import { expect, type Page, test } from "./flow";
import { chooseOption, fixture, logIn, recording, sharedTrack } from "./helpers";
import { analyzedTrack, createAnalysis, openAnalysis, straightTrack } from "./straights-sailed";

/** Heel and pitch, no measured wind. */
const KITE = fixture("formula-kite-palma.vakaros.csv");
/** A race with a measured wind. */
const MEASURED = "nmea/balaton-race-2026-06-06.tsv";

/** Three hours with 87 straights. */
const LONG = "csv/vakaros-2025-11-23.csv";

const table = (page: Page) => page.getByRole("table", { name: "Track Data" });
const chart = (page: Page, name: string) => page.getByRole("img", { name: `${name} over the straights` });
const heads = async (page: Page) =>
  (await table(page).locator("thead th").allTextContents()).map((text) => text.replace(/,.*/, ""));

/** Waits until the notice of this text has come and gone. */
async function afterNotice(page: Page, text: string) {
  const notice = page.getByRole("region", { name: "Notifications" }).getByText(text);
  await expect(notice).toBeVisible();
  await expect(notice).toHaveCount(0, { timeout: 15_000 });
}

test("an analysis is deleted after a question, and the track keeps its straights", async ({ page }) => {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  const id = await createAnalysis(track, { count: 4 });
  await openAnalysis(page, id);
  await page.getByRole("button", { name: "Delete this analysis" }).click();
  const question = page.getByRole("dialog", { name: "Delete this analysis?" });
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(page).toHaveURL(new RegExp(`/tracks/${track.id}$`));
  await expect(page.getByText("The analysis has been deleted.")).toBeVisible();
  await page.goto(`/straight-analysis/${id}`);
  await afterNotice(page, "This analysis does not exist, or is not shared with you.");
});

test("a note about the analysis is written, and the journal leads back to the analysis", async ({ page }) => {
  const track = await straightTrack(KITE, "Formula Kite");
  await logIn(page, track.account);
  const id = await createAnalysis(track, { count: 5, name: "Heel and speed" });
  await openAnalysis(page, id);
  await page.getByRole("button", { name: "Write a note" }).click();
  const dialog = page.getByRole("dialog", { name: "Write a note" });
  await expect(dialog.getByText("A journal entry about this analysis and its 5 straights.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Notes").fill("Flatter is faster here.");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Leave the note?" }).getByRole("button", { name: "No" }).click();
  await dialog.getByRole("combobox", { name: "Tags" }).fill("speed");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The note is in the journal.").first()).toBeVisible();
  await page.goto("/dashboard/journal");
  await expect(page.getByText("Flatter is faster here.").first()).toBeVisible();
  await page.getByRole("link", { name: "Heel and speed" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/straight-analysis/${id}$`));
});

test("with a measured wind the table has TWS, TWD, TWA and the speed made good along it", async ({ page }) => {
  const path = recording(MEASURED);
  const track = await straightTrack(path, "Other");
  await logIn(page, track.account);
  await openAnalysis(page, track.analysis);
  const titles = await heads(page);
  for (const title of ["TWS", "TWD", "VMG via TWD", "TWA"]) expect(titles).toContain(title);
  const wind = page.locator("dl div").filter({ hasText: "Average wind speed" }).locator("dd");
  await expect(wind).toHaveText(/^\d+\.\d kts$/);
  await expect(page.getByText("Each dot is one straight, the line all of them. Hollow: not sure.")).toBeVisible();
  await page.getByRole("button", { name: "Show numbers" }).click();
  const lags = page.getByRole("table", { name: "Lags in seconds" });
  await expect(lags.locator("tbody tr").first()).toContainText("All Segments");
  await expect(lags.getByRole("columnheader", { name: "0", exact: true })).toHaveCount(0);
});

test("hours of straights are drawn side by side, and one of them can be shown alone", async ({ page }) => {
  const track = await straightTrack(recording(LONG), "J70");
  await logIn(page, track.account);
  await openAnalysis(page, track.analysis);
  await expect(chart(page, "SOG, kn")).toBeVisible({ timeout: 30_000 });
  expect(track.segments.length).toBeGreaterThan(50);
  await page.getByRole("button", { name: `and ${track.segments.length - 8} more` }).click();
  await page.getByRole("combobox", { name: "Straights in the charts" }).click();
  await chooseOption(page.getByRole("option", { name: "Straight 4", exact: true }));
  await expect(chart(page, "SOG, kn").getByText(/^[PS] · Straight 4$/)).toBeVisible();
});

test("the analyses of a track are found in its tab Straights", async ({ page }) => {
  const { account, id } = await sharedTrack(KITE, "Formula Kite");
  const { analysis, segments } = await analyzedTrack(account, id);
  await logIn(page, account);
  await page.goto(`/tracks/${id}`);
  await page.getByRole("tab", { name: /^Straights/ }).click({ timeout: 45_000 });
  await page.getByRole("button", { name: /^\d+ analys[ei]s$/ }).click();
  await page.getByRole("menuitem", { name: `Analysis ${analysis}, ${segments.length} straights` }).click();
  await expect(page).toHaveURL(new RegExp(`/straight-analysis/${analysis}$`));
});
