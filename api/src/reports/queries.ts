import { type LossBasis, mainBasis, type SegmentKind, type Session } from "@leebow/core/node";
import { type SqlBool, sql } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { visibleTo } from "../tracks/visibility.ts";

/** Which sessions a report is about; days are those of the tracks' own zones, both included. */
export interface ReportFilter {
  /** Only tracks visible to this viewer are counted. */
  viewer: Viewer;
  user_id: number;
  start?: string | undefined;
  end?: string | undefined;
  boat_class?: string | undefined;
}

/** Condition on rows of `track_facts` and of `maneuvers`. */
export function matches({ user_id, ...range }: Omit<ReportFilter, "viewer">) {
  return sql<SqlBool>`user_id = ${user_id} and ${isInRange(range)}`;
}

/** The same for rows of anybody. */
export function isInRange({ start, end, boat_class }: Pick<ReportFilter, "start" | "end" | "boat_class">) {
  const conditions = [sql`true`];
  if (start) conditions.push(sql`local_date >= ${start}::date`);
  if (end) conditions.push(sql`local_date <= ${end}::date`);
  if (boat_class) conditions.push(sql`boat_class = ${boat_class}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Ids of those of this user's tracks that the viewer may view. */
export function visibleTracks(db: Db, { viewer, user_id }: Pick<ReportFilter, "viewer" | "user_id">) {
  return db.selectFrom("tracks").select("tracks.id").where("tracks.user_id", "=", user_id).where(visibleTo(viewer));
}

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

export interface ManeuverSessions {
  sessions: Session[];
  /** Basis of all of their losses; null without a loss. */
  loss_basis: LossBasis | null;
}

/**
 * The maneuvers of one kind that take part in averages, with losses of one basis, session by session, oldest first, as
 * the engine's dashboards take them. Without a basis it is the one that most of them have.
 */
export async function maneuverSessions(
  db: Db,
  filter: ReportFilter,
  kind: SegmentKind,
  basis: LossBasis | undefined,
): Promise<ManeuverSessions> {
  const rows = await db
    .selectFrom((eb) => eb.selectFrom("maneuvers").selectAll().where(matches(filter)).as("m"))
    .innerJoin("track_facts", "track_facts.track_id", "m.track_id")
    .select(["m.track_id", "m.local_date", "m.boat_class", "m.loss_og_m", "m.loss_80_m", "m.tws_kn"])
    .select(["m.entry_speed_kn", "m.loss_basis"])
    .where("m.track_id", "in", visibleTracks(db, filter))
    .where("m.kind", "=", kind)
    .where("m.left_out_reason", "is", null)
    .orderBy("track_facts.start_time")
    .orderBy("m.track_id")
    .orderBy("m.position")
    .execute();
  const loss_basis = basis ?? mainBasis(rows);
  const sessions = new Map<number, Session>();
  for (const { track_id, local_date, boat_class, loss_basis: its_basis, ...maneuver } of rows) {
    if (its_basis !== loss_basis) continue;
    if (!sessions.has(track_id)) sessions.set(track_id, emptySession(local_date, boat_class));
    sessions.get(track_id)!.maneuvers.push({ kind, averaged: true, ...maneuver });
  }
  return { sessions: [...sessions.values()], loss_basis };
}

function emptySession(date: string, boat_class: string): Session {
  const conditions = { Light: 0, Sf: 0, Df: 0, Windy: 0 };
  const sums = { water_time_s: 0, tacks: 0, gybes: 0, accelerations: 0, sets: 0, douses: 0 };
  return { date, boat_class, ...sums, conditions, maneuvers: [] };
}

/** The boat classes the viewer has sailed, by name. */
export async function sailedClasses(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom("tracks")
    .select("boat_name")
    .distinct()
    .where("tracks.user_id", "=", viewer.id)
    .where(visibleTo(viewer))
    .orderBy("boat_name")
    .execute();
  return rows.map((row) => row.boat_name);
}
