/** The definition of each figure where it stands. */
import { expect, type Page, test } from "./flow";
import { createAccount, fixture, logIn, sharedTrack } from "./helpers";

test.use({ freshContext: true });

const TRACK = fixture("ilca-weymouth.gpx");

const help = (page: Page, name: string) => page.getByRole("button", { name: `${name}: what it means`, exact: true });
const card = (page: Page, name: string) => page.getByRole("dialog", { name: `${name}: what it means`, exact: true });

/** Opens the explanation of a figure, expects this text in it, and closes it. */
async function explained(page: Page, name: string, text: string | RegExp) {
  await help(page, name).first().click();
  await expect(card(page, name)).toContainText(text);
  await expect(card(page, name).getByRole("link", { name: "About these numbers" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card(page, name)).toHaveCount(0);
}

test("each figure of a track report and of its replay says what it means one press away, by the keyboard too", async ({
  page,
}) => {
  const { account, id } = await sharedTrack(TRACK, "Laser");
  await logIn(page, account);
  await page.goto(`/reports/${id}`);
  await explained(page, "Distance", "The way sailed over the ground");
  await explained(page, "Max speed", "The highest mean over two seconds");
  await explained(page, "Tacks", "Turns with the bow through the wind.");
  await explained(page, "Wind", "The mean direction the wind blew from.");
  await help(page, "TWA").focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "TWA")).toContainText("The angle sailed to the wind on this straight.");
  await page.keyboard.press("Escape");
  await expect(help(page, "TWA")).toBeFocused();

  await page.getByRole("tab", { name: /^Tacking/ }).click();
  await explained(page, "Average loss", "Metres lost until 80 % of the speed before is back");
  await explained(page, "Loss against Entry Speed", "How much of the differences the line explains");
  await explained(page, "Duration, s", "until the speed is back");
  // The head of the table still sorts.
  await page
    .getByRole("columnheader", { name: /^Duration/ })
    .getByRole("button")
    .first()
    .click();
  await expect(page.getByRole("columnheader", { name: /^Duration/ })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("main").getByRole("link", { name: "About these numbers" }).click();
  await expect(page.getByRole("heading", { name: "About these numbers", level: 1 })).toBeVisible();

  await page.goto(`/tracks/${id}`);
  const data = page.getByRole("group", { name: "Figures now and in the chart" });
  await expect(data).toBeVisible();
  await data.getByRole("button", { name: /^SOG, speed over ground.*what it means$/ }).click();
  await expect(page.getByRole("dialog", { name: /what it means$/ })).toContainText("Unit: m/s, shown in kn");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: /^Maneuvers/ }).click();
  await explained(page, "The columns of the maneuvers", "The side the wind came from before");
  await page.getByRole("tab", { name: /^Straights/ }).click();
  await explained(page, "VMG", "Speed made good towards or away from the wind.");
});

test("a definition that cannot be fetched says so and is fetched again", async ({ page }) => {
  await logIn(page, await createAccount());
  await page.goto("/dashboard/reports");
  await expect(help(page, "Leaderboard")).toBeVisible();
  await page.context().setOffline(true);
  await help(page, "Leaderboard").click();
  await expect(card(page, "Leaderboard").getByRole("alert")).toContainText("could not be loaded");
  await expect(card(page, "Leaderboard").getByRole("button", { name: "Try again" })).toBeVisible();
});
