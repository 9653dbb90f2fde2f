/** The user's tags on straights, the filter by tag, and the analyses of a track. */
import { expect, type Page, test } from "./flow";
import { accessible, createAccount, fixture, logIn, sharedTrack, uploadTrack } from "./helpers";
import { type AnalyzedTrack, analyzedTrack, openAnalysis } from "./straights-sailed";

const KITE = fixture("formula-kite-palma.vakaros.csv");

/** A sailor with an analysis and no tags yet. */
async function openOwn(page: Page): Promise<AnalyzedTrack> {
  const account = await createAccount();
  const id = await uploadTrack(account, { path: KITE, boat_class: "Formula Kite" });
  const track = await analyzedTrack(account, id);
  await logIn(page, account);
  await openAnalysis(page, track.analysis);
  return track;
}

/** By its element: an open dialog hides the page from roles. */
const row = (page: Page, name: string) => page.locator(`tr[data-row="${name}"]`);
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name: `Tags of ${name}` });

async function tag(page: Page, straight: string, value: string) {
  await page.getByRole("button", { name: `Tag ${straight}`, exact: true }).click();
  await dialogOf(page, straight).getByRole("combobox", { name: "Tags" }).fill(value);
  await page.keyboard.press("Enter");
  await expect(row(page, straight)).toContainText(value);
}

const done = (page: Page, straight: string) => dialogOf(page, straight).getByRole("button", { name: "Done" }).click();

test("a tag is created by typing and Enter, used again, removed, hidden and shown again by its name", async ({
  page,
}) => {
  await openOwn(page);
  await tag(page, "Straight 1", "clear air");
  await expect(page.getByText("Tag created successfully.").first()).toBeVisible();
  await accessible(page);
  await done(page, "Straight 1");
  await tag(page, "Straight 2", "Clear Air".toLowerCase());
  // Escape closes the list of tags, then the dialog; the straight keeps its tag.
  for (let i = 0; i < 2; i++) await page.keyboard.press("Escape");
  await expect(dialogOf(page, "Straight 2")).toBeHidden();
  await expect(row(page, "Straight 2")).toContainText("clear air");

  await page.getByRole("button", { name: "Tag Straight 1", exact: true }).click();
  const dialog = dialogOf(page, "Straight 1");
  await dialog.getByRole("button", { name: "Remove clear air" }).click();
  await expect(row(page, "Straight 1")).not.toContainText("clear air");
  await dialog.getByRole("button", { name: "Hide clear air" }).click();
  await expect(dialog.getByText("Hidden. Straights keep them, and typing the name shows one again.")).toBeVisible();
  await expect(row(page, "Straight 2")).toContainText("clear air");
  await dialog.getByRole("combobox", { name: "Tags" }).fill("CLEAR AIR");
  await page.keyboard.press("Enter");
  await expect(row(page, "Straight 1")).toContainText("clear air");
  await expect(dialog.getByRole("button", { name: "Hide clear air" })).toBeVisible();
  await dialog.getByRole("button", { name: "Hide clear air" }).click();
  await dialog.getByRole("button", { name: "Show clear air" }).click();
  await expect(dialog.getByRole("button", { name: "Hide clear air" })).toBeVisible();
});

test("the filter by tag shows its straights, and is off when the same tag is chosen twice", async ({ page }) => {
  const { segments } = await openOwn(page);
  await page.getByRole("button", { name: "Filter by Tag" }).click();
  await expect(page.getByText("No straight of this analysis has a tag of yours.")).toBeVisible();
  await page.keyboard.press("Escape");
  await tag(page, "Straight 2", "flat water");
  await done(page, "Straight 2");
  const rows = page.getByRole("table", { name: "Track Data" }).locator("tbody tr");
  const choose = async () => {
    await page.getByRole("button", { name: "Filter by Tag" }).click();
    await page.getByRole("menuitem", { name: /^flat water/ }).click();
  };
  await choose();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("Only straights tagged “flat water”.")).toBeVisible();
  await page.getByRole("button", { name: "Show stats of SOG" }).click();
  await expect(page.getByRole("table", { name: "Statistics of SOG, kn" }).locator("tbody tr")).toHaveCount(3);
  await accessible(page);
  await choose();
  await expect(rows).toHaveCount(segments.length);
});

test("a tag that cannot be created or given says so, and the straight stays as it was", async ({ page }) => {
  await openOwn(page);
  await page.getByRole("button", { name: "Tag Straight 1", exact: true }).click();
  const input = dialogOf(page, "Straight 1").getByRole("combobox", { name: "Tags" });
  await page.route("**/api/user-tags/", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await input.fill("gusty");
  await page.keyboard.press("Enter");
  const notice = page.getByText("Could not create that tag. Please try again.").first();
  await expect(notice).toBeVisible();
  await expect(
    page
      .getByText("Could not create that tag. Please try again.")
      .locator("xpath=ancestor-or-self::*[@data-type='success']")
      .first(),
  ).toBeVisible();
  await page.unroute("**/api/user-tags/");
  await page.route("**/api/segments/*/tags/", (route) =>
    route.fulfill({ status: 400, json: { tag_id: ["This tag does not exist, or is not yours."] } }),
  );
  await input.fill("gusty");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This tag does not exist, or is not yours.").first()).toBeVisible();
  await expect(row(page, "Straight 1")).not.toContainText("gusty");
});

test("the analyses of a track are found in its tab Straights", async ({ page }) => {
  const { account, id } = await sharedTrack(KITE, "Formula Kite");
  const { analysis, segments } = await analyzedTrack(account, id);
  await logIn(page, account);
  await page.goto(`/tracks/${id}`);
  await page.getByRole("tab", { name: /^Straights/ }).click({ timeout: 45_000 });
  await page.getByRole("button", { name: /^\d+ analys[ei]s$/ }).click();
  await accessible(page);
  await page.getByRole("menuitem", { name: `Analysis ${analysis}, ${segments.length} straights` }).click();
  await expect(page).toHaveURL(new RegExp(`/straight-analysis/${analysis}$`));
});
