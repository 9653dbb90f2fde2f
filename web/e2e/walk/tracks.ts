/** The list of tracks, the map of a track, its report and the upload. */
import { readFileSync } from "node:fs";
import { fixture } from "../helpers";
import { writeEntry, writeReply } from "../journal";
import { call, cutOff, kiel, newcomer, reach, weymouth, withWind } from "./seeds";
import { chooses, dialog, entry, fills, goes, plays, presses, sees, seesThe, tab, ticks, types } from "./steps";
import { DESK, PHONE, type Row, type State, type Step } from "./walk";

const LANDSCAPE = { width: 844, height: 390 };
const BOTH = [DESK, PHONE];
const QUESTION = /Which one blew\?|but not surely\. Was it this one\?/;
const account = async (of: () => Promise<{ account: Awaited<ReturnType<typeof newcomer>> }>) => (await of()).account;
const asKiel = () => account(kiel);

/** Answers the list of tracks with these changes to every track. */
const changed =
  (changes: object): Step =>
  (page) =>
    page.route(/\/api\/tracks\/\?/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({
        response,
        json: { ...body, results: body.results.map((one: object) => ({ ...one, ...changes })) },
      });
    });

const menu = presses("More for Marta Vidal's track");

export const LIST: Row[] = [
  {
    name: "/home",
    at: "/home",
    as: asKiel,
    states: [
      { name: "a track", reach: [sees("Distance")], sizes: BOTH, dark: true },
      { name: "the menu of a track", reach: [menu, seesThe((at) => at.getByRole("menuitem"))], fits: [] },
      {
        name: "another boat class",
        reach: [entry("Edit Boat Class"), chooses("Boat class", "Kite Flying")],
        fits: [],
      },
      {
        name: "the journal of a track",
        reach: [
          presses("Cancel"),
          async () => {
            const { account, id } = await kiel();
            const note = { track: id, content: "Two holes down with the mast in the chop." };
            await writeReply(account, await writeEntry(account, note), "Try three.");
          },
          presses(/^Journal of Marta Vidal's track/),
          sees("Try three."),
        ],
        fits: [],
      },
      {
        name: "leaving what is written in the journal",
        reach: [fills("Notes", "Gybed too early."), types("Escape"), dialog("Leave the journal?")],
        fits: [],
      },
    ],
  },
  {
    name: "the days of the list",
    at: "/home",
    as: asKiel,
    answers: (page) =>
      page.route(/\/api\/tracks\/oldest_date\//, (route) => {
        const date = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
        return route.fulfill({ json: { date } });
      }),
    states: [
      {
        name: "the calendar",
        reach: [presses("Dates"), dialog("Dates"), sees("A dot marks a day with tracks.")],
        fits: [],
      },
    ],
  },
  {
    name: "a list that a filter empties",
    at: "/home",
    as: async () => {
      const { account } = await kiel();
      const { id } = ((await newcomer()).session as { user: { id: number } }).user;
      const session = account.session as { user: object };
      const teammates = [{ id, first_name: "Iker", last_name: "Sanz" }];
      return { ...account, session: { ...session, user: { ...session.user, teammates } } };
    },
    answers: (page) =>
      page.route("**/api/users/me/", async (route) => {
        const response = await route.fetch();
        const { id } = ((await newcomer()).session as { user: { id: number } }).user;
        const teammates = [{ id, first_name: "Iker", last_name: "Sanz" }];
        await route.fulfill({ response, json: { ...(await response.json()), teammates } });
      }),
    states: [
      {
        name: "no track of this sailor",
        reach: [presses(/^Filter by sailor: all/), ticks("Iker Sanz"), sees("No Tracks Match Your Search")],
        fits: [],
      },
    ],
  },
  {
    name: "a track that failed",
    at: "/home",
    as: asKiel,
    answers: changed({ processing_status: 2, metric: null }),
    states: [{ name: "its row", reach: [sees("There was an error processing this track.")] }],
  },
  {
    name: "the winds of a track that does not tell it",
    at: "/home",
    as: () => account(reach),
    states: [
      {
        name: "chosen from the list",
        reach: [presses("Choose the wind"), sees(QUESTION)],
        fits: [],
      },
      {
        name: "one that was chosen",
        reach: [
          presses("Set it by hand"),
          fills("Wind from, degrees", "200"),
          presses("Set 200°"),
          sees("Wind from 200°, chosen by you."),
          sees("Tacks"),
        ],
      },
      {
        name: "taken back",
        reach: [presses("Change the wind"), presses("Take back"), sees(/winds? fits?: from/)],
        sizes: [],
        fits: [],
      },
    ],
  },
  {
    name: "/upload",
    at: "/upload",
    as: asKiel,
    states: [
      { name: "the form", reach: [seesThe((at) => at.getByRole("radio", { name: /^Public/ }))], sizes: BOTH },
      {
        name: "a whole, a damaged and a known file",
        reach: [
          (at) =>
            at.locator('input[type="file"]').setInputFiles(
              ["49er-cross-current.fit", "broken/truncated.fit", "49er-kiel.fit"].map((name) => ({
                name: name.replace("broken/", ""),
                mimeType: "application/octet-stream",
                buffer: readFileSync(fixture(name)),
              })),
            ),
          sees("This file is whole."),
          sees(/the track is made from what is good/),
          sees("You have uploaded this file before."),
        ],
        fits: [],
      },
    ],
  },
];

