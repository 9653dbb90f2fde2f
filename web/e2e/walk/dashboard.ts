import { expect } from "@playwright/test";
import { sailedSession } from "../../../api/test/sailed-session";
import { sailedSeason, sailedTeam } from "../../test/screens/season-sailed";
import { PICTURE } from "../account-pages";
import { sailed, sailedUpwind } from "../dashboard-sailed";
import { type Account, createAccount, fixture, newPerson, uploadTrack, withApi } from "../helpers";
import { writeEntry } from "../journal";
import { team } from "./account";
import { call, coach, createTeam, kiel, newcomer, once, renewed } from "./seeds";
import { chooses, dialog, fills, focuses, presses, radio, sees, seesThe, tab, types } from "./steps";
import { DESK, PHONE, type Row, type Step } from "./walk";

const BOTH = [DESK, PHONE];
const DAY_MS = 86_400_000;
const day = (before: number) => new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10);
const idOf = (account: Account) => (account.session as { user: { id: number } }).user.id;

/** Three sessions whose upwind speeds differ, and two regattas. */
const upwind = once(async () => {
  const account = await createAccount();
  await Promise.all([sailedUpwind(account, 9, 1), sailedUpwind(account, 6, 0.75), sailedUpwind(account, 3, 0.9)]);
  for (const [name, before, finish_position] of [
    ["Bay Regatta", 20, 1],
    ["Winter Cup", 6, 11],
  ] as const)
    await writeEntry(account, {
      content: `Notes on ${name}`,
      regatta_report: {
        name,
        start_date: day(before + 1),
        end_date: day(before),
        number_competitors: 11,
        finish_position,
        tracks: [],
        competitor_results: [],
      },
    });
  return account;
});

const panel = (name: string) => (page: Parameters<Step>[0]) => page.getByRole("region", { name, exact: true });
const within =
  (name: string, button: string | RegExp): Step =>
  (page) =>
    panel(name)(page).getByRole("button", { name: button }).first().click({ timeout: 45_000 });
const settledPanels: Step = (page) => expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 45_000 });

export const REPORTS: Row[] = [
  {
    name: "the reports of a new sailor",
    at: "/dashboard/reports",
    as: newcomer,
    states: [{ name: "nine panels", reach: [sees("No regatta on these days."), settledPanels] }],
  },
  {
    name: "the reports of a sailor",
    at: "/dashboard/reports",
    as: upwind,
    states: [
      {
        name: "by the own upwind speed",
        reach: [
          sees(/^By your own upwind speed: no wind speed was measured\./),
          settledPanels,
          focuses((at) => at.getByRole("group", { name: "Tacking Improvement, days" }).getByRole("button")),
        ],
        sizes: BOTH,
        dark: true,
      },
      {
        name: "a regatta in percent",
        reach: [
          radio("%"),
          focuses((at) => at.getByRole("group", { name: "Regatta Results, regattas" }).getByRole("button")),
        ],
        fits: [],
      },
      {
        name: "the sessions behind a figure",
        reach: [within("On the Water Stats", /^Tacks \d/), dialog("Tacks"), sees("3 sessions")],
        spaced: true,
      },
    ],
  },
  {
    name: "reports with a measured wind, and a panel that fails",
    at: "/dashboard/reports",
    as: upwind,
    answers: async (page) => {
      await page.route("**/api/reports/windconditions/**", async (route) => {
        const response = await route.fetch();
        const time_in_conditions = { Light: 1200, Sf: 600, Df: 0, Windy: 0 };
        await route.fulfill({ response, json: { ...(await response.json()), time_in_conditions } });
      });
      await page.route("**/api/reports/records/**", (route) =>
        route.fulfill({ status: 500, json: { detail: "The server had an error." } }),
      );
    },
    states: [
      {
        name: "by upwind speed",
        reach: [
          radio("By upwind speed"),
          sees(/By your own upwind speed\./),
          sees("The server had an error."),
          settledPanels,
        ],
      },
    ],
  },
  {
    name: "the reports of an athlete",
    at: async () => `/dashboard/reports?user=${idOf((await team()).athlete)}`,
    as: async () => {
      const { coach, athlete } = await team();
      await sailed(athlete, 4);
      return coach;
    },
    states: [
      {
        name: "seen by the coach",
        reach: [seesThe((at) => at.getByRole("button", { name: /^Sessions 1/ })), settledPanels],
      },
    ],
  },
  {
    name: "the reports of somebody else",
    at: async () => `/dashboard/reports?user=${idOf(await upwind())}`,
    as: newcomer,
    states: [{ name: "refused", reach: [sees("These reports are not open to you")] }],
  },
];

