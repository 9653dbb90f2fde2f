/** What a race says while its wind is worked out, and what its dialogs do where nothing has changed. */
import { expect, type Page, test } from "./flow";
import { type Account, asCoach, createAccount, createRace, fixture, logIn, newPerson, uploadTrack } from "./helpers";
import { openRace, sharedRace } from "./races-sailed";

const ready = { timeout: 45_000 };
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const choose = async (page: Page, race: string, entry: string) => {
  await page.getByRole("button", { name: `More for ${race}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
};

/** A coach with tracks of one day, as a race of the first two. */
async function coachWithRace(page: Page, count = 2): Promise<{ coach: Account; id: number; tracks: number[] }> {
  const coach = await asCoach(await createAccount(newPerson("Ana", "Ferrandis")));
  const tracks: number[] = [];
  for (const file of ["49er-kiel.fit", "49er-ten-hertz.fit", "49er-cross-current.fit"].slice(0, count))
    tracks.push(await uploadTrack(coach, { path: fixture(file) }));
  const id = await createRace(coach, "Kiel, race 1", tracks.slice(0, 2));
  await logIn(page, coach);
  return { coach, id, tracks };
}

/** Answers the list of races with these changes to every race. */
async function changeRaces(page: Page, changes: Record<string, unknown>) {
  await page.unrouteAll();
  await page.route(/\/api\/races\/(\?|info\/)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const json = body.results
      ? { ...body, results: body.results.map((race: object) => ({ ...race, ...changes })) }
      : { ...body, ...changes };
    await route.fulfill({ response, json });
  });
}

test("a race in the list says where and when it was, by its number without a name, and what is done with its wind", async ({
  page,
}) => {
  const { id, tracks } = await coachWithRace(page);
  await changeRaces(page, { name: "", processing_status: 4 });
  await page.goto("/home?tab=races");
  const row = page.getByRole("article", { name: new RegExp(`^Race ${id}, `) });
  await expect(row.getByRole("status")).toHaveText("Race wind data is updating", ready);
  await expect(row).toContainText(/\d\d:\d\d, Berlin time/);
  await expect(row).toContainText("Coach: Ana Ferrandis");
  await expect(row).toContainText(`Tracks ${tracks.toSorted((a, b) => a - b).join(", ")}`);
  await expect(page.getByText("Schilksee, Germany").first()).toBeVisible();
  await changeRaces(page, { processing_status: 2, error: null });
  await page.reload();
  const failed = page.getByRole("article", { name: /^Kiel, race 1/ });
  await expect(failed.getByText("There was an error processing this race.")).toBeVisible(ready);
  await changeRaces(page, { processing_status: 1 });
  await page.reload();
  await expect(failed.getByRole("status")).toContainText("Working on this race", ready);
});

for (const { status, text } of [
  { status: 1, text: "Wind data is processing." },
  { status: 2, text: "There was an error processing this race." },
  { status: 4, text: "Race wind data is updating" },
]) {
  test(`the page of a race with status ${status} says: ${text}`, async ({ page }) => {
    const { coach, id } = await sharedRace();
    await logIn(page, coach);
    await changeRaces(page, { processing_status: status, error: null });
    await page.goto(`/races/${id}`);
    await expect(page.getByText(text).first()).toBeVisible(ready);
    // The boats are shown meanwhile.
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible(ready);
  });
}

test("the page of a race asks every five seconds until its wind is known", async ({ page }) => {
  const { coach, id } = await sharedRace();
  await logIn(page, coach);
  const asked: number[] = [];
  await page.route(`**/api/races/info/${id}/**`, async (route) => {
    asked.push(Date.now());
    const response = await route.fetch();
    const processing_status = asked.length < 3 ? 4 : 3;
    await route.fulfill({ response, json: { ...(await response.json()), processing_status } });
  });
  await page.goto(`/races/${id}`);
  await expect(page.getByText("Race wind data is updating")).toBeVisible(ready);
  await expect(page.getByText("Race wind data is updating")).toHaveCount(0, ready);
  expect(asked).toHaveLength(3);
  expect(asked[2]! - asked[1]!).toBeGreaterThan(4900);
});

test("saving the same name and the same tracks closes the dialogs without a call; other tracks are saved with a notice", async ({
  page,
}) => {
  await coachWithRace(page, 3);
  await page.goto("/home?tab=races");
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "PATCH" && calls.push(request.url()));
  await choose(page, "Kiel, race 1", "Change Name");
  await dialog(page, "Change Race Name").getByRole("button", { name: "Save" }).click();
  await expect(dialog(page, "Change Race Name")).toHaveCount(0);
  await choose(page, "Kiel, race 1", "Manage Tracks");
  const manage = dialog(page, "Manage Tracks");
  const boxes = manage.getByRole("checkbox", { name: /^Track/ });
  await expect(boxes).toHaveCount(3, ready);
  await manage.getByRole("button", { name: "Save" }).click();
  await expect(manage).toHaveCount(0);
  expect(calls).toEqual([]);

  await choose(page, "Kiel, race 1", "Manage Tracks");
  await manage.getByRole("checkbox", { name: /^Track/, checked: false }).click();
  await manage.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Race tracks successfully updated.")).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("a day whose tracks are gone says so, and a deletion of a race counts with 204 alone", async ({ page }) => {
  await coachWithRace(page);
  await page.route(/\/api\/tracks\/\?.*day=/, (route) =>
    route.fulfill({ json: { results: [], next: null, previous: null } }),
  );
  await page.goto("/home?tab=races");
  await page.getByRole("button", { name: "New Race" }).first().click();
  const form = dialog(page, "New Race");
  await expect(form.getByText("No Tracks", { exact: true })).toBeVisible(ready);
  await expect(form.getByText("Please select another date.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  await form.getByRole("button", { name: "Cancel" }).click();

  await page.route(/\/api\/races\/\d+\/$/, (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 200, json: {} }) : route.continue(),
  );
  await choose(page, "Kiel, race 1", "Delete Race");
  const answer = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await answer;
  await expect(page.getByText("Race has been deleted.")).toHaveCount(0);
  await expect(page.getByRole("article", { name: /Kiel, race 1/ })).toBeVisible();
});

test("a race is made from the days that have tracks alone", async ({ page }) => {
  await coachWithRace(page);
  await page.goto("/home?tab=races");
  await page.getByRole("button", { name: "New Race" }).first().click();
  const form = dialog(page, "New Race");
  await expect(
    form.getByRole("checkbox", { name: /^Track \d+, Ana Ferrandis, 49er, \d\d:\d\d to \d\d:\d\d$/ }),
  ).toHaveCount(2, ready);
  const days = form.getByRole("gridcell").getByRole("button");
  const enabled = await days.evaluateAll((all) => all.filter((day) => !(day as HTMLButtonElement).disabled).length);
  expect(enabled).toBe(1);
});

test("the map of a race has play and speed, the boats' wind, a legend, a chart, its modes and its tails", async ({
  page,
}) => {
  await openRace(page);
  await expect(page.getByRole("button", { name: /^Speed/ })).toBeVisible();
  await expect(page.getByRole("region", { name: /over time$/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Wind: / })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Data" })).toBeVisible();
  await expect(page.getByRole("tab", { name: /Gold Star/ })).toHaveCount(0);
  await page.getByLabel("Colour the track by").click();
  for (const name of ["No data", "Tags", "Course over ground"])
    await expect(page.getByRole("option", { name, exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const name of ["Tail", "Full tail"]) await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
});

test("a race that is answered without number and name is called Race, in head, title and heading", async ({ page }) => {
  const { coach, id } = await sharedRace();
  await logIn(page, coach);
  await changeRaces(page, { id: undefined, name: undefined });
  await page.goto(`/races/${id}`);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible(ready);
  await expect(page.getByRole("banner")).toContainText("Race");
  await expect(page.getByRole("heading", { name: "Race", exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^Race\b/);
  for (const text of [await page.title(), await page.locator("body").innerText()])
    expect(text).not.toContain("undefined");
});
