/** The journal under /dashboard: its list, its search, and what each entry shows. */
import { expect, type Page, test } from "./flow";
import {
  type Account,
  accessible,
  asCoach,
  createAccount,
  createRace,
  fitsTheScreen,
  fixture,
  logIn,
  logInAsNew,
  newAddress,
  newPerson,
  PASSWORD,
  sharedTrack,
  skipFilm,
  uploadTrack,
  withApi,
} from "./helpers";
import { chooseInMenu, newTeam, writeEntry, writeReply } from "./journal";

const FILE = fixture("49er-cross-current.fit");
const ready = { timeout: 30_000 };
const entries = (page: Page) => page.getByRole("main").getByRole("article");

async function readTrack(account: Account, id: number) {
  const headers = { authorization: `Bearer ${account.access}` };
  return withApi(async (api) => (await api.get(`/api/tracks/${id}/analysis/`, { headers })).json());
}

test("the dashboard opens with the journal, and an empty journal says how to begin", async ({ page }) => {
  await logInAsNew(page);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/dashboard\/journal$/);
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const places = page.getByRole("navigation", { name: "Dashboard" });
  await expect(places.getByRole("link", { name: "Journal" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { name: "No entries yet" })).toBeVisible();
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole("navigation", { name: "Places" });
  await expect(bar.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  await fitsTheScreen(page);
});

test("who is not logged in is led from the journal to the login", async ({ page }) => {
  await page.goto("/dashboard/journal");
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fjournal$/);
});

test("the list shows regattas, kite gear, stars and straights of the entries, with links to their places", async ({
  page,
}) => {
  const { account, id: track } = await sharedTrack(FILE, "Formula Kite");
  const { id: user } = (account.session as { user: { id: number } }).user;
  const { straights, start_time } = (await readTrack(account, track)).files[0];
  const start_ms = Date.parse(start_time ?? straights[0].start_time);
  const instant = (after_s: number) => new Date(start_ms + after_s * 1000).toISOString();
  const star = { jType: "star", s_point: instant(60), e_point: instant(90) };
  await writeEntry(account, { track, content: "Best tack", tags: [{ value: "tactics" }], ...star });
  const gear = { kite_brand: "Ozone", kite_model: "R1 V4", kite_size: "11", foil_brand: "Levitaz", foil_wing: "590" };
  await writeEntry(account, { track, jType: "kite", content: "Powered up", feel: 4, ...gear });
  await writeEntry(account, { track, content: "Pinching", straight_analysis_segments: [straights[0].id] });
  const results = [
    { name: "Sorolla and Gil", finish_position: 2 },
    { user, finish_position: 3 },
    { name: "Jon Etxeberria", finish_position: 1 },
  ];
  const days = { start_date: "2026-09-14", end_date: "2026-09-16" };
  const places = { number_competitors: 34, finish_position: 3 };
  const regatta_report = { name: "Trofeo Otoño", ...days, ...places, tracks: [track], competitor_results: results };
  await writeEntry(account, { content: "Good downwind", regatta_report });

  await logIn(page, account);
  await page.goto("/dashboard/journal");
  const regatta = entries(page).filter({ hasText: "Good downwind" });
  await expect(regatta.getByText("Regatta Report")).toBeVisible(ready);
  await expect(regatta.getByText("14 to 16 Sept 2026")).toBeVisible();
  await expect(regatta.getByText("of 34")).toBeVisible();
  const rows = regatta.getByRole("table", { name: "Competitor results" }).getByRole("row");
  await expect(rows.nth(1)).toHaveText(/^1Jon Etxeberria$/);
  await expect(rows.nth(3)).toHaveText(/^3Marta Vidal$/);
  await expect(regatta.getByText("About no track")).toBeVisible();
  await expect(regatta.getByRole("link", { name: `Track ${track}`, exact: true })).toHaveAttribute(
    "href",
    `/tracks/${track}`,
  );

  const kite = entries(page).filter({ hasText: "Powered up" });
  await expect(kite.getByText("Kite Notes")).toBeVisible();
  await expect(kite.getByText("Ozone R1 V4, 11 m²")).toBeVisible();
  await expect(kite.getByText("Levitaz, wing 590")).toBeVisible();
  await expect(kite.getByText("Feel 4 of 5")).toBeVisible();
  await expect(kite.getByRole("link", { name: `Track ${track}`, exact: true })).toHaveAttribute(
    "href",
    `/tracks/${track}`,
  );
  await expect(kite.getByRole("img", { name: `Map of Track ${track}` })).toBeVisible();

  const straight = entries(page).filter({ hasText: "Pinching" });
  await expect(straight.getByText(`1 straight: ${straights[0].name}`)).toBeVisible();
  await accessible(page);

  await page.getByRole("link", { name: /^Best tack on the map/ }).click();
  await expect(page).toHaveURL(new RegExp(`/tracks/${track}\\?content=Best\\+tack`));
  await expect(page.getByRole("tab", { name: "Gold Star" })).toHaveAttribute("aria-selected", "true", ready);
});