const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(Date.now());
const withSeason: Step = (page) =>
  page.route(/\/api\/reports\/season\/\?/, (route) => route.fulfill({ json: sailedSeason(today()) }));
const snipes = once(async () => {
  const id = await createTeam(await coach(), "Snipe Valencia");
  return { id, account: await renewed(await coach()) };
});

/** Weeks of a sailor whose boat records the wind, in two winds. */
const weeks = once(async () => {
  const account = await createAccount();
  for (const week of [0, 1, 2, 3]) {
    const start_time_ms = Date.parse("2026-03-02T10:00:00Z") + week * 7 * DAY_MS;
    const spec = { seed: 80 + week, minutes: 60, tws_kn: week % 2 === 0 ? 7 : 11, start_time_ms };
    const bytes = Buffer.from(sailedSession(spec, "nmea"));
    await uploadTrack(account, { path: `${week}.nmea`, boat_class: "Laser", bytes });
  }
  return account;
});

/** Five sessions of a sailor, and one the day after that was slower upwind. */
const slower = once(async () => {
  const account = await createAccount();
  let id = 0;
  for (const days of [5, 4, 3, 2, 1, 0]) {
    const start_time_ms = Date.parse("2026-06-01T10:00:00Z") - days * DAY_MS;
    const spec = { seed: 60 + days, minutes: 80, tws_kn: 11, start_time_ms };
    const bytes = Buffer.from(sailedSession({ ...spec, sailing: { upwind_speed: days === 0 ? 0.9 : 1 } }));
    id = await uploadTrack(account, { path: `${days}.gpx`, boat_class: "Laser", bytes });
  }
  return { account, id };
});

export const SEASON: Row[] = [
  {
    name: "the season of a new sailor",
    at: "/dashboard/season",
    as: newcomer,
    states: [{ name: "grey squares", reach: [sees("No tacks with a measured loss on these days.")], spaced: true }],
  },
  {
    name: "a season",
    at: "/dashboard/season",
    as: newcomer,
    answers: withSeason,
    states: [
      {
        name: "its days, months and losses",
        reach: [sees("No clear change since March."), sees("35 sessions have no wind speed.")],
        spaced: true,
        sizes: BOTH,
        dark: true,
      },
    ],
  },
  {
    name: "the season of a team",
    at: async () => `/dashboard/season?team=${(await snipes()).id}`,
    as: async () => (await snipes()).account,
    answers: async (page) => {
      await withSeason(page);
      const { account } = await snipes();
      await page.route(/\/api\/reports\/season-team\//, (route) =>
        route.fulfill({ json: sailedTeam(today(), idOf(account)) }),
      );
    },
    states: [{ name: "its athletes", reach: [sees("8 tacks, too few"), sees(/GROUP BY athlete/)], sizes: BOTH }],
  },
  {
    name: "the polar of a team without sessions",
    at: async () => `/dashboard/polar?team=${(await snipes()).id}`,
    as: async () => (await snipes()).account,
    states: [{ name: "empty", reach: [sees("No session in this season")], spaced: true }],
  },
  {
    name: "the polar of a new sailor",
    at: "/dashboard/polar",
    as: newcomer,
    states: [{ name: "empty", reach: [sees("No session in this season")], spaced: true }],
  },
  {
    name: "a polar",
    at: "/dashboard/polar?start=2026-03-01&end=2026-05-01",
    as: weeks,
    states: [
      {
        name: "a band of wind chosen",
        reach: [
          sees(/^4 sessions, /),
          focuses((at) => at.getByRole("group", { name: "Angles sailed most, by wind" }).getByRole("button")),
        ],
        sizes: BOTH,
      },
    ],
  },
  {
    name: "a debrief",
    at: async () => {
      const { account, id } = await slower();
      const headers = { authorization: `Bearer ${account.access}` };
      const status = () => withApi(async (api) => (await api.get(`/api/tracks/${id}/debrief/`, { headers })).status());
      await expect.poll(status, { timeout: 30_000 }).toBe(200);
      return `/reports/${id}?tab=debrief`;
    },
    as: async () => (await slower()).account,
    states: [
      { name: "against the best third", reach: [radio("Best third"), sees(/your own best third/)], sizes: BOTH },
    ],
  },
];

