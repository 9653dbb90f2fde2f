/** Races: their list, map and dialogs, and the share link. */
import type { Page } from "@playwright/test";
import { fleetBoat } from "../../../api/test/fleet-boat";
import { type Account, createAccount, createRace, fixture, newPerson, uploadTrack } from "../helpers";
import { newTeam, writeEntry } from "../journal";
import { sharedRace } from "../races-sailed";
import { administrator, call, coach, coachWithRace, newcomer, once } from "./seeds";
import { dialog, entry, goes, plays, presses, sees, seesThe, ticks, types } from "./steps";
import { DESK, PHONE, type Row, type Step } from "./walk";

const BOTH = [DESK, PHONE];
const asCoach = async () => (await coachWithRace()).account;
const asSharer = async () => (await sharedRace()).coach;
const map = async () => `/races/${(await sharedRace()).id}`;
const changed =
  (changes: object): Step =>
  (page) =>
    page.route(/\/api\/races\/\?/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const results = body.results.map((one: object) => ({ ...one, ...changes }));
      await route.fulfill({ response, json: { ...body, results } });
    });

export const RACES: Row[] = [
  {
    name: "a coach without a race",
    at: "/home?tab=races",
    as: coach,
    states: [{ name: "no race", reach: [sees("No races yet")] }],
  },
  {
    name: "the races of a coach",
    at: "/home?tab=races",
    as: asCoach,
    states: [
      { name: "the list", reach: [sees("Coach: Ana Ferrandis")], sizes: BOTH, dark: true },
      {
        name: "a new race",
        reach: [
          presses("New Race"),
          dialog("New Race"),
          seesThe((at) => at.getByRole("checkbox", { name: /^Track \d+, Ana Ferrandis, 49er/ })),
        ],
        sizes: BOTH,
      },
      {
        name: "other tracks, too few",
        reach: [
          presses("Cancel"),
          presses("More for Kiel, race 1"),
          entry("Manage Tracks"),
          dialog("Manage Tracks"),
          ticks(/^Track/),
          presses("Save"),
          sees("Please select at least 2 tracks."),
        ],
        fits: [],
      },
      {
        name: "sharing",
        reach: [
          presses("Cancel"),
          presses("More for Kiel, race 1"),
          entry("Share Race"),
          (at) => at.getByRole("dialog").getByLabel("Link", { exact: true }).waitFor(),
        ],
        fits: [],
      },
      { name: "beside the tracks", reach: [goes("/home"), sees("Latest races"), sees("Distance")], fits: [] },
    ],
  },
  {
    name: "a day without tracks",
    at: "/home?tab=races",
    as: asCoach,
    answers: (page) =>
      page.route(/\/api\/tracks\/\?.*day=/, (route) =>
        route.fulfill({ json: { results: [], next: null, previous: null } }),
      ),
    states: [{ name: "a new race", reach: [presses("New Race"), sees("Please select another date.")], fits: [] }],
  },
  {
    name: "a race that failed",
    at: "/home?tab=races",
    as: asCoach,
    answers: changed({ processing_status: 2, error: null }),
    states: [{ name: "its row", reach: [sees("There was an error processing this race.")] }],
  },
  {
    name: "a race of somebody else",
    at: "/home?tab=races",
    as: async () => {
      const { coach: owner, athlete } = await newTeam();
      const other = await uploadTrack(owner, { path: fixture("49er-ten-hertz.fit") });
      const own = await uploadTrack(athlete, { path: fixture("49er-kiel.fit") });
      await createRace(owner, "Open race", [other, own]);
      return athlete;
    },
    states: [
      {
        name: "its menu",
        reach: [presses("More for Open race"), seesThe((at) => at.getByRole("menuitem", { name: "Race Report" }))],
        fits: [],
      },
    ],
  },
  {
    name: "races of a new sailor",
    at: "/home?tab=races",
    as: newcomer,
    states: [{ name: "no race", reach: [seesThe((at) => at.getByRole("heading", { level: 1, name: "Race List" }))] }],
  },
  {
    name: "the map of a race",
    at: map,
    as: asSharer,
    states: [
      {
        name: "followed, the wind up, with the ladder",
        reach: [plays, types("2"), ...["Follow", "Wind up", "Ladder"].map((name) => presses(name))],
        sizes: BOTH,
        dark: true,
      },
      {
        name: "the keyboard shortcuts, after the start",
        reach: [
          types("s", "Shift+ArrowRight", "Shift+ArrowRight", "?"),
          sees("The start of the race, then of the next one"),
        ],
        fits: [],
      },
      { name: "sharing the moment", reach: [types("Escape"), presses("Share moment"), sees(/^Opens at /)], fits: [] },
      {
        name: "its journal",
        reach: [
          types("Escape"),
          async () => {
            const { coach, id } = await sharedRace();
            await writeEntry(coach, { race: id, content: "Pin end by ten degrees." });
          },
          presses("Journal"),
          sees("Pin end by ten degrees."),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "the map of a race on a phone",
    at: map,
    as: asSharer,
    opened: PHONE,
    states: [{ name: "the place of a video", reach: [plays, presses("Video")], sizes: [PHONE], fits: [] }],
  },
];

const boat = (owner: Account, seed: number) =>
  uploadTrack(owner, { path: `${seed}.gpx`, boat_class: "Laser", bytes: Buffer.from(fleetBoat({ seed })) });

/** Races of an administrator's: with Clara's PRIVATE track beside two PUBLIC ones, beside one alone, and with her asked. */
const shared = once(async () => {
  const owner = await administrator();
  const [jon, marta, clara] = [
    await createAccount(newPerson("Jon", "Roig")),
    await createAccount(newPerson("Marta", "Soler")),
    await createAccount(newPerson("Clara", "Puig")),
  ];
  const [first, second, hidden] = [await boat(jon, 1), await boat(marta, 2), await boat(clara, 3)];
  const name = `${Date.now()} Trofeo`;
  await createRace(owner, name, [first, second, hidden]);
  await createRace(owner, `Alone ${name}`, [first, hidden]);
  const asked = await createRace(owner, `Asked ${name}`, [first, second, hidden]);
  await call(clara, "PATCH", `/tracks/${hidden}/`, { permissions: "PRIVATE" });
  await call(owner, "POST", `/races/${asked}/share/`, {});
  const { user } = clara.session as { user: { id: number } };
  await call(owner, "POST", `/races/${asked}/share/boats/`, { user_id: user.id });
  return { owner, clara, name };
});

/** Opens the share dialog of the only race of a search. */
const opensShare =
  (nameOf: () => Promise<string>): Step =>
  async (page: Page) => {
    const name = await nameOf();
    const found = page.waitForResponse((response) => new URL(response.url()).searchParams.get("search") === name);
    await page.getByLabel(/Search race/).fill(name);
    await (await found).finished();
    await page.getByRole("button", { name: `More for ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Share Race" }).click();
  };

export const SHARING: Row[] = [
  {
    name: "the share link of a race with a private track",
    at: "/home?tab=races",
    as: async () => (await shared()).owner,
    states: [
      {
        name: "its owner asked",
        spaced: true,
        reach: [
          opensShare(async () => (await shared()).name),
          sees("2 of 3 boats are in the link"),
          presses("Ask Clara Puig"),
          sees("waiting"),
        ],
        sizes: BOTH,
      },
      {
        name: "without an end",
        spaced: true,
        reach: [
          async (page) => {
            await page.getByRole("combobox", { name: "End of the link" }).press("Enter");
            await page.getByRole("option", { name: "Never ends" }).waitFor();
            await page.keyboard.press("End");
            await page.keyboard.press("Enter");
          },
          sees("Whoever gets this link sees the race until somebody ends it."),
        ],
        sizes: BOTH,
      },
      {
        name: "ending it",
        spaced: true,
        reach: [presses("End link"), seesThe((at) => at.getByRole("button", { name: "Yes", exact: true }))],
        fits: [],
      },
    ],
  },
  {
    name: "the share link of a race with one boat in it",
    at: "/home?tab=races",
    as: async () => (await shared()).owner,
    states: [
      {
        name: "no link",
        reach: [opensShare(async () => `Alone ${(await shared()).name}`), sees(/A race needs two boats\./)],
        sizes: BOTH,
      },
    ],
  },
  {
    name: "the question to the owner of a private track",
    at: "/home",
    as: async () => (await shared()).clara,
    states: [
      {
        name: "in the list",
        reach: [seesThe((at) => at.getByRole("region", { name: /wants to share/ }))],
        spaced: true,
        sizes: BOTH,
      },
      {
        name: "allowed",
        reach: [presses("Allow"), goes("/account/privacy"), sees(/in the link since today/)],
        sizes: BOTH,
      },
    ],
  },
];
