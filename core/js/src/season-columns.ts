/** The columns of a season's tables, as the command line and the server write them; docs/season.md describes them. */

import type { FileAnalysis, Maneuver, Records, Straight } from "./core.ts";
import { averagedOf, isAveraged, isCounted, mainBasis } from "./counted.ts";
import { sessionLosses, type TurnKind } from "./session-losses.ts";
import type { Column } from "./typed-table.ts";

/** A session: its report, the version of the engine that made it, and the day of its start in its own zone. */
export interface SeasonSession {
  engine: string;
  /** YYYY-MM-DD. */
  date: string;
  /** Who sailed, and the sail number, where a manifest names them. */
  sailor?: string | null;
  sail_number?: string | null;
  /** Its name is null where it may be a person's. */
  report: Omit<FileAnalysis, "name"> & { name: string | null };
}

/** A maneuver or straight of a session, with its number among them, from 1. */
export interface Part<Item, Session extends SeasonSession = SeasonSession> {
  session: Session;
  number: number;
  item: Item;
}

/** A column with its meaning and the unit of its numbers. */
export interface DescribedColumn<Row> extends Column<Row> {
  unit?: string;
  meaning: string;
}

const SECONDS_PER_HOUR = 3600;
const inHours = (seconds: number) => seconds / SECONDS_PER_HOUR;

export const KEY_COLUMNS: DescribedColumn<SeasonSession>[] = [
  {
    name: "input_sha256",
    type: "STRING",
    value: ({ report }) => report.sha256,
    meaning: "SHA-256 of the recording: the key of the session in all tables",
  },
  { name: "engine", type: "STRING", value: ({ engine }) => engine, meaning: "Version of the engine" },
];

/** The session of a row of another table. */
const PART_KEYS: DescribedColumn<Part<unknown>>[] = [
  ...KEY_COLUMNS.map((column) => ({ ...column, value: ({ session }: Part<unknown>) => column.value(session) })),
  { name: "number", type: "INT32", value: ({ number }) => number, meaning: "From 1, in time order" },
];

const RECORDED_COLUMNS: DescribedColumn<SeasonSession>[] = [
  { name: "file", type: "STRING", value: ({ report }) => report.name, meaning: "Name of the recording" },
  { name: "format", type: "STRING", value: ({ report }) => report.format, meaning: "Format of the recording" },
  { name: "device", type: "STRING", value: ({ report }) => report.device, meaning: "Device, where the file names it" },
  {
    name: "sport",
    type: "STRING",
    value: ({ report }) => report.sport,
    meaning: "Sport that the recording names, for example swimming, which is no sailing",
  },
  {
    name: "sailor",
    type: "STRING",
    value: ({ sailor }) => sailor,
    meaning: "Who sailed, by the manifest of `leebow analyze`; null without one",
  },
  {
    name: "sail_number",
    type: "STRING",
    value: ({ sail_number }) => sail_number,
    meaning: "Sail number, by the manifest",
  },
  { name: "date", type: "DATE", value: ({ date }) => date, meaning: "Day of the start in the zone of the session" },
  { name: "time_zone", type: "STRING", value: ({ report }) => report.time_zone, meaning: "IANA name of the zone" },
  { name: "start", type: "TIMESTAMP", unit: "UTC", value: ({ report }) => report.start_time, meaning: "First fix" },
  { name: "finish", type: "TIMESTAMP", unit: "UTC", value: ({ report }) => report.end_time, meaning: "Last fix" },
  {
    name: "hours",
    type: "DOUBLE",
    unit: "h",
    value: ({ report }) => inHours(report.summary.water_time_s),
    meaning: "Time with a running recording",
  },
  {
    name: "distance_m",
    type: "DOUBLE",
    unit: "m",
    value: ({ report }) => report.summary.distance_m,
    meaning: "Sailed over the ground",
  },
  {
    name: "max_speed_kn",
    type: "DOUBLE",
    unit: "kn",
    value: ({ report }) => report.summary.max_speed_kn,
    meaning: "Greatest mean speed of 2 s",
  },
  {
    name: "max_speed_error_kn",
    type: "DOUBLE",
    unit: "kn",
    value: ({ report }) => report.summary.max_speed_error_kn,
    meaning: "Its standard deviation",
  },
  { name: "fixes", type: "INT32", value: ({ report }) => report.points, meaning: "Positions of the track" },
  {
    name: "sample_rate_hz",
    type: "DOUBLE",
    unit: "Hz",
    value: ({ report }) => report.summary.sample_rate_hz,
    meaning: "Usual number of fixes a second",
  },
];

