import type { RecordId } from "@leebow/core";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import { matches, type ReportFilter, visibleTracks } from "./queries.ts";
import type { ReportSessions, SpeedRecords } from "./schema.ts";
import { bandedSessions } from "./speed-bands.ts";

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
export type RecordSessions = RawBuilder<unknown>;

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
