/** The season page: what a sailor sees of a year, and a coach of a team. */
import { readFileSync } from "node:fs";
import { callApi, panel, sailed, WAIT } from "./dashboard-sailed";
import { expect, type Page, type Route, test } from "./flow";
import { accessible, asCoach, chooseOption, createAccount, fitsTheScreen, logIn, newPerson, withApi } from "./helpers";
import { sailedSeason, sailedTeam } from "./season-sailed";

const PHONE = { width: 390, height: 844 };

const todayOf = (page: Page) =>
  page.evaluate(() => new Intl.DateTimeFormat("en-CA", { dateStyle: "short" }).format(Date.now()));

/** Answers the calls of the season with a made one; the real answers of the server are tested in api. */
async function withSeason(page: Page): Promise<{ today: string; asked: URL[] }> {
  const today = await todayOf(page);
  const asked: URL[] = [];
  await page.route(/\/api\/reports\/season\/\?/, (route) => {
    asked.push(new URL(route.request().url()));
    return route.fulfill({ json: sailedSeason(today) });
  });
  return { today, asked };
}

test("a new sailor sees grey squares and the way to a first track, then the session, and takes the season along", async ({
  page,
}) => {
  const account = await createAccount();
  await logIn(page, account);
  await page.goto("/dashboard/reports");
  await page.getByRole("link", { name: "Season", exact: true }).click();
  const days = panel(page, "Days on the water");
  await expect(days.getByRole("option").first()).toHaveAccessibleName(/: none$/);
  await expect(days.getByRole("link", { name: "Upload a track" })).toHaveAttribute("href", "/upload");
  await expect(page.getByText("No tacks with a measured loss on these days.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Season data (Parquet)" })).toBeDisabled();
  await accessible(page);
  const track = await sailed(account, 0);
  await page.reload();
  await expect(days.getByText(/^1 session, \d+:\d\d h, [\d.]+ mi, \d+ tacks, \d+ gybes$/)).toBeVisible(WAIT);
  await expect(days.getByRole("link")).toHaveAttribute("href", `/tracks/${track}`);
  await expect(panel(page, "Personal bests").getByText("new").first()).toBeVisible();
  await expect(panel(page, "Tack loss, m").getByText("Too little for a change.")).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Season data (Parquet)" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^leebow-season-\d{4}\.parquet$/);
  await expect(page.getByRole("region", { name: "Query for DuckDB" })).toContainText(`'${file.suggestedFilename()}'`);
  expect(
    readFileSync(await file.path())
      .subarray(0, 4)
      .toString(),
  ).toBe("PAR1");
});

test("the arrow keys lead by day and week, a month rings its days, and no change within its uncertainty is named", async ({
  page,
}) => {
  await logIn(page, await createAccount());
  const { today, asked } = await withSeason(page);
  await page.goto("/dashboard/season");
  const days = panel(page, "Days on the water");
  const calendar = days.getByRole("listbox");
  await expect(days.getByRole("status")).toContainText("El Saler, 14:02");
  const active = async () => (await calendar.getAttribute("aria-activedescendant"))!.slice(-10);
  const before = (count: number) => new Date(Date.parse(today) - count * 86_400_000).toISOString().slice(0, 10);
  await calendar.focus();
  expect(await active()).toBe(today);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  expect(await active()).toBe(before(8));
  await page.keyboard.press("ArrowRight");
  // The day after today is not there.
  await page.keyboard.press("ArrowRight");
  expect(await active()).toBe(before(1));
  await page.keyboard.press("Enter");
  await expect(calendar.locator("[aria-selected=true]")).toHaveAttribute("data-date", before(1));

  const months = panel(page, "Months");
  await months.locator("tbody tr").nth(1).getByRole("button").click();
  const chosen = await calendar
    .locator("[aria-selected=true]")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.date!.slice(0, 7)));
  expect(chosen.length).toBeGreaterThanOrEqual(28);
  expect(new Set(chosen).size).toBe(1);

  await expect(panel(page, "Tack loss, m").getByText(/^\d\.\d ± 0\.4 m less since February\.$/)).toBeVisible();
  await expect(panel(page, "Gybe loss, m").getByText("No clear change since March.")).toBeVisible();
  await expect(
    panel(page, "Gybe loss, m").getByText("February has 9 gybes: dashed, no band.", { exact: false }),
  ).toBeVisible();
  await expect(page.getByText("35 sessions have no wind speed.", { exact: false })).toContainText(
    "slow upwind 3.6 to 4.2",
  );
  await accessible(page);

  await page.getByRole("combobox", { name: "Wind" }).click();
  await chooseOption(page.getByRole("option", { name: "Fast upwind" }));
  await expect(page).toHaveURL(/wind=upwind_fast/);
  await expect.poll(() => asked.at(-1)!.searchParams.get("wind")).toBe("upwind_fast");
  await page.getByRole("radio", { name: "All" }).click();
  await expect.poll(() => asked.at(-1)!.searchParams.has("start")).toBe(false);
});