const WIND_COLUMNS: DescribedColumn<SeasonSession>[] = [
  {
    name: "wind_source",
    type: "STRING",
    value: ({ report }) => report.wind?.source,
    meaning: "estimated, measured, fused, fleet or pinned; null where the wind is unknown",
  },
  {
    name: "twd_deg",
    type: "DOUBLE",
    unit: "deg",
    value: ({ report }) => report.wind?.twd_deg,
    meaning: "Mean direction the wind blew from",
  },
  {
    name: "twd_sd_deg",
    type: "DOUBLE",
    unit: "deg",
    value: ({ report }) => report.wind?.sd_deg,
    meaning: "Its standard deviation",
  },
  {
    name: "tws_kn",
    type: "DOUBLE",
    unit: "kn",
    value: ({ report }) => report.wind?.tws_kn,
    meaning: "Mean measured wind speed; null without a wind log",
  },
  ...(["Light", "Sf", "Df", "Windy"] as const).map(
    (category): DescribedColumn<SeasonSession> => ({
      name: `${category.toLowerCase()}_hours`,
      type: "DOUBLE",
      unit: "h",
      value: ({ report }) => inHours(report.summary.conditions[category]),
      meaning: `Time in the wind category ${category} by the measured wind; 0 without one`,
    }),
  ),
];

const count = (
  name: string,
  of: "tacks" | "gybes" | "sets" | "douses" | "turns" | "accelerations" | "straights",
  meaning: string,
): DescribedColumn<SeasonSession> => ({
  name,
  type: "INT32",
  value: ({ report }) => report.summary[of],
  meaning,
});

const COUNT_COLUMNS: DescribedColumn<SeasonSession>[] = [
  count("tack_count", "tacks", "Counted tacks"),
  count("gybe_count", "gybes", "Counted gybes"),
  count("set_count", "sets", "Counted bear-aways from upwind to downwind"),
  count("douse_count", "douses", "Counted turns from downwind to upwind"),
  count("turn_count", "turns", "Counted turns without a name, because the wind is unknown"),
  count("acceleration_count", "accelerations", "Starts from rest to sailing speed"),
  count("straight_count", "straights", "Straights"),
];

const LOSS_COLUMNS = (["tack", "gybe"] as const).flatMap((kind): DescribedColumn<SeasonSession>[] => [
  {
    name: `${kind}_loss_m`,
    type: "DOUBLE",
    unit: "m",
    value: ({ report }) => medianLoss(report.maneuvers, kind).loss_m,
    meaning: `Median loss of the ${kind}s that take part in averages, of the basis that most of them have, as on the season page: loss_og_m, where that is null loss_80_m`,
  },
  {
    name: `${kind}_loss_basis`,
    type: "STRING",
    value: ({ report }) => medianLoss(report.maneuvers, kind).basis,
    meaning: "vmg: lost along the wind; speed: by distance and speed",
  },
]);

const RECORD_MEANINGS: Record<Exclude<keyof Records, "best_day">, string> = {
  best_2_s: "Fastest 2 s",
  best_10_s: "Fastest 10 s",
  best_5x10_s: "Mean of the five fastest 10 s",
  best_100_m: "Fastest 100 m",
  best_250_m: "Fastest 250 m",
  best_500_m: "Fastest 500 m",
  best_1852_m: "Fastest nautical mile",
  best_half_hour: "Fastest half hour",
  best_hour: "Fastest hour",
  alpha_500: "Fastest run of 250 to 500 m that returns to its start",
  vmg_up_2_min: "Greatest speed made good to windward over 2 min",
  vmg_down_2_min: "Greatest speed made good to leeward over 2 min",
};

