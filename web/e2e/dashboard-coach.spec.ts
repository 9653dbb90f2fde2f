/** The reports that a coach's dashboard shows: those of the athletes of the coach's teams. */

import { callApi, panel, sailed, WAIT } from "./dashboard-sailed";
import { expect, test } from "./flow";
import {
  type Account,
  accessible,
  asCoach,
  chooseOption,
  confirmAddress,
  createAccount,
  logIn,
  newPerson,
  withApi,
} from "./helpers";

/** A coach with a team of these sailors. */
async function coachOf(...sailors: Account[]): Promise<{ coach: Account; team: number }> {
  const coach = await asCoach(await createAccount(newPerson("Grace", "Coach")));
  const headers = { authorization: `Bearer ${coach.access}` };
  const team = await withApi(async (api) => {
    const made = await api.post("/api/teams/", { headers, multipart: { name: "Kiel" } });
    expect(made.ok(), await made.text()).toBe(true);
    return (await made.json()).id as number;
  });
  for (const sailor of sailors) await confirmAddress(sailor);
  for (const { email } of sailors) await callApi(coach, "POST", `/teams/${team}/members/`, { email });
  // The session of a browser has the teammates that the user had when it began.
  const user = await callApi(coach, "GET", "/users/me/");
  return { coach: { ...coach, session: { user, access: coach.access } }, team };
}

test("a coach views the reports of an athlete by View As, and the leaderboard shows ten rows and all", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const athletes: Account[] = [];
  for (let i = 0; i < 11; i++) athletes.push(await createAccount(newPerson(`Sailor${i}`, "Kiel")));
  const { coach } = await coachOf(...athletes);
  const ben = athletes[3]!;
  await sailed(ben, 4);
  await logIn(page, coach);
  await page.goto("/dashboard/reports");
  const stats = panel(page, "On the Water Stats");
  await expect(stats.getByText("No session on these days.", { exact: false })).toBeVisible(WAIT);
  const whose = page.getByRole("combobox", { name: "View As" });
  await expect(whose).toHaveText("Grace Coach");
  const board = panel(page, "Leaderboard");
  // Ten rows, and the own one after them.
  await expect(board.getByRole("listitem").first()).toContainText("Sailor3 Kiel");
  // A panel that arrives moves the buttons below it.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const shown = await board.getByRole("listitem").count();
  expect([10, 11]).toContain(shown);
  await board.getByRole("button", { name: "Show All" }).click();
  await expect(board.getByRole("listitem")).toHaveCount(12);
  await board.getByRole("button", { name: "Show First 10" }).click();
  await expect(board.getByRole("listitem")).toHaveCount(shown);

  await whose.click();
  await expect(page.getByRole("option")).toHaveCount(12);
  await chooseOption(page.getByRole("option", { name: "Sailor3 Kiel" }));
  await expect(page).toHaveURL(/user=\d+/);
  await expect(stats.getByRole("button", { name: /^Sessions 1/ })).toBeVisible();
  await accessible(page);
  await page.reload();
  await expect(whose).toHaveText("Sailor3 Kiel");
  await board.getByRole("button", { name: /^Sailor3 Kiel, .* hours: show the tracks/ }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Filter by sailor: Sailor3 Kiel/ })).toBeVisible();
});

test("the reports of somebody else are refused in a sentence, with the way back to the own ones", async ({ page }) => {
  const [owner, other] = [await createAccount(), await createAccount()];
  const { id } = (owner.session as { user: { id: number } }).user;
  await logIn(page, other);
  await page.goto(`/dashboard/reports?user=${id}`);
  await expect(page.getByText("These reports are not open to you")).toBeVisible();
  await expect(
    page.getByText("These numbers are for their owner, for coaches of the owner's teams, and for administrators."),
  ).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Show your own reports" }).click();
  await expect(panel(page, "On the Water Stats")).toBeVisible();
  await expect(page).not.toHaveURL(/user=/);
});