test("on a phone a tap chooses the week, and the units are those of the account", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const account = await createAccount();
  await logIn(page, account);
  const { today } = await withSeason(page);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("leebow.session")!);
    session.user.units = { distance: "nm", speed: "km/h", length: "ft" };
    localStorage.setItem("leebow.session", JSON.stringify(session));
  });
  await page.route(/\/api\/users\/me\//, async (route) => {
    const answer = await route.fetch();
    const units = { distance: "nm", speed: "km/h", length: "ft" };
    return route.fulfill({ response: answer, json: { ...(await answer.json()), units } });
  });
  await page.goto("/dashboard/season");
  const calendar = panel(page, "Days on the water").getByRole("listbox");
  await calendar.locator(`[data-date="${today.slice(0, 4)}-01-14"]`).click();
  await expect(calendar.locator("[aria-selected=true]")).toHaveCount(7);
  await expect(panel(page, "Tack loss, ft")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Sailed, nm" })).toBeVisible();
  await expect(
    panel(page, "Personal bests")
      .getByText(/± [\d.]+ km\/h/)
      .first(),
  ).toBeVisible();
  await fitsTheScreen(page);
  await accessible(page);
});

test("a failed answer says so in its card, and Retry asks again", async ({ page }) => {
  await logIn(page, await createAccount());
  const failing = (route: Route) => route.fulfill({ status: 503, json: { detail: "Closed." } });
  await page.route(/\/api\/reports\/season\/\?/, failing);
  await page.goto("/dashboard/season");
  const months = panel(page, "Months");
  await expect(months.getByRole("alert")).toBeVisible(WAIT);
  await page.unroute(/\/api\/reports\/season\/\?/, failing);
  await months.getByRole("button", { name: "Try again" }).click();
  await expect(months.getByText("No session on these days.")).toBeVisible();
});

test("a coach sorts the athletes of a team, and opens the season of one", async ({ page }) => {
  test.setTimeout(240_000);
  const coach = await asCoach(await createAccount(newPerson("Grace", "Coach")));
  const headers = { authorization: `Bearer ${coach.access}` };
  const made = await withApi(async (api) =>
    (await api.post("/api/teams/", { headers, multipart: { name: "Snipe Valencia" } })).json(),
  );
  const user = (await callApi(coach, "GET", "/users/me/")) as { id: number };
  await logIn(page, { ...coach, session: { user, access: coach.access } });
  const { today } = await withSeason(page);
  await page.goto("/dashboard/season");
  await page.getByRole("combobox", { name: "View As" }).click();
  // The answer of the server: the team has no athletes.
  await chooseOption(page.getByRole("option", { name: "Team Snipe Valencia" }));
  await expect(page.getByText("No athlete of this team has agreed to be a member yet.")).toBeVisible(WAIT);
  await page.route(/\/api\/reports\/season-team\//, (route) => route.fulfill({ json: sailedTeam(today, user.id) }));
  await page.reload();
  const athletes = panel(page, "Athletes");
  const names = athletes.locator("tbody a");
  await expect(names).toHaveText(["Marta Vidal", "Tomás Roig", "Paul Lindqvist", "Bastiaan van der Meulen-Koster"]);
  await expect(athletes.getByRole("row", { name: /Tomás Roig/ })).toContainText("no clear change");
  await expect(athletes.getByRole("row", { name: /Bastiaan/ })).toContainText("8 tacks, too few");
  await athletes.getByRole("button", { name: "Trend a month, m" }).click();
  await expect(names.first()).toHaveText("Marta Vidal");
  await athletes.getByRole("button", { name: "Trend a month, m" }).click();
  await expect(names).toHaveText(["Paul Lindqvist", "Tomás Roig", "Marta Vidal", "Bastiaan van der Meulen-Koster"]);
  const data = panel(page, "Data of the team");
  await expect(data.getByRole("region", { name: "Query for DuckDB" })).toContainText("GROUP BY athlete");
  const saved = page.waitForEvent("download");
  await data.getByRole("button", { name: "Season data (Parquet)" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^leebow-season.*\.parquet$/);
  await accessible(page);
  await page.setViewportSize(PHONE);
  await expect(athletes.getByText(/^down 0\.24 ± 0\.08 a month$/)).toBeVisible();
  await fitsTheScreen(page);
  await accessible(page);
  await athletes.getByRole("link", { name: "Marta Vidal" }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/season$|user=${user.id}`));
  await expect(panel(page, "Months")).toBeVisible();
  await page.goto(`/dashboard/polar?team=${made.id}`);
  const whose = page.getByRole("combobox", { name: "View As" });
  await expect(whose).toHaveText("Team Snipe Valencia");
  await expect(page.getByText("No session in this season")).toBeVisible(WAIT);
  await accessible(page);
  // A team that there is not, or that the coach is not in.
  await page.goto(`/dashboard/polar?team=${made.id + 1000}`);
  await page.getByRole("button", { name: "Show your own reports" }).click();
  await expect(page).toHaveURL(/\/dashboard\/polar$/);
  await expect(whose).toHaveText("Grace Coach");
  // Nor somebody who is in none of the coach's teams.
  for (const place of ["reports", "season"]) {
    await page.goto(`/dashboard/${place}?user=${user.id + 1000}`);
    await expect(page.getByText("These reports are not open to you")).toBeVisible(WAIT);
  }
  await page.getByRole("button", { name: "Show your own reports" }).click();
  await expect(panel(page, "Months")).toBeVisible();
});