const RECORD_COLUMNS: DescribedColumn<SeasonSession>[] = [
  ...(Object.entries(RECORD_MEANINGS) as [keyof typeof RECORD_MEANINGS, string][]).map(
    ([id, meaning]): DescribedColumn<SeasonSession> => ({
      name: `${id}_kn`,
      type: "DOUBLE",
      unit: "kn",
      value: ({ report }) => report.records[id]?.speed_kn,
      meaning,
    }),
  ),
  {
    name: "best_day_m",
    type: "DOUBLE",
    unit: "m",
    value: ({ report }) => report.records.best_day?.distance_m,
    meaning: "Greatest distance of a day sailed at 5 kn or more",
  },
];

export const BOAT_CLASS_COLUMN: DescribedColumn<SeasonSession> = {
  name: "boat_class",
  type: "STRING",
  value: ({ report }) => report.boat_class,
  meaning: "Class that it was analysed as",
};

export const SESSION_COLUMNS: readonly DescribedColumn<SeasonSession>[] = [
  ...KEY_COLUMNS,
  ...RECORDED_COLUMNS,
  ...WIND_COLUMNS,
  ...COUNT_COLUMNS,
  ...LOSS_COLUMNS,
  ...RECORD_COLUMNS,
];

type Numbers<Item> = {
  [Key in keyof Item]: Item[Key] extends number | null ? Key : never;
}[keyof Item] &
  string;

/** Columns of numbers that have the name of the field. */
const numbers = <Item>(fields: readonly (readonly [Numbers<Item>, string, string])[]): DescribedColumn<Part<Item>>[] =>
  fields.map(([name, unit, meaning]) => ({
    name,
    type: "DOUBLE",
    ...(unit && { unit }),
    value: ({ item }) => item[name] as number | null,
    meaning,
  }));

type ManeuverColumn = DescribedColumn<Part<Maneuver>>;

const MANEUVER_HEAD: ManeuverColumn[] = [
  { name: "kind", type: "STRING", value: ({ item }) => item.kind, meaning: "tack, gybe, bear_away, douse, turn, …" },
  { name: "name", type: "STRING", value: ({ item }) => item.name, meaning: "Kind and number of that kind" },
  { name: "time", type: "TIMESTAMP", unit: "UTC", value: ({ item }) => item.time, meaning: "Through the wind" },
  {
    name: "start",
    type: "TIMESTAMP",
    unit: "UTC",
    value: ({ item }) => item.start_time,
    meaning: "A second before the turn begins",
  },
  {
    name: "finish",
    type: "TIMESTAMP",
    unit: "UTC",
    value: ({ item }) => item.end_time,
    meaning: "Full recovery of the speed, or the limit of it",
  },
  { name: "from_side", type: "STRING", value: ({ item }) => item.from_side, meaning: "port or starboard tack before" },
  { name: "to_side", type: "STRING", value: ({ item }) => item.to_side, meaning: "Tack after" },
];

const MANEUVER_STATE: ManeuverColumn[] = [
  { name: "counted", type: "BOOLEAN", value: ({ item }) => isCounted(item), meaning: "Certain enough to be counted" },
  {
    name: "averaged",
    type: "BOOLEAN",
    value: ({ item }) => isAveraged(item),
    meaning: "Takes part in averages; filter by it before a mean or median",
  },
  {
    name: "left_out_reason",
    type: "STRING",
    value: ({ item }) => item.left_out_reason,
    meaning: "Why averages leave it out",
  },
  {
    name: "loss_basis",
    type: "STRING",
    value: ({ item }) => item.loss_basis,
    meaning: "vmg: lost along the wind; speed: by distance and speed. The two are not averaged together",
  },
  {
    name: "no_loss_reason",
    type: "STRING",
    value: ({ item }) => item.no_loss_reason,
    meaning: "Why loss_80_m is null, for example interrupted by the next maneuver",
  },
  {
    name: "flags",
    type: "STRING",
    value: ({ item }) => item.flags.join(",") || null,
    meaning: "Special cases, with commas between them",
  },
];

