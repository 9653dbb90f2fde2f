/** Pages for everybody, and files that stay in the browser. */
import { fleetBoat } from "../../../api/test/fleet-boat";
import { sailedSession } from "../../../api/test/sailed-session";
import { fixture, openInAnalyze } from "../helpers";
import { chooses, fills, focuses, plays, presses, radio, sees, seesThe, tab, types } from "./steps";
import { DESK, PHONE, type Row, type Step } from "./walk";

const SMALL_PHONE = { width: 360, height: 780 };
const LANDSCAPE = { width: 844, height: 390 };
const FITS = [PHONE, SMALL_PHONE];

const page = (at: string, more: Partial<Row["states"][number]> = {}): Row => ({
  name: at,
  at,
  states: [{ name: "the page", fits: FITS, ...more }],
});

export const BEFORE_LOGIN: Row[] = [
  page("/login", { dark: true }),
  page("/register"),
  page("/forgot"),
  page("/about", {
    sizes: [DESK, PHONE],
    reach: [seesThe((at) => at.getByLabel("Film: from the file to the first tack"))],
  }),
  page("/privacy-policy"),
  page("/cookie-policy"),
  page("/terms-and-conditions"),
  page("/about-these-numbers", { reach: [sees(/^\d+ of the \d+ figures miss what we require of them/)] }),
  {
    name: "a new password",
    at: "/reset/a-link",
    states: [
      {
        name: "refused",
        reach: [
          fills("New password", "ab"),
          fills("Confirm password", "ac"),
          presses("Change Password"),
          sees("Password mismatch"),
        ],
        fits: [],
      },
    ],
  },
  page("/analyze", { sizes: [DESK, PHONE] }),
];

type Files = Parameters<typeof openInAnalyze>[1];

const opens =
  (name: string, files: Files): Step =>
  (at) =>
    openInAnalyze(at, files, name);
const KIEL = fixture("49er-kiel.fit");
const gpx = (name: string, text: string) => ({ name, mimeType: "application/gpx+xml", buffer: Buffer.from(text) });
const boat = (seed: number, date = "2026-07-04") =>
  gpx(`ESP ${100 + seed}.gpx`, Buffer.from(fleetBoat({ seed })).toString().replaceAll("2026-07-04", date));
const session = (name: string, spec: object) => gpx(name, Buffer.from(sailedSession(spec)).toString());
const WEEK_MS = 7 * 86_400_000;
const START_MS = Date.parse("2026-03-02T10:00:00Z");
const QUESTION = /Which one blew\?|but not surely\. Was it this one\?/;

