/** The report of a race and its corrections by hand, on answered calls. */
import type { Page } from "@playwright/test";
import { chooseOption } from "../helpers";
import { type Answers, answerRaceReport, handicapOf, REPORT, secondRace } from "../race-report-pages";
import { RACE_ID, raceDay } from "../race-sailed";
import { newcomer } from "./seeds";
import { dialog, fills, focuses, presses, radio, sees, seesThe, types } from "./steps";
import { DESK, PHONE, type Row, type State } from "./walk";

const BOTH = [DESK, PHONE];
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const more = (name: string) => [presses("More"), (page: Page) => page.getByRole("menuitem", { name }).click()];

/** A report whose calls have these answers. */
const report = (name: string, query: string, states: State[], changes: () => Partial<Answers> = () => ({})): Row => ({
  name,
  at: REPORT + query,
  as: newcomer,
  answers: (page) => answerRaceReport(page, changes()),
  states,
});

/** What is not known of a race. */
function unknown(): Partial<Answers> {
  const day = raceDay();
  const race = day.races[0]!;
  const text = "The wind of this race is not known: legs and gaps are left out.";
  Object.assign(race, { legs: [], waypoints: [], line: null });
  race.notes.push({ code: "no_wind", text, track: null });
  race.notes.push({ code: "few_boats", text: "Three boats are too few to find the gun.", track: null });
  for (const boat of race.boats) Object.assign(boat, { start: null, legs: [], passings: [] });
  return { day };
}

const place = (name: RegExp) => (page: Page) => page.getByRole("button", { name });
const ratings = (page: Page) => page.getByRole("dialog", { name: "Ratings and scores" });