export const MANEUVER_COLUMNS: readonly ManeuverColumn[] = [
  ...PART_KEYS,
  ...MANEUVER_HEAD,
  ...numbers<Maneuver>([
    ["duration_s", "s", "From start to finish"],
    ["angle_deg", "deg", "How far the course turned"],
    ["entry_speed_kn", "kn", "Mean speed of the 5 s before"],
    ["min_speed_kn", "kn", "Lowest speed in and after the turn"],
    ["max_speed_kn", "kn", "Highest speed in and after the turn"],
    ["exit_speed_kn", "kn", "Mean speed of the 5 s after"],
    ["max_turn_rate_dps", "deg/s", "Fastest turning"],
    ["min_turn_rate_dps", "deg/s", "Slowest turning in the middle of the turn"],
    ["avg_turn_rate_dps", "deg/s", "Mean turning"],
    ["loss_80_m", "m", "Lost until 80 % of the speed was regained; null where it was not"],
    ["loss_80_low_m", "m", "Lower end of its 90 % interval"],
    ["loss_80_high_m", "m", "Upper end of its 90 % interval"],
    ["loss_og_m", "m", "Lost until 95 % of the speed was regained; null where it was not"],
    ["loss_at_least_m", "m", "Lost until the recovery was interrupted before 80 %"],
    ["made_good_m", "m", "Made good along the wind in the turn"],
    ["tws_kn", "kn", "Measured wind speed, mean of 10 min; null without a wind log"],
    ["quality", "", "Reliability from 0 to 1"],
  ]),
  ...MANEUVER_STATE,
];

type StraightColumn = DescribedColumn<Part<Straight>>;

export const STRAIGHT_COLUMNS: readonly StraightColumn[] = [
  ...PART_KEYS,
  { name: "start", type: "TIMESTAMP", unit: "UTC", value: ({ item }) => item.start_time, meaning: "First moment" },
  { name: "finish", type: "TIMESTAMP", unit: "UTC", value: ({ item }) => item.end_time, meaning: "Last moment" },
  {
    name: "duration_s",
    type: "DOUBLE",
    unit: "s",
    value: ({ item }) => (Date.parse(item.end_time) - Date.parse(item.start_time)) / 1000,
    meaning: "From start to finish: the weight of a mean over straights",
  },
  { name: "side", type: "STRING", value: ({ item }) => item.side, meaning: "port or starboard tack" },
  { name: "mode", type: "STRING", value: ({ item }) => item.mode, meaning: "upwind, reach or downwind" },
  ...numbers<Straight>([
    ["sog_kn", "kn", "Mean speed over the ground"],
    ["cog_deg", "deg", "Mean course over the ground"],
    ["twa_deg", "deg", "Mean angle to the wind, 0 to 180"],
    ["vmg_kn", "kn", "Mean speed along the wind; towards it positive"],
  ]),
];

/** The maneuvers or straights of a session as rows of their table. */
export const partsOf = <Item, Session extends SeasonSession>(
  session: Session,
  items: readonly Item[],
): Part<Item, Session>[] => items.map((item, i) => ({ session, number: i + 1, item }));

/** Median loss of the turns of a kind that take part in averages, of the basis that most of them have: that of the season. */
function medianLoss(maneuvers: readonly Maneuver[], kind: TurnKind) {
  const basis = mainBasis(averagedOf(maneuvers, kind));
  if (basis === null) return { basis, loss_m: null };
  const losses = sessionLosses(maneuvers)[kind][basis];
  losses.sort((a, b) => a - b);
  return { basis, loss_m: (losses[(losses.length - 1) >> 1]! + losses[losses.length >> 1]!) / 2 };
}
