import { type Polar as EnginePolar, ofTarget, type SeasonTrend, type SessionPolar } from "@leebow/core";
import { sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { targetInUse } from "../targets/queries.ts";
import type { Polar, PolarQuery } from "./polar-schema.ts";
import { matches, newGear, type PeopleFilter, visibleTracks } from "./queries.ts";

/**
 * The polar of these people in one class, without one that which was sailed longest on the days of the filter. Sessions of
 * several people have no course over time: it would change with who sailed.
 */
export function polarOf(
  context: AppContext,
  filter: PeopleFilter,
  options: { side: PolarQuery["side"]; isOfTeam: boolean; viewer: Viewer },
): Promise<Polar> {
  // Some thousand sessions are read, too.
  return inTurn(context, () => sumUp(context, filter, options));
}

async function sumUp(
  context: AppContext,
  filter: PeopleFilter,
  { side, isOfTeam, viewer }: Parameters<typeof polarOf>[2],
): Promise<Polar> {
  const { db, core } = context;
  const boat_class = filter.boat_class ?? (await mostSailedClass(db, filter));
  const sessions = boat_class === null ? [] : await polarSessions(db, { ...filter, boat_class });
  const summaries = sessions.map((session) => session.polar);
  const summed = (options: { splits?: string[] }) => core.polar(summaries, { ...options, ...(side && { side }) });
  const targetOf = (polar: EnginePolar) => comparedWith(db, viewer, polar, summaries, side);
  if (isOfTeam) {
    const polar = await summed({});
    return { ...polar, boat_class, season: null, target: await targetOf(polar) };
  }
  const changes = await newGear(
    db,
    sessions.map(({ track_id }) => track_id),
  );
  const splits = changes.map(({ track_id, gear }) => {
    const { polar, date } = sessions.find((session) => session.track_id === track_id)!;
    return { track_id, gear, date, start_time: polar.start_time };
  });
  const polar = await summed({ splits: splits.map(({ start_time }) => start_time) });
  const target = await targetOf(polar);
  return { ...polar, boat_class, season: { ...seasonOf(polar, sessions), splits }, target };
}

/** The sessions against the viewer's target of their class. */
async function comparedWith(
  db: Db,
  viewer: Viewer,
  polar: EnginePolar,
  sessions: readonly SessionPolar[],
  side: PolarQuery["side"],
): Promise<Polar["target"]> {
  if (polar.basis !== "wind_speed") return null;
  const target = await targetInUse(db, viewer.id, polar.boat_class);
  if (!target) return null;
  const { id, name, over_ground, winds } = target;
  const { bands, outside_s } = ofTarget(sessions, polar, { winds }, { side });
  return { id, name, over_ground, bands, outside_s };
}

/** The sessions of a filter with a class that have what a polar adds up, the newest ones, oldest first. */
export async function polarSessions(db: Db, filter: PeopleFilter) {
  const rows = await db
    .selectFrom("track_facts")
    .select(["track_id", "local_date as date", "polar"])
    .where(matches(filter))
    .where("track_facts.track_id", "in", visibleTracks(db, filter))
    .where("polar", "is not", null)
    .orderBy("start_time", "desc")
    .orderBy("track_id", "desc")
    .limit(LIMITS.polar_sessions)
    .execute();
  return rows.flatMap(({ polar, ...session }) => (polar ? [{ ...session, polar }] : [])).reverse();
}

/** By time on the water; null without a session. */
async function mostSailedClass(db: Db, filter: PeopleFilter): Promise<string | null> {
  const row = await db
    .selectFrom("track_facts")
    .select("boat_class")
    .where(matches(filter))
    .where("track_facts.track_id", "in", visibleTracks(db, filter))
    .groupBy("boat_class")
    .orderBy(sql`sum(water_time_s)`, "desc")
    .orderBy("boat_class")
    .executeTakeFirst();
  return row?.boat_class ?? null;
}

/** The trends with the tracks of their points. */
function seasonOf(
  { season }: EnginePolar,
  sessions: { track_id: number; date: string }[],
): Omit<NonNullable<Polar["season"]>, "splits"> {
  const withTracks = ({ points, ...trend }: SeasonTrend) => ({
    ...trend,
    points: points.map(({ session, ...point }) => {
      const { track_id, date } = sessions[session]!;
      return { ...point, track_id, date };
    }),
  });
  return { upwind: withTracks(season.upwind), downwind: withTracks(season.downwind) };
}
