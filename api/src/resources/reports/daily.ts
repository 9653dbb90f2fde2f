import { MILES_PER_M } from "@leebow/core";
import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { clockIn } from "../../platform/geo/zoned-time.ts";
import { type Column, sheetOf, workbookOf } from "../../platform/http/spreadsheet.ts";
import { LIMITS } from "../../platform/limits.ts";
import { groupsBy, matches, type ReportFilter, visibleTracks } from "./queries.ts";

type SessionRow = Awaited<ReturnType<typeof sessionsOf>>[number];
/** Sums of one day in the tracks' own zones, and its median losses. */
interface Day {
  date: string;
  sessions: SessionRow[];
  losses: LossRow[];
}
type LossRow = Awaited<ReturnType<typeof medianLosses>>[number];

const hours = (seconds: number) => seconds / 3600;

/**
 * The workbook "daily report": a sheet with a row a day, and one with a row a session. Of more sessions than a workbook has,
 * it has the last days.
 */
export async function dailyReport(db: Db, filter: ReportFilter): Promise<Uint8Array> {
  const { units } = filter.viewer;
  const sessions = await sessionsOf(db, filter);
  const start = sessions[0]?.local_date ?? filter.start;
  const losses = groupsBy(await medianLosses(db, { ...filter, start }), ({ local_date }) => local_date);
  const days = [...groupsBy(sessions, ({ local_date }) => local_date)].map(([date, of_day]) => ({
    date,
    sessions: of_day,
    losses: losses.get(date) ?? [],
  }));
  return workbookOf([sheetOf("Days", DAY_COLUMNS, days, units), sheetOf("Sessions", SESSION_COLUMNS, sessions, units)]);
}

/** The sessions of the last days, oldest first: of whole days alone, so that their sums are right. */
async function sessionsOf(db: Db, filter: ReportFilter) {
  const rows = await db
    .selectFrom((eb) => eb.selectFrom("track_facts").selectAll().where(matches(filter)).as("f"))
    .innerJoin("tracks", "tracks.id", "f.track_id")
    .innerJoin("users", "users.id", "f.user_id")
    .select(["f.track_id", "f.start_time", "f.local_date", "f.boat_class", "f.water_time_s", "f.tacks", "f.gybes"])
    .select(["f.sets", "f.douses", "f.accelerations", "f.light_s", "f.sf_s", "f.df_s", "f.windy_s"])
    .select(["tracks.file_name", "tracks.location", "tracks.tz", "tracks.distance_m", "tracks.max_speed_kn"])
    .select(["users.first_name", "users.last_name"])
    .where("f.track_id", "in", visibleTracks(db, filter))
    .orderBy("f.local_date", "desc")
    .orderBy("f.start_time", "desc")
    .orderBy("f.track_id", "desc")
    .limit(LIMITS.daily_report_sessions + 1)
    .execute();
  const beyond = rows[LIMITS.daily_report_sessions]?.local_date;
  const whole = beyond === undefined ? rows : rows.filter(({ local_date }) => local_date !== beyond);
  return whole.reverse().map((row) => ({ ...row, clock: clockTime(row) }));
}

/** Median loss by day, kind and basis of the maneuvers that take part in averages; losses of two bases are never mixed. */
function medianLosses(db: Db, filter: ReportFilter) {
  const loss_m = sql`coalesce(loss_og_m, loss_80_m)`;
  return db
    .selectFrom("maneuvers")
    .select(["local_date", "kind", "loss_basis"])
    .select(sql<number>`percentile_cont(0.5) within group (order by ${loss_m})`.as("median_m"))
    .where(matches(filter))
    .where("kind", "in", ["tack", "gybe"])
    .where("left_out_reason", "is", null)
    .where(sql<boolean>`${loss_m} is not null`)
    .where("track_id", "in", visibleTracks(db, filter))
    .groupBy(["local_date", "kind", "loss_basis"])
    .execute();
}

type Sums = "water_time_s" | "tacks" | "gybes" | "sets" | "douses" | "accelerations" | Condition;
type Condition = "light_s" | "sf_s" | "df_s" | "windy_s";

