import { type RawBuilder, type SqlBool, sql } from "kysely";
import { openTo, visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { isBoatOfItsOwn } from "../tracks/own-boat.ts";

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