test("a note about straights leads to its straight-line analysis by its name", async ({ page }) => {
  const { account, id: track } = await sharedTrack(FILE, "Formula Kite");
  const { straights } = (await readTrack(account, track)).files[0];
  const segments = straights.slice(0, 2).map(({ id }: { id: number }) => id);
  const headers = { authorization: `Bearer ${account.access}` };
  const analysis = await withApi(async (api) => {
    const answer = await api.post("/api/straights/", {
      headers,
      data: { track, segments, name: "Upwind in the chop" },
    });
    expect([201, 409]).toContain(answer.status());
    return (await answer.json()).id;
  });
  const about = { straight_analysis_id: analysis, straight_analysis_segments: segments };
  await writeEntry(account, { track, jType: "straight", content: "Lower was faster", ...about });
  await logIn(page, account);
  await page.goto("/dashboard/journal");
  const entry = entries(page).filter({ hasText: "Lower was faster" });
  await expect(entry.getByText(`2 straights: ${straights[0].name}, ${straights[1].name}`)).toBeVisible(ready);
  await entry.getByRole("link", { name: "Upwind in the chop" }).click();
  await expect(page).toHaveURL(new RegExp(`/straight-analysis/${analysis}$`));
});

test("the search waits 500 ms after the last key, and a click on a tag fills it", async ({ page }) => {
  const account = await logInAsNew(page);
  await writeEntry(account, { content: "Jib too loose", tags: [{ value: "Speed/Tuning" }] });
  await writeEntry(account, { content: "Right side paid", tags: [{ value: "Local Knowledge" }] });
  await page.goto("/dashboard/journal");
  await expect(entries(page)).toHaveCount(2, ready);
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/journals/?") && asked.push(request.url()));
  const search = page.getByRole("textbox", { name: "Search the journal" });
  await search.pressSequentially("loose", { delay: 40 });
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText("Jib too loose");
  expect(asked.map((url) => new URL(url).searchParams.get("search"))).toEqual(["loose"]);

  await search.press("Escape");
  await expect(entries(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Search the journal for Local Knowledge" }).click();
  await expect(search).toHaveValue("Local Knowledge");
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText("Right side paid");

  await search.fill("spinnaker");
  await expect(page.getByRole("heading", { name: "No entry matches your search" })).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect(entries(page)).toHaveCount(2);
});

test("a long journal comes page by page while it is scrolled", async ({ page }) => {
  const account = await logInAsNew(page);
  for (let n = 1; n <= 22; n++) await writeEntry(account, { content: `Day ${n}.` });
  const cursors: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/journals/") cursors.push(searchParams.get("cursor"));
  });
  await page.goto("/dashboard/journal");
  await expect(entries(page).first()).toContainText("Day 22.", ready);
  await entries(page).last().scrollIntoViewIfNeeded();
  await expect(entries(page)).toHaveCount(22, ready);
  await expect(entries(page).last()).toContainText("Day 1.");
  expect([cursors.length, cursors[0], cursors[1] === null]).toEqual([2, null, false]);
});

