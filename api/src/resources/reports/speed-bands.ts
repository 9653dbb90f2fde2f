import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { type PeopleFilter, visibleTracks } from "./queries.ts";

/**
 * Where no wind speed was measured, the boat's own mean upwind speed stands for it: sessions are slow, middle or fast by
 * the third of it that they are in, among all sessions of the person in that class.
 */
export const SPEED_BANDS = ["slow", "middle", "fast"] as const;
export type SpeedBand = (typeof SPEED_BANDS)[number];

/** Fewest sessions of a class that are split in thirds. *guess* */
export const MIN_BANDED_SESSIONS = 3;

export interface BandedSession {
  track_id: number;
  boat_class: string;
  /** Mean on upwind straights; null with too little of them. */
  upwind_kn: number | null;
  /** Sessions of the person in this class with such a mean, whichever their day. */
  sessions: number;
  /** Slow is below the first, fast above the second; null with too few sessions. */
  slow_below_kn: number | null;
  fast_above_kn: number | null;
  /** Null with too little upwind in this session, or with too few sessions of the class. */
  band: SpeedBand | null;
}

/**
 * All sessions of these people that the viewer may view, each with its third, as a table to join by `track_id`. The thirds
 * are of one person and class and of all days, so that a session has the same band whatever a report is filtered by; tracks
 * that the viewer may not view have no part in them.
 */
export function bandedSessions(db: Db, viewer: Viewer, people: PeopleFilter["people"]) {
  const visible = visibleTracks(db, { viewer, people });
  const third = (at: number) => sql`case when count(*) >= ${MIN_BANDED_SESSIONS}
    then percentile_cont(${at} / 3.0) within group (order by upwind_kn) end`;
  return sql<BandedSession>`(
    with own as (
      select track_id, user_id, boat_class, upwind_kn from track_facts
      where user_id = ${people} and track_id in ${visible}
    ), classes as (
      select user_id, boat_class, count(*)::integer as sessions,
        ${third(1)} as slow_below_kn, ${third(2)} as fast_above_kn
      from own where upwind_kn is not null group by user_id, boat_class
    )
    select track_id, boat_class, upwind_kn, coalesce(sessions, 0) as sessions, slow_below_kn, fast_above_kn,
      case
        when upwind_kn is null or slow_below_kn is null then null
        when upwind_kn < slow_below_kn then 'slow'
        when upwind_kn > fast_above_kn then 'fast'
        else 'middle'
      end as band
    from own left join classes using (user_id, boat_class))`;
}
