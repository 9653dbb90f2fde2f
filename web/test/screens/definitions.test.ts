/** What the figures mean: where they stand, and on the page "About these numbers". */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { METRIC_IDS } from "../../src/help/metric-ids";
import { answerReports } from "./dashboard-answers";
import { trackOf } from "./made";
import { open, press } from "./screen";
import { expectAddress, expectCount } from "./shown";
import { answerTracks } from "./track-answers";

test("the list ends after the figures of the screens: fields that only files have are in the documents", async () => {
  await open("/about-these-numbers");
  await expect.element(page.getByText(`${METRIC_IDS.length} definitions`, { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Search the definitions" }).fill("sha256");
  await expectCount(page.getByText("SHA-256", { exact: false }), 0);
  await page.getByRole("textbox", { name: "Search the definitions" }).fill("loss");
  // Places of the screens, not names of types.
  await expect.element(page.getByRole("heading", { name: "Maneuvers", exact: true })).toBeVisible();
  await expectCount(page.getByRole("heading", { name: "LossPoint" }), 0);
});

/** Opens the explanation of a figure, expects this text in it, and closes it. */
async function explained(name: string, text: string) {
  await page
    .getByRole("button", { name: `${name}: what it means`, exact: true })
    .first()
    .click();
  const card = page.getByRole("dialog", { name: `${name}: what it means`, exact: true });
  await expect.element(card).toHaveTextContent(text);
  await expect.element(card.getByRole("link", { name: "About these numbers" })).toBeVisible();
  await press("Escape");
  await expectCount(card, 0);
}

test("the panels of the dashboard and the track list say what their figures mean", async () => {
  answerReports();
  await open("/dashboard/reports");
  await explained("Tacking Improvement", "The loss in the middle of the day's maneuvers");
  await explained("Leaderboard", "Hours on the water in the sessions you may see.");
  await explained("Time on the water by wind conditions", "Of wind below 8 kn.");
  answerTracks([trackOf()]);
  await open("/home");
  await explained("The figures of a track", "Turns with the stern through the wind.");
});

test("About these numbers says without a login how wind and losses are found, how well, and what falls short", async () => {
  await open("/about", { user: null });
  await page.getByRole("main").getByRole("link", { name: "About these numbers" }).first().click();
  await expectAddress("/about-these-numbers");
  for (const name of [
    "How the wind is found",
    "What the ± means",
    "How losses are measured",
    "What is left out",
    "How well it works",
    "What falls short",
    "The figures on the screens",
  ])
    await expect.element(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect
    .element(page.getByText("± is half the width of the 90 % interval.", { exact: false }).first())
    .toBeVisible();
  const row = (name: RegExp) => page.getByRole("region", { name: "The main figures" }).getByRole("row", { name });
  await expect.element(row(/^Douses found and not invented/)).toHaveTextContent("No");
  await expect.element(row(/^Tracks shown with the wind the wrong way round/)).toHaveTextContent("Yes");
  await expect.element(page.getByText(/^\d+ of the \d+ figures miss what we require of them/)).toBeVisible();
});

test("the definitions of the figures are searched by name, and a link leads to one", async () => {
  await open("/about-these-numbers#Maneuver.loss_80_m", { user: null });
  await expect.element(page.getByCss('[id="Maneuver.loss_80_m"]')).toBeInViewport();
  const search = page.getByRole("textbox", { name: "Search the definitions" });
  await search.fill("alpha");
  await expect.element(page.getByText(/^\d+ definitions?$/)).toBeVisible();
  await expect
    .element(page.getByText("The fastest run of up to 500 m that turns", { exact: false }).first())
    .toBeVisible();
  await search.fill("xyzzy");
  await expect.element(page.getByText("No figure of this name. Try a shorter word.")).toBeVisible();
});
