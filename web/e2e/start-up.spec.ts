import { FIRST_DATA } from "../preload-plugin";
import type { EarlyAnswers } from "../src/server/client";
import { expect, type Request, test } from "./flow";
import { fixture, logIn, logInAsNew, sharedTrack } from "./helpers";
import { sharedRace } from "./races-sailed";

test.use({ freshContext: true });

test("a page's data are asked for once, before it has any code, and taken by it", async ({ page }) => {
  // Eight pages, and a race that is analysed first.
  test.setTimeout(300_000);
  const { coach, id: race_id } = await sharedRace();
  const { id: track_id } = await sharedTrack(fixture("ilca-weymouth.gpx"), "Laser");
  const ids: Record<string, number> = { track_id, race_id };
  const fill = (text: string) => text.replace(/:(\w+)/, (_, name) => String(ids[name]));
  await logIn(page, coach);
  for (const [route, addresses] of Object.entries(FIRST_DATA)) {
    const asked: string[] = [];
    const note = (request: Request) => void asked.push(request.url().replace(/^https?:\/\/[^/]+\/api/, ""));
    page.on("request", note);
    await page.goto(fill(route));
    const left = () =>
      page.evaluate(() => [...(globalThis as { leebow_early?: EarlyAnswers }).leebow_early!.answers.keys()]);
    await expect.poll(left, { timeout: 40_000, message: route }).toEqual([]);
    page.off("request", note);
    for (const address of addresses.filter((one) => !one.includes("*")).map(fill))
      expect(
        asked.filter((one) => one === address),
        `${route}: ${address}`,
      ).toHaveLength(1);
  }
});

test("notices are shown and the header stays when no more code can be fetched as soon as a page is open", async ({
  page,
}) => {
  await logInAsNew(page);
  let isGone = false;
  await page.route("**/assets/*.js", (route) => (isGone ? route.abort() : route.fallback()));
  await page.goto("/account");
  const name = page.getByLabel("First name");
  await name.fill("Maria");
  isGone = true;
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("User Updated")).toBeVisible();
  await expect(name).toHaveValue("Maria");
  await page.getByRole("link", { name: "Wind", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
});

test("a fault outside of the pages is shown as one, not as a blank page", async ({ page }) => {
  // What stands beside the pages throws when it is drawn.
  await page.addInitScript(() => {
    Object.defineProperty(document, "body", { get: () => null });
  });
  await page.goto("/about");
  await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
});
