import { SEASON_BESTS, type TurnLosses } from "@leebow/core/node";
import { type DescribedColumn, type SeasonSession, seasonFile } from "@leebow/core/tables";
import { type SqlBool, sql } from "kysely";
import { anyOf } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import { MissingFile } from "../../platform/storage/missing-file.ts";
import { readReport } from "../tracks/results.ts";
import { fastest, groupsBy, matches, openTracks, type PeopleFilter, turnLosses } from "./queries.ts";
import { SEASON_WINDS, type Season, type SeasonLosses } from "./season-schema.ts";
import { bandedSessions } from "./speed-bands.ts";

interface SessionRow {
  track_id: number;
  start_time: Date;
  date: string;
  boat_class: string;
  water_time_s: number;
  tacks: number;
  gybes: number;
  wind: SeasonWind | null;
  upwind_speed_kn: number | null;
  distance_m: number | null;
  tz: string | null;
  location: string | null;
  has_left_out: boolean;
}

/** The season of one person: days, months, losses of turns by month, and the fastest stretches. */
export async function season(db: Db, filter: SeasonFilter): Promise<Season> {
  const all = await sessionRows(db, filter);
  const sessions = filter.wind ? all.filter(({ wind }) => wind === filter.wind) : all;
  const ids = sessions.map(({ track_id }) => track_id);
  const tracks = sql`select unnest(${ids}::integer[])`;
  const [tack, gybe, records] = await Promise.all([
    turnLosses(db, tracks, "tack"),
    turnLosses(db, tracks, "gybe"),
    fastest(
      db,
      sql`select track_id, start_time, local_date, records from track_facts where track_id = ${anyOf(tracks)}`,
    ),
  ]);
  return {
    days: daysOf(sessions),
    months: monthsOf(sessions),
    tack: lossesOf(tack),
    gybe: lossesOf(gybe),
    bests: SEASON_BESTS.flatMap((id) => records.find(({ record }) => record === id) ?? []),
    winds: windsOf(all),
  };
}

async function sessionRows(db: Db, filter: SeasonFilter): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`select s.track_id, s.start_time, s.local_date as date, s.boat_class,
      s.water_time_s, s.tacks, s.gybes, s.wind, s.upwind_speed_kn, tracks.distance_m, tracks.tz, tracks.location,
      tracks.recorded_s is not null and tracks.user_id = ${filter.viewer.id} as has_left_out
    from (${seasonSessions(db, filter)}) as s join tracks on tracks.id = s.track_id
    order by s.local_date, s.start_time, s.track_id`.execute(db);
  return rows;
}

const sum = (rows: readonly SessionRow[], of: (row: SessionRow) => number | null): number =>
  rows.reduce((all, row) => all + (of(row) ?? 0), 0);

/** Sums of the sessions of a day or month. */
const timeAndDistance = (rows: readonly SessionRow[]) => ({
  water_time_s: sum(rows, (row) => row.water_time_s),
  distance_m: sum(rows, (row) => row.distance_m),
});

function daysOf(sessions: readonly SessionRow[]): Season["days"] {
  return [...groupsBy(sessions, ({ date }) => date)].map(([date, rows]) => ({
    date,
    ...timeAndDistance(rows),
    tacks: sum(rows, (row) => row.tacks),
    gybes: sum(rows, (row) => row.gybes),
    sessions: rows.map(({ track_id, start_time, tz, location, boat_class, has_left_out }) => ({
      track_id,
      start_time: start_time.toISOString(),
      tz,
      location,
      boat_class,
      has_left_out,
    })),
  }));
}

const monthsOf = (sessions: readonly SessionRow[]): Season["months"] =>
  [...groupsBy(sessions, ({ date }) => date.slice(0, 7))].map(([month, rows]) => ({
    month,
    sessions: rows.length,
    ...timeAndDistance(rows),
  }));

function lossesOf({ loss_basis, people: [own] }: TurnLosses): SeasonLosses {
  return { loss_basis, months: own?.months ?? [], change: own?.change ?? null };
}

/** The winds of these sessions; the limits of thirds where all of a third are of one class. */
function windsOf(sessions: readonly Pick<SessionRow, "wind" | "upwind_speed_kn" | "boat_class">[]): Season["winds"] {
  return SEASON_WINDS.flatMap((wind) => {
    const own = sessions.filter((session) => session.wind === wind);
    if (own.length === 0) return [];
    const isOfOneClass = own.every(({ boat_class }) => boat_class === own[0]!.boat_class);
    const speeds = own.flatMap(({ upwind_speed_kn }) => upwind_speed_kn ?? []);
    const hasLimits = isOfOneClass && speeds.length > 0;
    const [from_kn, to_kn] = hasLimits ? [Math.min(...speeds), Math.max(...speeds)] : [null, null];
    return [{ wind, sessions: own.length, from_kn, to_kn }];
  });
}

/**
 * Sessions whose reports are in memory at once, each some 250 kB, and make a row group. *measured*: ten take 50 ms of the
 * event loop, and other calls have their turn between them.
 */
const SESSIONS_AT_ONCE = 10;

type Context = Pick<AppContext, "db" | "storage" | "core" | "log">;
type Track = Awaited<ReturnType<typeof tracksOf>>[number];