const total = (day: Day, name: Sums) => day.sessions.reduce((sum, session) => sum + session[name], 0);
const count = (header: string, name: Sums): Column<Day> => ({ header, width: 10, value: (day) => total(day, name) });
const time = (header: string, name: Sums): Column<Day> => ({
  header,
  width: 14,
  format: "0.00",
  value: (day) => hours(total(day, name)),
});
const loss = (header: string, kind: "tack" | "gybe", basis: "vmg" | "speed"): Column<Day> => ({
  header,
  width: 18,
  format: "0.0",
  value: ({ losses }) => losses.find((row) => row.kind === kind && row.loss_basis === basis)?.median_m ?? null,
});

/** The largest of the values that are known. */
function largest(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((a, b) => Math.max(a, b)) : null;
}

const DAY_COLUMNS: readonly Column<Day>[] = [
  { header: "Date", width: 12, value: ({ date }) => date },
  { header: "Sessions", width: 10, value: ({ sessions }) => sessions.length },
  time("Time on the water (h)", "water_time_s"),
  {
    header: "Distance (mi)",
    width: 14,
    format: "0.00",
    value: ({ sessions }) => sessions.reduce((sum, { distance_m }) => sum + (distance_m ?? 0), 0) * MILES_PER_M,
  },
  {
    header: "Max speed (kn)",
    width: 14,
    format: "0.0",
    value: ({ sessions }) => largest(sessions.map(({ max_speed_kn }) => max_speed_kn)),
  },
  count("Tacks", "tacks"),
  count("Gybes", "gybes"),
  count("Sets", "sets"),
  count("Douses", "douses"),
  count("Accelerations", "accelerations"),
  loss("Median tack loss along the wind (m)", "tack", "vmg"),
  loss("Median tack loss by speed (m)", "tack", "speed"),
  loss("Median gybe loss along the wind (m)", "gybe", "vmg"),
  loss("Median gybe loss by speed (m)", "gybe", "speed"),
  time("Light (h)", "light_s"),
  time("Sf (h)", "sf_s"),
  time("Df (h)", "df_s"),
  time("Windy (h)", "windy_s"),
];

const SESSION_COLUMNS: readonly Column<SessionRow>[] = [
  { header: "Date", width: 12, value: ({ local_date }) => local_date },
  { header: "Start", width: 8, value: ({ clock }) => clock },
  { header: "Time zone", width: 18, value: ({ tz }) => tz ?? "UTC" },
  { header: "Sailor", width: 22, value: ({ first_name, last_name }) => `${first_name} ${last_name}` },
  { header: "Track", width: 10, value: ({ track_id }) => track_id },
  { header: "File", width: 28, value: ({ file_name }) => file_name },
  { header: "Boat class", width: 14, value: ({ boat_class }) => boat_class },
  { header: "Location", width: 24, value: ({ location }) => location },
  { header: "Time on the water (h)", width: 14, format: "0.00", value: ({ water_time_s }) => hours(water_time_s) },
  {
    header: "Distance (mi)",
    width: 14,
    format: "0.00",
    value: ({ distance_m }) => distance_m && distance_m * MILES_PER_M,
  },
  { header: "Max speed (kn)", width: 14, format: "0.0", value: ({ max_speed_kn }) => max_speed_kn },
  { header: "Tacks", width: 8, value: ({ tacks }) => tacks },
  { header: "Gybes", width: 8, value: ({ gybes }) => gybes },
  { header: "Sets", width: 8, value: ({ sets }) => sets },
  { header: "Douses", width: 8, value: ({ douses }) => douses },
  { header: "Accelerations", width: 12, value: ({ accelerations }) => accelerations },
];

/** By zone: making one takes longer than writing a row. */
const clocks = new Map<string, ReturnType<typeof clockIn>>();

/** HH:MM of the start in the track's zone. */
function clockTime({ start_time, tz }: { start_time: Date; tz: string | null }): string {
  const zone = tz ?? "UTC";
  const clock = clocks.get(zone) ?? clockIn(zone);
  clocks.set(zone, clock);
  return clock(start_time.toISOString()).slice(11, 16);
}
