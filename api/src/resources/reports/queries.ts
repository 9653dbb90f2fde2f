import type { RecordId } from "@leebow/core";
import { dashboard, type TurnKind, type TurnLosses } from "@leebow/core/node";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { anyOf, openTo, visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { isBoatOfItsOwn } from "../tracks/queries.ts";
import type { ReportSessions, SpeedRecords } from "./schema.ts";
import { bandedSessions } from "./speed-bands.ts";

/** Which sessions a report is about; days are those of the tracks' own zones, both included. */
export interface PeopleFilter {
  /** Only tracks visible to this viewer are counted. */
  viewer: Viewer;
  /** What the id of a user must equal: {@link onePerson} or any of several. */
  people: RawBuilder<number>;
  start?: string | undefined;
  end?: string | undefined;
  boat_class?: string | undefined;
}

/** The sessions of one person, who is `people`. */
export interface ReportFilter extends PeopleFilter {
  user_id: number;
}

/** One person as `people`: a number, of whose rows PostgreSQL knows how many there are. */
export const onePerson = (user_id: number) => sql<number>`${user_id}::integer`;

/** Condition on rows of `track_facts` and of `maneuvers`. */
export function matches({ people, ...range }: Omit<PeopleFilter, "viewer">) {
  return sql<SqlBool>`user_id = ${people} and ${isInRange(range)}`;
}

/** The same for rows of anybody. */
export function isInRange({ start, end, boat_class }: Pick<ReportFilter, "start" | "end" | "boat_class">) {
  const conditions = [sql`true`];
  if (start) conditions.push(sql`local_date >= ${start}::date`);
  if (end) conditions.push(sql`local_date <= ${end}::date`);
  if (boat_class) conditions.push(sql`boat_class = ${boat_class}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Ids of those of these people's tracks that the viewer may view, without second receivers of a boat. */
export function visibleTracks(db: Db, { viewer, people }: Pick<PeopleFilter, "viewer" | "people">) {
  const own = db.selectFrom("tracks").select("tracks.id").where("tracks.user_id", "=", people);
  return own.where(visibleTo(viewer)).where(isBoatOfItsOwn);
}

/** The same without those closed to an administrator, for reports that show single turns, as the track itself does. */
export const openTracks = (db: Db, filter: Pick<PeopleFilter, "viewer" | "people">) =>
  visibleTracks(db, filter).where(openTo(filter.viewer));

/** Sums over a person's sessions. Times are added oldest first, so that the same sessions give the same last digit. */
export function sumSessions(db: Db, filter: ReportFilter) {
  const total = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)} order by start_time, track_id), 0)`;
  return db
    .selectFrom("track_facts")
    .select((eb) => [
      eb.fn.countAll<number>().as("sessions"),
      total("water_time_s").as("water_time_s"),
      total("tacks").as("tacks"),
      total("gybes").as("gybes"),
      total("accelerations").as("accelerations"),
      total("sets").as("sets"),
      total("douses").as("douses"),
      total("light_s").as("light_s"),
      total("sf_s").as("sf_s"),
      total("df_s").as("df_s"),
      total("windy_s").as("windy_s"),
    ])
    .where(matches(filter))
    .where("track_facts.track_id", "in", visibleTracks(db, filter))
    .executeTakeFirstOrThrow();
}

/** The boat classes that these people have sailed, by name. */
export async function sailedClasses(db: Db, { viewer, people }: PeopleFilter): Promise<string[]> {
  const rows = await db
    .selectFrom("tracks")
    .select("boat_name")
    .distinct()
    .where("tracks.user_id", "=", people)
    .where(visibleTo(viewer))
    .orderBy("boat_name")
    .execute();
  return rows.map((row) => row.boat_name);
}

/** The rows by a key, in the order of the first row of each. */
export function groupsBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const own = groups.get(keyOf(row));
    if (own) own.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Losses of the turns of one kind of these tracks, by person and month, and whether they change. */
export async function turnLosses(db: Db, tracks: RawBuilder<unknown>, kind: TurnKind): Promise<TurnLosses> {
  // Text, because the losses of a team would take longer to parse here than the engine takes for the whole answer.
  const { rows } = await sql<{ sessions: string }>`select coalesce(json_agg(json_build_object(
      'person', user_id, 'month', to_char(local_date, 'YYYY-MM'), 'losses', losses -> ${kind}
    ) order by user_id, local_date, track_id), '[]')::text as sessions
    from track_facts where track_id = ${anyOf(tracks)} and losses is not null`.execute(db);
  return dashboard.turn_losses(rows[0]!.sessions);
}

/** The first session with a kite or foil that its sailor had not named before. */
interface NewGear {
  track_id: number;
  /** Brand and model. */
  gear: string;
}

interface GearRow {
  track_id: number;
  kite: string;
  foil: string;
}

/**
 * Where new gear begins among these sessions of one person, oldest first, by the sailor's own journal entries about them. A
 * size is no new gear: it is chosen by the wind. The first kite and the first foil named are those sailed before, too.
 */
export async function newGear(db: Db, track_ids: readonly number[]): Promise<NewGear[]> {
  const { rows } = await sql<GearRow>`
    select track_id, trim(concat_ws(' ', kite_brand, kite_model)) as kite, trim(concat_ws(' ', foil_brand, foil_model)) as foil
    from journals where track_id = any (${track_ids}::integer[])
      and author_id = (select user_id from tracks where tracks.id = journals.track_id)
    order by journals.id`.execute(db);
  const entries = groupsBy(rows, ({ track_id }) => track_id);
  const known = { kite: new Set<string>(), foil: new Set<string>() };
  return track_ids.flatMap((track_id) => {
    const found = (["kite", "foil"] as const).flatMap((part) => {
      const named = new Set((entries.get(track_id) ?? []).flatMap((entry) => entry[part] || []));
      const isFirst = known[part].size === 0;
      const fresh = [...named].filter((gear) => !known[part].has(gear));
      for (const gear of fresh) known[part].add(gear);
      return isFirst ? [] : fresh;
    });
    return found.length > 0 ? [{ track_id, gear: found.join(", ") }] : [];
  });
}

/** The sessions that the figures add up, newest first. */
export async function reportSessions(db: Db, filter: ReportFilter): Promise<ReportSessions> {
  const rows = await db
    .selectFrom((eb) => eb.selectFrom("track_facts").selectAll().where(matches(filter)).as("f"))
    .innerJoin("tracks", "tracks.id", "f.track_id")
    .innerJoin(bandedSessions(db, filter.viewer, filter.people).as("banded"), "banded.track_id", "f.track_id")
    .select(["banded.upwind_kn", "banded.band as speed_band"])
    .select(["f.track_id", "f.start_time", "f.local_date", "f.boat_class", "f.water_time_s"])
    .select(["f.tacks", "f.gybes", "f.accelerations", "f.sets", "f.douses"])
    .select(["f.light_s", "f.sf_s", "f.df_s", "f.windy_s", "tracks.tz", "tracks.location"])
    .where("f.track_id", "in", visibleTracks(db, filter))
    .orderBy("f.start_time", "desc")
    .orderBy("f.track_id", "desc")
    .limit(LIMITS.report_sessions)
    .execute();
  return rows.map(({ start_time, local_date, water_time_s, light_s, sf_s, df_s, windy_s, ...row }) => ({
    ...row,
    start_time: start_time.toISOString(),
    date: local_date,
    water_time: water_time_s,
    time_in_conditions: { Light: light_s, Sf: sf_s, Df: df_s, Windy: windy_s },
  }));
}

interface RecordRow {
  record: RecordId;
  speed_kn: number;
  error_kn: number;
  start_time: string | null;
  date: string;
  tz: string | null;
  track_id: number;
}

/** The fastest of each record over the sessions of a person. */
export function speedRecords(db: Db, filter: ReportFilter): Promise<SpeedRecords> {
  const sessions = db
    .selectFrom("track_facts")
    .select(["track_id", "start_time", "local_date", "records"])
    .where(matches(filter))
    .where("track_facts.track_id", "in", visibleTracks(db, filter));
  return fastest(db, sql`${sessions}`);
}

/** A query for rows with `track_id`, `start_time`, `local_date` and `records`. */
type RecordSessions = RawBuilder<unknown>;

/** The fastest of each record over these sessions; of equal ones the earliest. */
export async function fastest(db: Db, sessions: RecordSessions): Promise<SpeedRecords> {
  const { rows } = await sql<RecordRow>`select distinct on (entry.key) entry.key as record,
      (entry.value ->> 'speed_kn')::float8 as speed_kn, (entry.value ->> 'error_kn')::float8 as error_kn,
      entry.value ->> 'start_time' as start_time, f.local_date as date, tracks.tz, f.track_id
    from (${sessions}) as f cross join lateral jsonb_each(coalesce(f.records, '{}'::jsonb)) as entry
      join tracks on tracks.id = f.track_id
    order by entry.key, speed_kn desc, f.start_time, f.track_id`.execute(db);
  return rows;
}
