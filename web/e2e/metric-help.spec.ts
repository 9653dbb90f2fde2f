/** The definition of each figure where it stands, and the page about the numbers. */
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

test("each figure of a track report says what it means one press away, by the keyboard too", async ({ page }) => {
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
});

test("the figures of a replay say what they mean: data, maneuvers and straights", async ({ page }) => {
  const { account, id } = await sharedTrack(TRACK, "Laser");
  await logIn(page, account);
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

test("the panels of the dashboard and the track list say what their figures mean", async ({ page }) => {
  await logIn(page, await createAccount());
  await page.goto("/dashboard/reports");
  await explained(page, "Tacking Improvement", "The loss in the middle of the day's maneuvers");
  await explained(page, "Leaderboard", "Hours on the water in the sessions you may see.");
  await explained(page, "Time on the water by wind conditions", "Of wind below 8 kn.");
  await page.goto("/home");
  await explained(page, "The figures of a track", "Turns with the stern through the wind.");
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

test("About these numbers says without a login how wind and losses are found, how well, and what falls short", async ({
  page,
}) => {
  await page.goto("/about");
  await page.getByRole("main").getByRole("link", { name: "About these numbers" }).first().click();
  await expect(page).toHaveURL(/\/about-these-numbers$/);
  for (const name of [
    "How the wind is found",
    "What the ± means",
    "How losses are measured",
    "What is left out",
    "How well it works",
    "What falls short",
    "The figures on the screens",
  ])
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(page.getByText("± is half the width of the 90 % interval.", { exact: false }).first()).toBeVisible();
  const figures = page.getByRole("region", { name: "The main figures" });
  await expect(figures.getByRole("row", { name: /^Douses found and not invented/ })).toContainText("No");
  await expect(figures.getByRole("row", { name: /^Tracks shown with the wind the wrong way round/ })).toContainText(
    "Yes",
  );
  await expect(page.getByText(/^\d+ of the \d+ figures miss what we require of them/)).toBeVisible();
});

test("the definitions of the figures are searched by name, and a link leads to one", async ({ page }) => {
  await page.goto("/about-these-numbers#Maneuver.loss_80_m");
  await expect(page.locator('[id="Maneuver.loss_80_m"]')).toBeInViewport();
  await page.getByRole("textbox", { name: "Search the definitions" }).fill("alpha");
  await expect(page.getByText(/^\d+ definitions?$/)).toBeVisible();
  await expect(page.getByText("The fastest run of up to 500 m that turns", { exact: false })).toBeVisible();
  await page.getByRole("textbox", { name: "Search the definitions" }).fill("xyzzy");
  await expect(page.getByText("No figure of this name. Try a shorter word.")).toBeVisible();
});