const reportTab = (name: string, sizes = [DESK]): State => ({
  name: `the tab ${name}`,
  reach: [tab(new RegExp(`^${name}`)), seesThe((at) => at.getByRole("tabpanel"))],
  sizes,
});

export const REPORT: Row[] = [
  {
    name: "the report of a track",
    at: async () => `/reports/${(await weymouth()).id}`,
    as: () => account(weymouth),
    states: [
      { ...reportTab("Summary", BOTH), dark: true },
      { ...reportTab("Tacking", BOTH), dark: true },
      reportTab("Gybing"),
      reportTab("Top Mark", BOTH),
      reportTab("Bottom Mark"),
      reportTab("Accelerations"),
      {
        name: "what a figure means",
        spaced: true,
        reach: [tab(/^Summary/), presses("TWA: what it means"), sees("The angle sailed to the wind on this straight.")],
        fits: [],
      },
    ],
  },
  {
    name: "the report of a track that does not tell the wind",
    at: async () => `/reports/${(await reach()).id}`,
    as: () => account(reach),
    states: [{ name: "the question", reach: [sees(QUESTION)] }],
  },
  {
    name: "the report of a track with a wind log",
    at: async () => `/reports/${(await withWind()).id}`,
    as: () => account(withWind),
    states: [
      {
        name: "attaching the log",
        reach: [
          sees("No wind data available."),
          presses("Attach Wind File"),
          seesThe((at) => at.getByRole("radio", { name: /^committee-boat\.txt.*covers \d+\s%/, checked: true })),
        ],
        fits: [],
      },
      { name: "the measured wind", reach: [presses("Attach"), sees("Average TWS")] },
      { name: "in the list", reach: [goes("/home"), sees("Wind log")] },
    ],
  },
];

/** What another sailor of the boat corrects meanwhile. */
async function deleteGybe() {
  const { account, id } = await kiel();
  const { segments } = await call<{ segments: { label: string; start_time: string; end_time: string }[] }>(
    account,
    "GET",
    `/tracks/${id}/`,
  );
  const { start_time, end_time } = segments.find(({ label }) => label === "G")!;
  const corrections = [{ action: "delete", kind: "gybe", start_time, end_time }];
  await call(account, "PUT", `/tracks/${id}/corrections/`, { corrections });
}

