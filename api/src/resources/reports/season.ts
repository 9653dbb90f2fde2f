import { SEASON_BESTS, type TurnLosses } from "@leebow/core/node";
import { sql } from "kysely";
import { anyOf } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import { groupsBy } from "./groups.ts";
import { turnLosses } from "./losses.ts";
import { type SeasonFilter, type SeasonWind, seasonSessions } from "./season-queries.ts";
import type { Season, SeasonLosses } from "./season-schema.ts";
import { SEASON_WINDS } from "./season-schema.ts";
import { fastest } from "./session-queries.ts";

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
export function windsOf(
  sessions: readonly Pick<SessionRow, "wind" | "upwind_speed_kn" | "boat_class">[],
): Season["winds"] {
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
