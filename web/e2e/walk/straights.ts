/** The straight-line analysis, and what leads to it. */
import { createAccount, fixture, recording, uploadTrack } from "../helpers";
import { type AnalyzedTrack, analyzedTrack, createAnalysis } from "../straights-sailed";
import { once } from "./seeds";
import { dialog, fills, plays, presses, sees, seesThe, tab, ticks, types } from "./steps";
import { DESK, PHONE, type Row, type Step } from "./walk";

const BOTH = [DESK, PHONE];
/** Heel and pitch, no measured wind. */
const KITE = fixture("formula-kite-palma.vakaros.csv");
/** A race with a measured wind. */
const MEASURED = "nmea/balaton-race-2026-06-06.tsv";

const analyzed = (path: () => string, boat_class: string) =>
  once(async () => {
    const account = await createAccount();
    return analyzedTrack(account, await uploadTrack(account, { path: path(), boat_class }));
  });
const kite = analyzed(() => KITE, "Formula Kite");
const measured = analyzed(() => recording(MEASURED), "Other");

const of = (track: () => Promise<AnalyzedTrack>) => ({
  at: async () => `/straight-analysis/${(await track()).analysis}`,
  as: async () => (await track()).account,
});
const table = seesThe((at) => at.getByRole("table", { name: "Track Data" }));
const charts = seesThe((at) => at.getByRole("img", { name: "SOG, kn over the straights" }));
const closed =
  (name: string): Step =>
  (page) =>
    page.getByRole("dialog", { name }).waitFor({ state: "detached" });

export const STRAIGHTS: Row[] = [
  {
    name: "a straight-line analysis",
    ...of(kite),
    states: [
      { name: "head, table, charts and rhythm", reach: [table, charts], sizes: BOTH, dark: true },
      { name: "the columns to hide", reach: [presses("Hide Columns"), ticks("EWD")], fits: [] },
      {
        name: "the correlation",
        reach: [
          types("Escape"),
          presses("Analyze Correlation"),
          seesThe((at) => at.getByRole("region", { name: "Correlation of the columns" }).getByRole("table")),
        ],
        fits: [],
      },
      {
        name: "a window of time with its statistics",
        reach: [
          presses("Remove the correlation"),
          presses("Show stats of SOG"),
          presses("Set a window"),
          seesThe((at) => at.getByRole("table", { name: "Statistics of SOG, kn" }).getByText(/^Window/)),
        ],
      },
      {
        name: "a tag that is created",
        reach: [
          presses("Tag Straight 1"),
          (page) => page.getByRole("dialog").getByRole("combobox", { name: "Tags" }).fill("clear air"),
          types("Enter"),
          sees("Tag created successfully."),
        ],
        fits: [],
      },
      {
        name: "the straights of a tag",
        reach: [
          presses("Done"),
          closed("Tags of Straight 1"),
          presses("Filter by Tag"),
          (page) => page.getByRole("menuitem", { name: /^clear air/ }).click(),
          sees("Only straights tagged “clear air”."),
        ],
        fits: [],
      },
      { name: "another name", reach: [presses("Change Name"), dialog("Change Name")], fits: [] },
      {
        name: "a note",
        reach: [
          types("Escape"),
          presses("Write a note"),
          fills("Notes", "Flatter is faster here."),
          (page) => page.getByRole("dialog").getByRole("combobox", { name: "Tags" }).fill("speed"),
          types("Enter"),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "a straight-line analysis on a phone",
    ...of(kite),
    opened: PHONE,
    states: [
      {
        name: "one straight alone",
        reach: [
          table,
          presses("More for Straight 1"),
          (page) => page.getByRole("menuitem", { name: "Only this one in the charts" }).click(),
          charts,
        ],
        sizes: [PHONE],
        fits: [],
      },
    ],
  },
  {
    name: "the end of an analysis",
    at: async () => `/straight-analysis/${await createAnalysis(await kite(), { count: 4 })}`,
    as: async () => (await kite()).account,
    states: [
      {
        name: "deleting it",
        reach: [table, presses("Delete this analysis"), dialog("Delete this analysis?")],
        fits: [],
      },
    ],
  },
  {
    name: "an analysis that does not exist",
    at: "/straight-analysis/99999999",
    as: async () => (await kite()).account,
    states: [
      { name: "the reason", reach: [sees("This analysis does not exist, or is not shared with you.")], fits: [] },
    ],
  },
  {
    name: "an analysis that cannot be read",
    ...of(kite),
    answers: (page) => page.route("**/api/straights/**", (route) => route.abort()),
    states: [{ name: "the reason", reach: [sees("This analysis could not be read")], fits: [] }],
  },
  {
    name: "the analyses of a track",
    at: async () => `/tracks/${(await kite()).id}`,
    as: async () => (await kite()).account,
    states: [
      {
        name: "their menu",
        reach: [
          plays,
          tab(/^Straights/),
          presses(/^\d+ analys[ei]s$/),
          seesThe((at) => at.getByRole("menuitem", { name: /^Analysis \d+/ })),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "an analysis with a measured wind",
    ...of(measured),
    states: [
      {
        name: "the lags as numbers",
        reach: [
          table,
          charts,
          presses("Show numbers"),
          seesThe((at) => at.getByRole("table", { name: "Lags in seconds" })),
        ],
        fits: [],
      },
    ],
  },
];
