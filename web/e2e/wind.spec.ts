/** A session whose track does not tell the wind: asked for, chosen, shown as chosen, taken back. */
import { expect, type Page, test } from "./flow";
import { fixture, logInAsNew, openInAnalyze, uploadTrack } from "./helpers";

const ready = { timeout: 45_000 };

const degreesOf = (text: string | null) => /\d+/.exec(text ?? "")![0];
const QUESTION = /Which one blew\?|but not surely\. Was it this one\?/;
/** The card of a wind, "Wind from 195° ± 20° 71 % 3 tacks …". */
const card = (page: Page) => page.getByRole("button", { name: /^Wind from \d+\s?° ± \d+° (sure|likely|possible)/ });

test("on the analyze page one of the winds that fit is taken with one tap, and taken back", async ({ page }) => {
  await openInAnalyze(page, fixture("ilca-reach-only.fit"), "ilca-reach-only.fit");
  await expect(page.getByRole("heading", { name: QUESTION })).toBeVisible();
  await page.getByRole("tab", { name: /^Turns/ }).click();
  await expect(page.getByRole("radio", { name: /^Turns? [1-9]/ })).toBeVisible();
  await card(page).first().focus();
  await expect(page.getByText("preview: choose it to keep the names")).toBeVisible();
  const wind = degreesOf(await card(page).first().textContent());
  await card(page).first().click();
  await expect(page.getByText(new RegExp(`^Wind set: from ${wind}°\\.`)).first()).toBeVisible();
  await expect(page.getByText("wind from, as you gave it")).toBeVisible(ready);
  await expect(page.getByText("Chosen by you")).toBeVisible();
  await expect(page.getByRole("tab", { name: /^Maneuvers/ })).toBeVisible();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByRole("heading", { name: QUESTION })).toBeVisible(ready);
  await page.getByRole("radio", { name: "Report" }).click();
  await expect(page.getByRole("heading", { name: QUESTION })).toBeVisible();
  await page.getByRole("button", { name: "I don't know" }).click();
  await expect(page.getByText("Turns have no names yet.")).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await page.getByRole("tab", { name: /^Turns/ }).click();
  await expect(page.getByRole("table")).toBeVisible();
});

test("a wind is set on the dial by keyboard, kept with the track and undone; list and report ask for it, too", async ({
  page,
}) => {
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: fixture("ilca-reach-only.fit"), boat_class: "Laser" });
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("heading", { name: QUESTION })).toBeVisible(ready);
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowRight");
  await page.getByRole("button", { name: "Set it by hand" }).click();
  const dial = page.getByRole("slider", { name: "Wind from" });
  const start = Number(await dial.getAttribute("aria-valuenow"));
  await dial.press("Shift+ArrowRight");
  await dial.press("ArrowLeft");
  await expect(dial).toHaveAttribute("aria-valuenow", String((start + 9) % 360));
  await expect(page.getByText("not set yet")).toBeVisible();
  await page.getByRole("button", { name: /^Set \d+°$/ }).click();
  await expect(page.getByText("wind from, as you gave it")).toBeVisible(ready);
  await page.reload();
  await expect(page.getByText("Chosen by you")).toBeVisible(ready);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByRole("heading", { name: QUESTION })).toBeVisible(ready);

  await test.step("from the list it is chosen by the same cards and dial, and taken back", async () => {
    await page.goto("/home");
    const row = page.locator("article").filter({ has: page.locator(`a[href="/tracks/${id}"]`) });
    const dialog = page.getByRole("dialog", { name: "The wind of this track" });
    await expect(row).toContainText(/winds? fits?: from \d+°, (likely|possible)/, ready);
    await expect(row).toContainText(/Turns ?[1-9]/);
    await expect(row).not.toContainText("Tacks");
    await row.getByRole("button", { name: "Choose the wind" }).click();
    await expect(dialog.getByRole("heading", { name: QUESTION })).toBeVisible(ready);
    await dialog.getByRole("button", { name: "I don't know" }).click();
    await expect(dialog).toBeHidden();
    await expect(row).not.toContainText("Tacks");

    await row.getByRole("button", { name: "Choose the wind" }).click();
    await dialog.getByRole("button", { name: "Set it by hand" }).click();
    await dialog.getByRole("textbox", { name: "Wind from, degrees" }).fill("200");
    await expect(dialog.getByRole("slider", { name: "Wind from" })).toHaveAttribute("aria-valuenow", "200");
    await dialog.getByRole("button", { name: "Set 200°" }).click();
    await expect(row).toContainText("Wind from 200°, chosen by you.", ready);
    await expect(row).toContainText(/ETWD ?\d/, ready);
    await expect(row).toContainText("Tacks");

    await row.getByRole("button", { name: "Change the wind" }).click();
    await dialog.getByRole("button", { name: "Take back" }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(/winds? fits?: from/, ready);
  });

  await test.step("the report asks by the same cards, shows the one pinned and takes it back", async () => {
    await page.goto(`/reports/${id}`);
    await expect(page.getByRole("heading", { name: QUESTION })).toBeVisible(ready);
    const wind = degreesOf(await card(page).first().textContent());
    await card(page).first().click();
    await expect(page.getByText("Chosen by you")).toBeVisible(ready);
    await expect(page.getByText(/set by hand is/)).toContainText(`${Number(wind)}`);
    await expect(page.getByRole("tab", { name: "Tacking" })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/reports/${id}`));
    await page.getByRole("button", { name: "Take back" }).click();
    await expect(page.getByRole("heading", { name: QUESTION })).toBeVisible(ready);
  });
});

test("on a phone, pressing Undo at once takes the chosen wind back with one request", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const account = await logInAsNew(page);
  const id = await uploadTrack(account, { path: fixture("ilca-reach-only.fit"), boat_class: "Laser" });
  await page.goto(`/tracks/${id}`);
  await expect(page.getByRole("heading", { name: QUESTION })).toBeVisible(ready);
  const sent: unknown[] = [];
  await page.route(`**/api/tracks/${id}/`, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    sent.push(route.request().postDataJSON().wind_hint_deg);
    // Longer than pressing Undo takes.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return route.continue();
  });
  await card(page).first().click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Wind set: from/)).toHaveCount(0);
  await expect.poll(() => sent).toEqual([expect.any(Number), null]);
  await expect(page.getByRole("heading", { name: QUESTION })).toBeVisible(ready);
  await card(page).first().click();
  await expect(page.getByText("Chosen by you")).toBeVisible(ready);
  expect(sent).toHaveLength(3);
});