test("a failing server is reported in the list, which can be tried again", async ({ page }) => {
  const account = await logInAsNew(page);
  await writeEntry(account, { content: "Still there" });
  await page.route("**/api/journals/", (route) => route.abort());
  await page.goto("/dashboard/journal");
  await expect(page.getByRole("heading", { name: "The journal could not be read" })).toBeVisible(ready);
  await expect(page.getByText("The server does not answer. Check your connection and try again.")).toBeVisible();
  await accessible(page);
  await page.unroute("**/api/journals/");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(entries(page)).toContainText("Still there");
});

test("entries of a team can be read and answered by its members, and changed by their authors alone", async ({
  page,
}) => {
  const { coach, athlete } = await newTeam();
  const entry = await writeEntry(athlete, { content: "Lost it in the gybe" });
  const own = await writeEntry(coach, { content: "Good training" });
  await writeReply(athlete, own, "Thank you");
  await logIn(page, coach);
  await page.goto("/dashboard/journal");
  const other = entries(page).filter({ hasText: "Lost it in the gybe" });
  await expect(other).toBeVisible(ready);
  await expect(other.getByRole("button", { name: /^More for/ })).toHaveCount(0);
  const mine = entries(page).filter({ hasText: "Good training" });
  await expect(mine.getByRole("button", { name: "More for Marta Vidal's entry" })).toBeVisible();
  await expect(mine.getByRole("button", { name: "More for Iker Sanz's reply" })).toHaveCount(0);
  const headers = { authorization: `Bearer ${coach.access}` };
  const refused = await withApi(async (api) => [
    (await api.put(`/api/journals/${entry}/`, { headers, data: { content: "Changed" } })).status(),
    (await api.delete(`/api/journals/${entry}/`, { headers })).status(),
  ]);
  expect(refused).toEqual([403, 403]);

  await other.getByRole("button", { name: "Send" }).click();
  await expect(other.getByText("Reply content is required.")).toBeVisible();
  await other.getByRole("textbox", { name: "Reply" }).fill("Look ahead, not at the kite.");
  await page.keyboard.press("Enter");
  await expect(other.getByText("Look ahead, not at the kite.")).toBeVisible();
  await expect(other.getByRole("textbox", { name: "Reply" })).toHaveValue("");

  const menu = other.getByRole("button", { name: "More for Marta Vidal's reply" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await other.getByRole("textbox", { name: "Reply" }).first().fill("Look ahead.");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Look ahead.", { exact: true })).toBeVisible();
  await expect(other.getByText(/, changed$/)).toBeVisible();
  await menu.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete this reply?" }).getByRole("button", { name: "Yes" }).click();
  await expect(other.getByText("Look ahead.", { exact: true })).toHaveCount(0);
});

test("a reply that could not be sent stays in its field, with the reason", async ({ page }) => {
  const account = await logInAsNew(page);
  await writeEntry(account, { content: "Chop" });
  await page.goto("/dashboard/journal");
  const entry = entries(page);
  await page.route("**/api/journals/*/reply/", (route) => route.fulfill({ status: 500, json: {} }));
  await entry.getByRole("textbox", { name: "Reply" }).fill("Ease the sheet.");
  await entry.getByRole("button", { name: "Send" }).click();
  await expect(entry.getByText("The server could not do this. Try again in a minute.")).toBeVisible();
  await expect(entry.getByRole("textbox", { name: "Reply" })).toHaveValue("Ease the sheet.");
});

test("an entry is deleted after a question, and only when the server answers 204", async ({ page }) => {
  const account = await logInAsNew(page);
  await writeEntry(account, { content: "Older" });
  await writeEntry(account, { content: "Newer" });
  await page.goto("/dashboard/journal");
  const newer = entries(page).filter({ hasText: "Newer" });
  await page.route("**/api/journals/*/", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 202, json: {} }) : route.continue(),
  );
  await chooseInMenu(page, newer, "Delete");
  const question = page.getByRole("dialog", { name: "Delete this entry?" });
  await expect(question).toContainText("Its photos and replies go with it.");
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(question).toBeHidden();
  await expect(newer).toBeVisible();

  await page.unroute("**/api/journals/*/");
  await chooseInMenu(page, newer, "Delete");
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText("Older");
  await expect(entries(page).getByRole("heading", { name: "Marta Vidal" })).toBeFocused();
});