interface SeasonTrack extends SeasonSession {
  track_id: number;
  location: string | null;
  user_id: number;
  athlete: string;
}

/** Of the file of a team. */
const ATHLETE_COLUMNS: readonly DescribedColumn<SeasonTrack>[] = [
  {
    name: "athlete_id",
    type: "INT32",
    value: ({ user_id }) => user_id,
    meaning: "Number of the athlete on the server",
  },
  { name: "athlete", type: "STRING", value: ({ athlete }) => athlete, meaning: "Name of the athlete" },
];

const TRACK_COLUMNS: readonly DescribedColumn<SeasonTrack>[] = [
  { name: "track_id", type: "INT32", value: ({ track_id }) => track_id, meaning: "Number of the track on the server" },
  { name: "location", type: "STRING", value: ({ location }) => location, meaning: "Place of the track" },
];

/**
 * The sessions as a Parquet file with a row a session, oldest first, and the name that it is saved by; of a team with the
 * athletes. `of` tells its name from those of others: "team-7"; null for the own sessions. A session whose results are missing in the storage is left out, which is logged.
 */
export async function seasonData(
  context: Context,
  filter: SeasonFilter,
  { isOfTeam, of }: { isOfTeam: boolean; of: string | null },
): Promise<{ content: Uint8Array<ArrayBufferLike>; name: string }> {
  const tracks = await tracksOf(context.db, filter);
  const file = seasonFile([...(isOfTeam ? ATHLETE_COLUMNS : []), ...TRACK_COLUMNS], context.core.version);
  for (let at = 0; at < tracks.length; at += SESSIONS_AT_ONCE) {
    const some = tracks.slice(at, at + SESSIONS_AT_ONCE).map((track) => sessionOf(context, track));
    file.add((await Promise.all(some)).filter((session) => session !== null));
  }
  return {
    content: file.finish(),
    name: nameOf(
      of,
      tracks.map(({ local_date }) => local_date),
    ),
  };
}

async function sessionOf(context: Context, track: Track): Promise<SeasonTrack | null> {
  const { track_id, location, user_id, local_date: date, file_name: name } = track;
  const athlete = `${track.first_name} ${track.last_name}`.trim();
  try {
    const report = await readReport(context, track);
    return { engine: track.engine ?? "", date, report: { ...report, name }, track_id, location, user_id, athlete };
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    context.log.error("a session is missing in its season's data", { track_id, error });
    return null;
  }
}

/** The newest sessions of the filter that have results, oldest first. */
async function tracksOf(db: Db, filter: SeasonFilter) {
  const rows = await db
    .selectFrom((eb) => eb.selectFrom("track_facts").selectAll().where(matches(filter)).as("f"))
    .innerJoin("tracks", "tracks.id", "f.track_id")
    .innerJoin("users", "users.id", "f.user_id")
    .select(["f.track_id", "f.local_date", "tracks.result_key", "tracks.engine"])
    .select(["tracks.file_name", "tracks.location", "f.user_id", "users.first_name", "users.last_name"])
    .where("f.track_id", "in", openTracks(db, filter))
    .where("tracks.result_key", "is not", null)
    .$if(filter.wind !== undefined, (query) => query.where("f.track_id", "=", anyOf(seasonTracks(db, filter))))
    .orderBy("f.start_time", "desc")
    .orderBy("f.track_id", "desc")
    .limit(LIMITS.report_sessions)
    .execute();
  return rows.reverse();
}

/** leebow-season-2026.parquet, leebow-season-team-7-2026.parquet; of several years the first and the last. */
function nameOf(of: string | null, dates: readonly string[]): string {
  const years = new Set([...dates.slice(0, 1), ...dates.slice(-1)].map((date) => date.slice(0, 4)));
  return `${["leebow-season", ...(of ? [of] : []), ...years].join("-")}.parquet`;
}

export type SeasonWind = (typeof SEASON_WINDS)[number];

/** The sessions of one person or of the athletes of a team. */
export interface SeasonFilter extends PeopleFilter {
  wind?: SeasonWind | undefined;
}

/**
 * The visible sessions of these people and days, as rows with `wind` (see SEASON_WINDS; null where it is unknown) and
 * `upwind_speed_kn` where `wind` is a third of it. The filter of wind is not applied.
 */
export function seasonSessions(db: Db, { viewer, people, ...range }: SeasonFilter) {
  return sql`select track_id, user_id, start_time, local_date, facts.boat_class, water_time_s, tacks, gybes,
      case when wind_category is null and band is not null then banded.upwind_kn end as upwind_speed_kn,
      coalesce(wind_category, 'upwind_' || band) as wind
    from (select * from track_facts where ${matches({ people, ...range })}) as facts
      join ${bandedSessions(db, viewer, people)} as banded using (track_id)`;
}

/** Condition on rows of {@link seasonSessions}. */
export const hasWind = ({ wind }: SeasonFilter) => (wind ? sql<SqlBool>`wind = ${wind}` : sql<SqlBool>`true`);

/** Ids of the tracks of {@link seasonSessions} with the wind of the filter. */
const seasonTracks = (db: Db, filter: SeasonFilter) =>
  sql<number>`select track_id from (${seasonSessions(db, filter)}) as s where ${hasWind(filter)}`;