export const RACE_REPORT: Row[] = [
  report("the report of a race", "?boat=4101&leg=3", [
    {
      name: "how a boat sailed",
      reach: [
        sees("The pin end was 6° ± 4° ahead, worth 11 m."),
        seesThe((at) => at.getByRole("slider", { name: "Behind the leader, moment" })),
      ],
      sizes: BOTH,
      dark: true,
    },
    { name: "the gaps as a table", reach: [presses("Behind the leader: show the table"), radio("Seconds")], fits: [] },
  ]),
  report("two boats of a race", "?boat=4101&leg=1", [
    {
      name: "a part of their leg",
      reach: [
        seesThe((at) => card(at, "Two boats").getByRole("row", { name: "Apart, Jon Etxeberria on the right" })),
        (page) => card(page, "Two boats").getByRole("row", { name: "Apart, Jon Etxeberria on the right" }).hover(),
      ],
      fits: [],
    },
    {
      name: "another leg on a phone",
      reach: [
        (page) => card(page, "Two boats").getByRole("radio", { name: "2 down" }).click(),
        seesThe((at) => card(at, "Two boats").getByRole("row", { name: "Both on starboard" })),
      ],
      sizes: [PHONE],
      fits: [],
    },
  ]),
  report("a course placed by hand", "", [
    {
      name: "a mark",
      reach: [
        presses("Place marks"),
        focuses(place(/^2 ± 8 m\. Arrow keys/)),
        types("ArrowUp"),
        seesThe(place(/^2, placed by hand/)),
      ],
      fits: [],
    },
    {
      name: "estimating it again",
      reach: [presses("Estimate again"), dialog("Estimate the course again?")],
      fits: [],
    },
  ]),
  report(
    "a course that is not stored",
    "",
    [
      {
        name: "kept on the page",
        reach: [
          presses("Place marks"),
          focuses(place(/^2 ±/)),
          types("ArrowUp"),
          sees(/Your change is kept on this page, but not stored\./),
        ],
        fits: [],
      },
    ],
    () => ({ save_status: 500 }),
  ),
  report(
    "tracks without a race",
    "",
    [{ name: "the start by hand", reach: [sees("No start found. Set it by hand.")], fits: [] }],
    () => ({
      day: {
        races: [],
        practice_starts: [],
        notes: [{ code: "no_start", text: "No start found. Set it by hand.", track: null }],
      },
    }),
  ),
  report(
    "a race of which little is known",
    "",
    [{ name: "the reasons", reach: [presses("Place marks"), seesThe(place(/^Add the starting line$/))], fits: [] }],
    unknown,
  ),
  report(
    "a report at work",
    "",
    [{ name: "computed", reach: [sees("The race is being computed. It appears here by itself.")], fits: [] }],
    () => ({ day: null, processing_status: 1 }),
  ),
  {
    name: "a report that cannot be read",
    at: REPORT,
    as: newcomer,
    answers: async (page) => {
      await answerRaceReport(page);
      await page.route(
        ({ pathname }) => pathname === `/api/races/${RACE_ID}/report/`,
        (route) => route.fulfill({ status: 500, json: { detail: "The server has a fault." } }),
      );
    },
    states: [{ name: "the reason", reach: [sees("The server has a fault.")], fits: [] }],
  },
  report(
    "races and boats of a day",
    "",
    [
      { name: "two races", reach: [...more("Races and boats"), sees(/^Race 2, 13:30 to/)], sizes: BOTH, fits: [] },
      {
        name: "a boat left out and a start that is no time",
        reach: [
          fills("Another start, Madrid time", "noon"),
          types("Enter"),
          sees("Write the time as hours, minutes and seconds"),
          (page) =>
            page
              .getByRole("dialog")
              .getByRole("listitem")
              .filter({ hasText: "Puig" })
              .first()
              .getByRole("checkbox")
              .click(),
        ],
        sizes: [PHONE],
        fits: [],
      },
    ],
    () => ({ day: { ...raceDay(), races: [...raceDay().races, secondRace()] } }),
  ),
  report(
    "a day whose races were all taken away",
    "",
    [
      {
        name: "the way back",
        reach: [...more("Races and boats"), sees("No race was found in these tracks.")],
        fits: [],
      },
    ],
    () => ({
      day: { races: [], practice_starts: [], notes: [] },
      corrections: [{ action: "exclude_boat" as const, at: raceDay().races[0]!.start_time, track: "4101" }],
    }),
  ),
  report("ratings and scores", "", [
    {
      name: "a line that names no boat",
      reach: [
        ...more("Ratings and scores"),
        fills(/^Paste ratings/, "Nobody 1"),
        presses("Fill in"),
        sees("These lines name no boat of this race"),
      ],
      fits: [],
    },
    {
      name: "by time on distance, with a score",
      reach: [
        radio("Time on distance"),
        (page) => ratings(page).getByLabel("Length of the course, nm").fill("4.5"),
        (page) =>
          ratings(page)
            .getByRole("combobox", { name: /^Score of/ })
            .first()
            .click(),
        (page) => chooseOption(page.getByRole("option", { name: "OCS" })),
      ],
      sizes: [PHONE],
      fits: [],
    },
  ]),
  report(
    "ratings that the server refuses",
    "",
    [
      {
        name: "kept in their form",
        reach: [
          ...more("Ratings and scores"),
          (page) =>
            ratings(page)
              .getByRole("textbox", { name: /^Rating of/ })
              .last()
              .fill("1.05"),
          types("Enter"),
          sees("The server has a fault."),
        ],
        sizes: [{ width: 390, height: 500 }],
        fits: [],
      },
    ],
    () => ({ save_status: 400 }),
  ),
  report(
    "a result by corrected time",
    "",
    [
      {
        name: "by time on distance",
        reach: [sees("Time on distance, course 4.50 nm as stated")],
        sizes: [PHONE],
        fits: [],
      },
    ],
    () => {
      const day = raceDay();
      return { day: { ...day, races: day.races.map((race) => ({ ...race, handicap: handicapOf(race) })) } };
    },
  ),
];
