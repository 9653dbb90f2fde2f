/** The journal under /dashboard: its list, its search, and what each entry shows. */
import { expect, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { answer, noAnswer, refusal } from "./answers";
import { answerJournal, authorOf, replyOf } from "./journal-answers";
import { entryOf, GRACE, PIXEL, trackOf } from "./made";
import { focus, MARTA, onPhone, open, press } from "./screen";
import { chooseInMenu, expectAddress, expectCount, expectNotice, expectNotices } from "./shown";

const ENTRIES = page.getByRole("main").getByRole("article");
const entry = (text: string): Locator => ENTRIES.filter({ hasText: text });
/** The track that entries are about. */
const SUBJECT = {
  name: "Marta Vidal",
  boat_name: "Formula Kite",
  start_time: "2026-06-13T11:02:00.000Z",
  end_time: "2026-06-13T12:12:00.000Z",
  tz: "Europe/Madrid",
  location: "El Saler, Spain",
  static_map: PIXEL,
  static_map_dark: PIXEL,
};
const ABOUT = { track: 7, subject: SUBJECT };

test("the dashboard opens with the journal, and an empty journal says how to begin", async () => {
  answerJournal();
  await open("/dashboard");
  await expectAddress("/dashboard/journal");
  const main = page.getByRole("navigation", { name: "Main" });
  await expect.element(main.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  const places = page.getByRole("navigation", { name: "Dashboard" });
  await expect.element(places.getByRole("link", { name: "Journal" })).toHaveAttribute("aria-current", "page");
  await expect.element(page.getByRole("heading", { name: "No entries yet" })).toBeVisible();
  await onPhone();
  const bar = page.getByRole("navigation", { name: "Places" });
  await expect.element(bar.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
});

test("the list shows regattas, kite gear, stars and straights of the entries, with links to their places", async () => {
  const star = { jType: "star" as const, s_point: "2026-06-13T11:03:00.000Z", e_point: "2026-06-13T11:03:30.000Z" };
  const straight = { id: 71, name: "S4", start_time: star.s_point, end_time: star.e_point };
  const competitor_results = [
    { user: null, name: "Jon Etxeberria", user_name: "Jon Etxeberria", finish_position: 1 },
    { user: null, name: "Sorolla and Gil", user_name: "Sorolla and Gil", finish_position: 2 },
    { user: MARTA.id, name: null, user_name: "Marta Vidal", finish_position: 3 },
  ];
  const days = { start_date: "2026-09-14", end_date: "2026-09-16" };
  const places = { number_competitors: 34, finish_position: 3 };
  const gear = { kite_brand: "Ozone", kite_model: "R1 V4", kite_size: "11", foil_brand: "Levitaz", foil_wing: "590" };
  const regatta_report = { name: "Trofeo Otoño", ...days, ...places, tracks: [7], competitor_results };
  answerJournal([
    entryOf({ id: 4, content: "Good downwind", regatta_report }),
    entryOf({ id: 3, ...ABOUT, content: "Pinching", straight_analysis_segments: [straight] }),
    entryOf({ id: 2, ...ABOUT, jType: "kite", content: "Powered up", feel: 4, ...gear }),
    entryOf({ id: 1, ...ABOUT, content: "Best tack", tags: [{ id: 1, value: "tactics" }], ...star }),
  ]);
  await open("/dashboard/journal");
  const regatta = entry("Good downwind");
  await expect.element(regatta.getByText("Regatta Report")).toBeVisible();
  await expect.element(regatta.getByText("14 to 16 Sept 2026")).toBeVisible();
  await expect.element(regatta.getByText("of 34")).toBeVisible();
  const rows = regatta.getByRole("table", { name: "Competitor results" }).getByRole("row");
  await expect.element(rows.nth(1)).toHaveTextContent(/^1Jon Etxeberria$/);
  await expect.element(rows.nth(3)).toHaveTextContent(/^3Marta Vidal$/);
  await expect.element(regatta.getByText("About no track")).toBeVisible();
  const track = (of: Locator) => of.getByRole("link", { name: "Track 7", exact: true });
  await expect.element(track(regatta)).toHaveAttribute("href", "/tracks/7");

  const kite = entry("Powered up");
  await expect.element(kite.getByText("Kite Notes")).toBeVisible();
  await expect.element(kite.getByText("Ozone R1 V4, 11 m²")).toBeVisible();
  await expect.element(kite.getByText("Levitaz, wing 590")).toBeVisible();
  await expect.element(kite.getByText("Feel 4 of 5")).toBeVisible();
  await expect.element(track(kite)).toHaveAttribute("href", "/tracks/7");
  await expect.element(kite.getByRole("img", { name: "Map of Track 7" })).toBeVisible();
  await expect.element(entry("Pinching").getByText("1 straight: S4")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: /^Best tack on the map/ }))
    .toHaveAttribute("href", "/tracks/7?content=Best+tack");
});

test("a note about straights leads to its straight-line analysis by its name", async () => {
  const times = { start_time: "2026-06-13T11:03:00.000Z", end_time: "2026-06-13T11:03:30.000Z" };
  const segments = [
    { id: 71, name: "S4", ...times },
    { id: 72, name: "S5", ...times },
  ];
  const about = { straight_analysis_id: 8, straight_analysis_name: "Upwind in the chop" };
  const note = { ...about, straight_analysis_segments: segments, content: "Lower was faster" };
  answerJournal([entryOf({ ...ABOUT, jType: "straight", ...note })]);
  await open("/dashboard/journal");
  const shown = entry("Lower was faster");
  await expect.element(shown.getByText("2 straights: S4, S5")).toBeVisible();
  await expect
    .element(shown.getByRole("link", { name: "Upwind in the chop" }))
    .toHaveAttribute("href", "/straight-analysis/8");
});

test("the search waits 500 ms after the last key, and a click on a tag fills it", async () => {
  answerJournal([
    entryOf({ id: 2, content: "Right side paid", tags: [{ id: 2, value: "Local Knowledge" }] }),
    entryOf({ id: 1, content: "Jib too loose", tags: [{ id: 1, value: "Speed/Tuning" }] }),
  ]);
  await open("/dashboard/journal");
  await expectCount(ENTRIES, 2);
  const fetching = vi.spyOn(globalThis, "fetch");
  const search = page.getByRole("textbox", { name: "Search the journal" });
  await focus(search);
  for (const key of "loose") await press(key);
  await expectCount(ENTRIES, 1);
  await expect.element(ENTRIES).toHaveTextContent("Jib too loose");
  const asked = fetching.mock.calls.map(([address]) => String(address));
  expect(asked).toEqual(["/api/journals/?search=loose"]);

  await press("Escape");
  await expectCount(ENTRIES, 2);
  await page.getByRole("button", { name: "Search the journal for Local Knowledge" }).click();
  await expect.element(search).toHaveValue("Local Knowledge");
  await expectCount(ENTRIES, 1);
  await expect.element(ENTRIES).toHaveTextContent("Right side paid");

  await search.fill("spinnaker");
  await expect.element(page.getByRole("heading", { name: "No entry matches your search" })).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expectCount(ENTRIES, 2);
});

test("a long journal comes page by page while it is scrolled", async () => {
  const days = Array.from({ length: 22 }, (_, n) => entryOf({ id: 22 - n, content: `Day ${22 - n}.` }));
  const cursors: (string | null)[] = [];
  answer("GET /journals/", ({ query }) => {
    const cursor = query.get("cursor");
    cursors.push(cursor);
    const results = cursor ? days.slice(20) : days.slice(0, 20);
    return { results, next: cursor ? null : "2", previous: null };
  });
  await open("/dashboard/journal");
  await expect.element(ENTRIES.first()).toHaveTextContent("Day 22.");
  ENTRIES.last().element().scrollIntoView();
  await expectCount(ENTRIES, 22);
  await expect.element(ENTRIES.last()).toHaveTextContent("Day 1.");
  expect([cursors[0], ...cursors.filter(Boolean)]).toEqual([null, "2"]);
});

test("a failing server is reported in the list, which can be tried again", async () => {
  answer("GET /journals/", noAnswer);
  await open("/dashboard/journal");
  await expect.element(page.getByRole("heading", { name: "The journal could not be read" })).toBeVisible();
  await expect
    .element(page.getByText("The server does not answer. Check your connection and try again."))
    .toBeVisible();
  answerJournal([entryOf({ content: "Still there" })]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(ENTRIES).toHaveTextContent("Still there");
});

test("entries of a team can be read and answered by its members, and changed by their authors alone", async () => {
  const read = { edit: false, delete: false, hide: false };
  const reply = { ...replyOf(2, 5, { ...MARTA, first_name: "Iker", last_name: "Sanz" }, "Thank you"), can: read };
  answerJournal(
    [
      entryOf({ id: 2, content: "Good training", author: authorOf(GRACE), replies: [reply] }),
      entryOf({ id: 1, content: "Lost it in the gybe", can: { ...read, reply: true } }),
    ],
    GRACE,
  );
  await open("/dashboard/journal", { user: GRACE });
  const other = entry("Lost it in the gybe");
  await expect.element(other).toBeVisible();
  await expectCount(other.getByRole("button", { name: /^More for/ }), 0);
  const mine = entry("Good training");
  await expect.element(mine.getByRole("button", { name: "More for Grace Coach's entry" })).toBeVisible();
  await expectCount(mine.getByRole("button", { name: "More for Iker Sanz's reply" }), 0);

  await other.getByRole("button", { name: "Send" }).click();
  await expect.element(other.getByText("Reply content is required.")).toBeVisible();
  await other.getByRole("textbox", { name: "Reply" }).fill("Look ahead, not at the kite.");
  await press("Enter");
  await expect.element(other.getByText("Look ahead, not at the kite.")).toBeVisible();
  await expect.element(other.getByRole("textbox", { name: "Reply" })).toHaveValue("");

  const menu = other.getByRole("button", { name: "More for Grace Coach's reply" });
  await chooseInMenu(menu, "Edit");
  await other.getByRole("textbox", { name: "Reply" }).first().fill("Look ahead.");
  await other.getByRole("button", { name: "Save" }).click();
  await expect.element(other.getByText("Look ahead.", { exact: true })).toBeVisible();
  await expect.element(other.getByText(/, changed$/)).toBeVisible();
  await chooseInMenu(menu, "Delete");
  await page.getByRole("dialog", { name: "Delete this reply?" }).getByRole("button", { name: "Yes" }).click();
  await expectCount(other.getByText("Look ahead.", { exact: true }), 0);
});

test("what others wrote about the own track is hidden from others and shown again, entries and replies", async () => {
  const hide = { edit: false, delete: false, hide: true };
  const reply = { ...replyOf(2, 5, { ...MARTA, first_name: "Iker", last_name: "Sanz" }, "Slow boat"), can: hide };
  const [written] = answerJournal([
    entryOf({
      id: 2,
      ...ABOUT,
      content: "Bad start",
      author: authorOf(GRACE),
      replies: [reply],
      can: { ...hide, reply: true },
    }),
  ]);
  const sent: unknown[] = [];
  answer("GET /tracks/{id}/", () => Response.json(trackOf()));
  answer("PUT /journals/{id}/hidden/", ({ body }) => {
    const { hidden, reply_id } = body as { hidden: boolean; reply_id?: number };
    sent.push(body);
    if (reply_id === undefined) return Object.assign(written!, { hidden });
    return Object.assign(written!, { replies: [{ ...reply, hidden }] });
  });
  await open("/dashboard/journal");
  const about = entry("Bad start");
  const menu = about.getByRole("button", { name: "More for Grace Coach's entry" });
  await chooseInMenu(menu, "Hide from others");
  await expectCount(about.getByText(/^Hidden/), 1);
  await chooseInMenu(about.getByRole("button", { name: "More for Iker Sanz's reply" }), "Hide from others");
  await expectCount(about.getByText(/^Hidden/), 2);
  // A menu that closes has its entries still, which say by now what the next press does.
  await expectCount(page.getByRole("menu"), 0);
  await chooseInMenu(menu, "Show to others");
  await expectCount(about.getByText(/^Hidden/), 1);
  expect(sent).toEqual([{ hidden: true }, { hidden: true, reply_id: 5 }, { hidden: false }]);
  answer("PUT /journals/{id}/hidden/", () => refusal(500));
  await expectCount(page.getByRole("menu"), 0);
  await expectNotice("The server could not do this. Try again in a minute.", () =>
    chooseInMenu(menu, "Hide from others"),
  );
  await expectCount(about.getByText(/^Hidden/), 1);
});

test("a long discussion has its last replies in a list, and all of them by a button", async () => {
  const replies = ["First", "Second", "Third"].map((text, n) => replyOf(2, 5 + n, MARTA, text));
  answerJournal([entryOf({ id: 2, content: "Chop", replies: replies.slice(1), reply_count: 3 })]);
  answer("GET /journals/{id}/", () => entryOf({ id: 2, content: "Chop", replies }));
  await open("/dashboard/journal");
  await expect.element(ENTRIES.getByText("Second")).toBeVisible();
  await expectCount(ENTRIES.getByText("First"), 0);
  const button = ENTRIES.getByRole("button", { name: "Show 1 earlier reply" });
  await button.click();
  await expect.element(ENTRIES.getByText("First")).toBeVisible();
  await expectCount(button, 0);
});

test("a reply that could not be sent stays in its field, with the reason", async () => {
  answerJournal([entryOf({ content: "Chop" })]);
  answer("POST /journals/{id}/reply/", () => refusal(500));
  await open("/dashboard/journal");
  await ENTRIES.getByRole("textbox", { name: "Reply" }).fill("Ease the sheet.");
  await ENTRIES.getByRole("button", { name: "Send" }).click();
  await expect.element(ENTRIES.getByText("The server could not do this. Try again in a minute.")).toBeVisible();
  await expect.element(ENTRIES.getByRole("textbox", { name: "Reply" })).toHaveValue("Ease the sheet.");
});

test("an entry is deleted after a question, and only when the server answers 204", async () => {
  const both = () => [entryOf({ id: 2, content: "Newer" }), entryOf({ id: 1, content: "Older" })];
  answerJournal(both());
  answer("DELETE /journals/{id}/", () => refusal(202));
  await open("/dashboard/journal");
  const newer = entry("Newer");
  await chooseInMenu(newer.getByRole("button", { name: /'s entry$/ }), "Delete");
  const question = page.getByRole("dialog", { name: "Delete this entry?" });
  await expect.element(question).toHaveTextContent("Its photos and replies go with it.");
  await expect.element(question.getByRole("button", { name: "No" })).toHaveFocus();
  await question.getByRole("button", { name: "Yes" }).click();
  await expectCount(question, 0);
  await expect.element(newer).toBeVisible();

  answerJournal(both());
  await chooseInMenu(newer.getByRole("button", { name: /'s entry$/ }), "Delete");
  await question.getByRole("button", { name: "Yes" }).click();
  await expectCount(ENTRIES, 1);
  await expect.element(ENTRIES).toHaveTextContent("Older");
  await expect.element(ENTRIES.getByRole("heading", { name: "Marta Vidal" })).toHaveFocus();
});

test("an entry and a reply that could not be deleted are said to be so once", async () => {
  answerJournal([entryOf({ content: "Good training", replies: [replyOf(1, 5, MARTA, "Thank you")] })]);
  for (const route of ["DELETE /journals/{id}/", "DELETE /journals/{id}/reply/"] as const)
    answer(route, () => refusal(503, { detail: "The server is busy." }));
  await open("/dashboard/journal");
  for (const [of, question] of [
    ["entry", "Delete this entry?"],
    ["reply", "Delete this reply?"],
  ]) {
    await chooseInMenu(entry("Good training").getByRole("button", { name: `More for Marta Vidal's ${of}` }), "Delete");
    await page.getByRole("dialog", { name: question! }).getByRole("button", { name: "Yes" }).click();
    await expectNotices(["The server is busy."]);
    await expectCount(page.getByText("The server is busy."), 0);
  }
});