export const LOCAL_FILES: Row[] = [
  {
    name: "several files",
    at: "/analyze",
    states: [
      {
        name: "the first one, and what could not be read",
        reach: [
          opens("49er-kiel.fit", [
            KIEL,
            ...["ilca-weymouth.gpx", "broken/settings-only.fit", "broken/truncated.fit"].map(fixture),
          ]),
          plays,
          sees(/settings and no track/),
        ],
        fits: [],
      },
      {
        name: "the list of files",
        reach: [
          tab(/^File/),
          presses("Remove ilca-weymouth.gpx"),
          presses("Undo"),
          seesThe((at) => at.getByRole("button", { name: "Remove ilca-weymouth.gpx" })),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "one file",
    at: "/analyze",
    states: [
      { name: "on the map", reach: [opens("49er-kiel.fit", KIEL), plays], sizes: [DESK, PHONE] },
      {
        name: "the units",
        reach: [presses("Units"), chooses("Speed", /^Metres per second/), chooses("Distance", /^Kilometres/)],
        fits: [],
      },
      {
        name: "the menu on a phone on its side",
        reach: [types("Escape"), presses("Menu of this file"), seesThe((at) => at.getByLabel("Boat class"))],
        sizes: [LANDSCAPE],
        fits: [],
      },
    ],
  },
  {
    name: "races of files",
    at: "/analyze",
    states: [
      {
        name: "found",
        reach: [
          opens(
            "ESP 101.gpx",
            [1, 2, 3, 4, 5].map((seed) => boat(seed)),
          ),
          radio("Races"),
          seesThe((at) => at.getByRole("slider", { name: "Behind the leader, moment" })),
          seesThe((at) => at.getByRole("region", { name: "Two boats", exact: true }).getByRole("row").nth(1)),
        ],
        fits: [],
      },
      {
        name: "with a line put by hand and a result by corrected time",
        reach: [
          presses("Place marks"),
          presses("Add the starting line"),
          seesThe((at) => at.getByRole("button", { name: /^Pin, placed by hand/ })),
          presses("More"),
          (at) => at.getByRole("menuitem", { name: "Ratings and scores" }).click(),
          fills(/^Paste ratings/, "ESP 101 1\nESP 102 0.5"),
          presses("Fill in"),
          presses("Save"),
          seesThe((at) => at.getByRole("region", { name: "Result by corrected time", exact: true })),
        ],
        sizes: [DESK, PHONE],
      },
    ],
  },
  {
    name: "files without a common start",
    at: "/analyze",
    states: [
      {
        name: "the start by hand",
        reach: [opens("ESP 101.gpx", [boat(1), boat(2, "2026-07-05")]), radio("Races"), sees(/days/)],
        fits: [],
      },
    ],
  },
  {
    name: "the debrief of a file",
    at: "/analyze",
    states: [
      {
        name: "without earlier sessions",
        reach: [
          opens("long.gpx", session("long.gpx", { seed: 60, minutes: 80, tws_kn: 11 })),
          radio("Report"),
          tab(/^Debrief/),
          sees(/There are no earlier .* sessions within 12 months/),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "the debrief of a short file",
    at: "/analyze",
    states: [
      {
        name: "too little to say",
        reach: [
          opens("short.gpx", session("short.gpx", { seed: 4, minutes: 6 })),
          radio("Report"),
          tab(/^Debrief/),
          sees(/^Too little to say/),
          seesThe((at) => at.getByRole("listitem").filter({ hasText: /^Straight upwind.*\d+ of 10 min/ })),
        ],
      },
    ],
  },
  {
    name: "the polar of files",
    at: "/analyze",
    states: [
      {
        name: "on starboard tack",
        reach: [
          opens(
            "0.gpx",
            [0, 1].map((week) =>
              session(`${week}.gpx`, { seed: 60 + week, minutes: 50, start_time_ms: START_MS + week * WEEK_MS }),
            ),
          ),
          radio("Report"),
          tab(/^Polar/),
          sees(/^2 sessions, /),
          // By thirds of their own speed, where no wind speed is known.
          sees(/No wind speed is known in these sessions\./),
          seesThe((at) => at.getByRole("button", { name: /^Slow third.*show in the chart$/ })),
          radio("Starboard"),
          sees("on starboard tack"),
        ],
      },
    ],
  },
  {
    name: "a file that does not tell the wind",
    at: "/analyze",
    states: [
      {
        name: "a wind in preview",
        reach: [
          opens("ilca-reach-only.fit", fixture("ilca-reach-only.fit")),
          sees(QUESTION),
          tab(/^Turns/),
          seesThe((at) => at.getByRole("radio", { name: /^Turns? [1-9]/ })),
          focuses((at) => at.getByRole("button", { name: /^Wind from \d+\s?° ± \d+° (sure|likely|possible)/ })),
          sees("preview: choose it to keep the names"),
        ],
        fits: [],
      },
      {
        name: "its report, the wind left open",
        reach: [
          radio("Report"),
          presses("I don't know"),
          sees("Turns have no names yet."),
          tab(/^Turns/),
          seesThe((at) => at.getByRole("table")),
        ],
        fits: [],
      },
    ],
  },
];