export const MAP: Row[] = [
  {
    name: "the map of a track",
    at: async () => `/tracks/${(await kiel()).id}`,
    as: asKiel,
    states: [
      { name: "the tab Maneuvers", reach: [plays, tab(/^Maneuvers/)], fits: [] },
      {
        name: "the tab Straights",
        reach: [tab(/^Straights/), seesThe((at) => at.getByRole("tabpanel").getByRole("table"))],
        fits: [],
      },
      {
        name: "naming an analysis of straights",
        reach: [
          (at) => at.getByRole("checkbox").nth(1).check(),
          (at) => at.getByRole("checkbox").nth(2).check(),
          presses("Create Analysis"),
          fills("Straight Line Analysis Name", "Upwind in the chop"),
        ],
        fits: [],
      },
      { name: "the tab Data", reach: [presses("Cancel"), tab(/^Data/)], fits: [], dark: true },
      {
        name: "the keyboard shortcuts",
        reach: [types("?"), dialog("Keyboard shortcuts")],
        fits: [],
      },
      {
        name: "colour and tail on a phone on its side",
        reach: [
          types("Escape"),
          presses("Colour and tail of the track"),
          seesThe((at) => at.getByLabel("Colour the track by")),
        ],
        sizes: [LANDSCAPE],
        fits: [],
      },
    ],
  },
  {
    name: "the map of a track on a phone",
    at: async () => `/tracks/${(await kiel()).id}`,
    as: asKiel,
    opened: PHONE,
    states: [
      { name: "the map, the sheet lowered", reach: [plays], sizes: [PHONE], fits: [] },
      { name: "the tab Maneuvers", reach: [presses("Raise the sheet"), tab(/^Maneuvers/)], sizes: [] },
      { name: "the tab Straights", reach: [tab(/^Straights/)], sizes: [] },
      {
        name: "a new gold star",
        reach: [presses("Lower the sheet"), presses("Gold star"), fills("Name", "Good start")],
        sizes: [PHONE],
        fits: [],
      },
    ],
  },
  {
    name: "gold stars",
    at: async () => `/tracks/${(await kiel()).id}`,
    as: asKiel,
    states: [
      {
        name: "a new one",
        reach: [
          plays,
          presses("Gold star"),
          presses("End 1 s later"),
          fills("Name", "Tacked on the header"),
          presses("tactics"),
        ],
        fits: [],
      },
      {
        name: "its section, which plays alone",
        reach: [presses("Save"), tab("Gold Star 1"), presses("Tacked on the header"), sees("Only this section plays.")],
        fits: [],
      },
      {
        name: "deleting it",
        reach: [presses("Delete journal segment"), dialog("Delete journal segment?")],
        fits: [],
      },
      {
        name: "deleted",
        reach: [presses("Delete"), seesThe((at) => at.getByRole("tab", { name: /^Data/ }))],
        sizes: [],
        fits: [],
      },
    ],
  },
  {
    name: "corrections by hand",
    at: async () => `/tracks/${(await kiel()).id}`,
    as: asKiel,
    // The page hears of no change of others.
    answers: (page) => page.route("**/api/events/**", (route) => route.abort()),
    states: [
      {
        name: "a turn, why it is one and its name",
        reach: [plays, tab(/^Maneuvers/), presses(/^Tack/), presses("Why?"), presses("Rename")],
        fits: [],
      },
      {
        name: "the wind of a part",
        reach: [presses("Wind here"), presses("Start 1 s later")],
        fits: [],
      },
      {
        name: "added to those of somebody else",
        reach: [
          presses("Cancel"),
          deleteGybe,
          presses("Delete"),
          sees(/^Somebody else has changed .* yours is added to them\.$/),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "the map of a damaged file",
    at: async () => `/tracks/${(await cutOff()).id}`,
    as: () => account(cutOff),
    states: [
      {
        name: "what was kept",
        reach: [
          plays,
          presses("What was kept"),
          seesThe((at) => at.getByRole("tab", { name: "File", selected: true })),
        ],
      },
    ],
  },
  {
    name: "the map of a track that does not tell the wind",
    at: async () => `/tracks/${(await reach()).id}`,
    as: () => account(reach),
    states: [
      { name: "the question", reach: [sees(QUESTION)], sizes: [PHONE], fits: [] },
      {
        name: "the dial",
        reach: [
          presses("Set it by hand"),
          (at) => at.getByRole("slider", { name: "Wind from" }).press("Shift+ArrowRight"),
          sees("not set yet"),
        ],
        fits: [],
      },
    ],
  },
];
