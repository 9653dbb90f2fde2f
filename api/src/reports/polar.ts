import type { Polar as EnginePolar, SeasonTrend } from "@leebow/core/node";
import { sql } from "kysely";
import type { AppContext } from "../app-context.ts";
import type { Db } from "../database/open.ts";
import { inTurn } from "../http/computing-calls.ts";
import { LIMITS } from "../limits.ts";
import type { Polar, PolarQuery } from "./polar-schema.ts";
import { matches, type ReportFilter, visibleTracks } from "./queries.ts";

/** The polar of a person in one class, without one that which was sailed longest on the days of the filter. */
export async function polarOf(context: AppContext, filter: ReportFilter, side: PolarQuery["side"]): Promise<Polar> {
  const { db, core } = context;
  const boat_class = filter.boat_class ?? (await mostSailedClass(db, filter));
  const sessions = boat_class === null ? [] : await sessionsOf(db, { ...filter, boat_class });
  const summaries = sessions.map((session) => session.polar);
  const polar = await inTurn(context, () => core.polar(summaries, side && { side }));
  return { ...polar, boat_class, season: seasonOf(polar, sessions) };
}

/** The sessions of a filter with a class that have what a polar adds up, the newest ones, oldest first. */
async function sessionsOf(db: Db, filter: ReportFilter) {
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
async function mostSailedClass(db: Db, filter: ReportFilter): Promise<string | null> {
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
function seasonOf({ season }: EnginePolar, sessions: { track_id: number; date: string }[]): Polar["season"] {
  const withTracks = ({ points, ...trend }: SeasonTrend) => ({
    ...trend,
    points: points.map(({ session, ...point }) => {
      const { track_id, date } = sessions[session]!;
      return { ...point, track_id, date };
    }),
  });
  return { upwind: withTracks(season.upwind), downwind: withTracks(season.downwind) };
}