test("the journal of a race is written in from its page and its row, and read by the holder of its link", async ({
  page,
  browser,
}) => {
  const coach = await asCoach(await createAccount());
  const first = await uploadTrack(coach, { path: FILE });
  const second = await uploadTrack(coach, { path: fixture("49er-kiel.fit") });
  const race = await createRace(coach, "Autumn race", [first, second]);
  await logIn(page, coach);
  await page.goto(`/races/${race}`);
  await page.getByRole("button", { name: "Journal", exact: true }).click(ready);
  const journal = page.getByRole("dialog", { name: "Journal" });
  await expect(journal).toContainText("Autumn race");
  await expect(journal.getByText("No entries yet")).toBeVisible();
  await expect(journal.getByRole("tab", { name: "Kite Notes" })).toHaveCount(0);
  await journal.getByRole("textbox", { name: "Notes" }).fill("Pin end by ten degrees.");
  await journal.getByRole("button", { name: "Save" }).click();
  await expect(journal.getByRole("article")).toContainText("Pin end by ten degrees.");
  await accessible(page);

  await page.goto("/home?tab=races");
  await page.getByRole("button", { name: "More for Autumn race" }).first().click(ready);
  await page.getByRole("menuitem", { name: "Journal" }).click();
  await expect(journal.getByRole("article")).toContainText("Pin end by ten degrees.");

  await page.goto("/dashboard/journal");
  const entry = entries(page).filter({ hasText: "Pin end by ten degrees." });
  await expect(entry.getByRole("link", { name: "Autumn race", exact: true })).toHaveAttribute("href", `/races/${race}`);

  const headers = { authorization: `Bearer ${coach.access}` };
  const share_id = await withApi(async (api) => {
    const answer = await api.post(`/api/races/${race}/share/`, { headers, data: {} });
    return (await answer.json()).share_id;
  });
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${new URL(page.url()).origin}/races/${race}?share_id=${share_id}`);
  await guest.getByRole("button", { name: "Journal", exact: true }).click(ready);
  const read = guest.getByRole("dialog", { name: "Journal" });
  await expect(read.getByRole("article")).toContainText("Pin end by ten degrees.");
  for (const name of ["Save", "Send", "Add entry"]) await expect(read.getByRole("button", { name })).toHaveCount(0);
  await expect(read.getByRole("button", { name: /^More for/ })).toHaveCount(0);
  await guest.context().close();
});

test("an administrator changes the entry of anybody", async ({ page }) => {
  const surname = `Quell${Date.now()}`;
  const account = await createAccount(newPerson("Zora", surname));
  const track = await uploadTrack(account, { path: FILE });
  await writeEntry(account, { track, content: "Somebody's note" });
  await page.setExtraHTTPHeaders(newAddress());
  await page.goto("/login");
  await page.getByLabel("Email").fill("ada.king@sail.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await skipFilm(page);
  await page.getByText("All Tracks", { exact: true }).click(ready);
  const found = page.waitForResponse((response) => response.url().includes(`search=${surname}`), ready);
  await page.getByLabel("Search tracks").fill(surname);
  await found;
  await expect(page.getByRole("tab", { name: "Tracks 1", exact: true })).toBeVisible(ready);
  await page.getByRole("button", { name: /^Journal of Zora/ }).click(ready);
  const entry = page.getByRole("dialog", { name: "Journal" }).getByRole("article");
  await chooseInMenu(page, entry, "Edit");
  const form = page.getByRole("region", { name: "Change the entry" });
  await form.getByRole("textbox", { name: "Notes" }).fill("A note without names.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(entry).toContainText("A note without names.");
  await expect(entry).toContainText(surname);
});