/** Entries of each kind about one track. */
const written = once(async () => {
  const account = await createAccount();
  const file = { path: fixture("49er-cross-current.fit"), boat_class: "Formula Kite" };
  const track = await uploadTrack(account, file);
  const { files } = await call<{ files: [{ start_time: string; straights: { id: number; start_time: string }[] }] }>(
    account,
    "GET",
    `/tracks/${track}/analysis/`,
  );
  const { straights, start_time } = files[0];
  const instant = (after_s: number) =>
    new Date(Date.parse(start_time ?? straights[0]!.start_time) + after_s * 1000).toISOString();
  const star = { jType: "star", s_point: instant(60), e_point: instant(90) };
  await writeEntry(account, { track, content: "Best tack", tags: [{ value: "tactics" }], ...star });
  const gear = { kite_brand: "Ozone", kite_model: "R1 V4", kite_size: "11", foil_brand: "Levitaz", foil_wing: "590" };
  await writeEntry(account, { track, jType: "kite", content: "Powered up", feel: 4, ...gear });
  await writeEntry(account, { track, content: "Pinching", straight_analysis_segments: [straights[0]!.id] });
  const competitor_results = [
    { name: "Sorolla and Gil", finish_position: 2 },
    { user: idOf(account), finish_position: 3 },
  ];
  const days = { start_date: "2026-09-14", end_date: "2026-09-16" };
  const places = { number_competitors: 34, finish_position: 3 };
  const regatta_report = { name: "Trofeo Otoño", ...days, ...places, tracks: [track], competitor_results };
  await writeEntry(account, { content: "Good downwind", regatta_report });
  return { account, track };
});
const asWriter = async () => (await written()).account;

const form = seesThe((at) => at.getByRole("textbox", { name: "Notes" }));
const photos: Step = async (page) => {
  await page.getByLabel("Choose photos").setInputFiles(["a.png", "b.png"].map((name) => ({ ...PICTURE, name })));
  await expect(page.getByRole("group", { name: "Photos" }).getByRole("img")).toHaveCount(2);
};

export const JOURNAL: Row[] = [
  {
    name: "an empty journal",
    at: "/dashboard/journal",
    as: newcomer,
    states: [{ name: "how to begin", reach: [sees("No entries yet")] }],
  },
  {
    name: "a journal that cannot be read",
    at: "/dashboard/journal",
    as: newcomer,
    answers: (page) => page.route("**/api/journals/", (route) => route.abort()),
    states: [{ name: "the reason", reach: [sees("The journal could not be read")] }],
  },
  {
    name: "a journal",
    at: "/dashboard/journal",
    as: asWriter,
    states: [
      {
        name: "entries of each kind",
        reach: [sees("Good downwind"), sees("Feel 4 of 5"), sees(/^1 straight: /)],
        dark: true,
      },
      {
        name: "a search without an entry",
        reach: [
          (page) => page.getByRole("textbox", { name: "Search the journal" }).fill("spinnaker"),
          sees("No entry matches your search"),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "the form of an entry",
    at: "/dashboard/journal",
    as: asWriter,
    states: [
      {
        name: "notes with tags",
        reach: [
          presses("Add entry"),
          form,
          async (page) => {
            const { track } = await written();
            await chooses("Track or race", new RegExp(`Track ${track},`))(page);
          },
          fills("Notes", "Two holes down in the chop."),
          presses("Speed/Tuning"),
          presses("Other tag"),
          (page) => page.getByRole("textbox", { name: "Other tag" }).fill("rig"),
          types("Enter"),
        ],
        fits: [],
      },
      { name: "photos", reach: [photos], fits: [] },
      {
        name: "kite notes",
        reach: [
          tab(/^Kite Notes/),
          (page) => page.getByRole("group", { name: "Foil" }).getByLabel("Brand").fill("My own foil"),
          types("Escape"),
          (page) => page.getByRole("slider", { name: "Feel" }).press("End"),
          sees("5 of 5"),
        ],
        fits: [],
      },
      {
        name: "a regatta that is refused",
        reach: [
          tab(/^Regatta Report/),
          fills("Regatta name", "Trofeo Otoño"),
          fills("Finishing position", "0"),
          presses("Add competitor"),
          presses("Save"),
          sees("Write the position of each competitor."),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "the form of an entry on a phone",
    at: "/dashboard/journal",
    as: async () => (await kiel()).account,
    opened: PHONE,
    states: [{ name: "a sheet", reach: [presses("Add entry"), dialog("New entry")], sizes: [PHONE], fits: [] }],
  },
  {
    name: "photos of an entry",
    at: "/dashboard/journal",
    as: async () => {
      const account = await createAccount(newPerson("Marta", "Vidal"));
      await writeEntry(account, { content: "Sail shape" });
      return account;
    },
    states: [
      {
        name: "one of two, large",
        reach: [
          presses("More for Marta Vidal's entry"),
          (page) => page.getByRole("menuitem", { name: "Edit" }).click(),
          form,
          photos,
          presses("Save"),
          presses("Open photo 1 of 2 in Marta Vidal's entry"),
          seesThe((at) => at.getByRole("img", { name: "photo 1 of 2 in Marta Vidal's entry" })),
        ],
        fits: [],
      },
    ],
  },
];
