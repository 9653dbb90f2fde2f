import type { LossBasis, SegmentKind } from "@leebow/core/node";
import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { matches, type PeopleFilter, type ReportFilter, visibleTracks } from "./queries.ts";
import { type Improvement, SPEED_BANDS, type SpeedBand, type WindConditions } from "./schema.ts";

/** Fewest sessions of a class that are split in thirds. *guess* */
const MIN_BANDED_SESSIONS = 3;

interface BandedSession {
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

/** What the dashboards show by the boat's own upwind speed, where no wind speed was measured. */

/** Fewest losses of a day for a median, as in the engine. *guess* */
const MIN_FOR_MEDIAN = 3;

/** The bands of a row that is by wind. */
export const NO_BANDS: Record<SpeedBand, null> = { slow: null, middle: null, fast: null };

/** The thirds of each class of the sessions, and the time of the sessions in each. */
export async function timeInBands(db: Db, filter: ReportFilter): Promise<WindConditions["speed_bands"]> {
  const time = (band: SpeedBand) => sql<number>`coalesce(
    sum(f.water_time_s order by f.start_time, f.track_id) filter (where banded.band = ${band}), 0)`;
  const rows = await db
    .selectFrom((eb) => eb.selectFrom("track_facts").selectAll().where(matches(filter)).as("f"))
    .innerJoin(bandedSessions(db, filter.viewer, filter.people).as("banded"), "banded.track_id", "f.track_id")
    .select(["banded.boat_class", "banded.sessions", "banded.slow_below_kn", "banded.fast_above_kn"])
    .select(SPEED_BANDS.map((band) => time(band).as(band)))
    .groupBy(["banded.boat_class", "banded.sessions", "banded.slow_below_kn", "banded.fast_above_kn"])
    .orderBy("banded.boat_class")
    .execute();
  return rows.map(({ slow, middle, fast, ...row }) => ({ ...row, time_in_bands: { slow, middle, fast } }));
}

/** Median losses by day and band of the session; losses of one basis, without one that of most, as `mainBasis` has it. */
export async function lossByBand(
  db: Db,
  filter: ReportFilter,
  kind: SegmentKind,
  basis: LossBasis | undefined,
): Promise<Improvement> {
  const turns = db
    .selectFrom("maneuvers")
    .select(["track_id", "local_date", "loss_80_m", "loss_basis"])
    .select(sql<number | null>`coalesce(loss_og_m, loss_80_m)`.as("loss_m"))
    .where(matches(filter))
    .where("kind", "=", kind)
    .where("left_out_reason", "is", null)
    .where("track_id", "in", visibleTracks(db, filter));
  const main = sql`select loss_basis from turns where loss_80_m is not null
    group by loss_basis order by count(*) desc, loss_basis = 'vmg' desc limit 1`;
  const median = (band: SpeedBand) => sql<number | null>`case
    when count(*) filter (where band = ${band}) >= ${MIN_FOR_MEDIAN}
    then percentile_cont(0.5) within group (order by loss_m) filter (where band = ${band}) end`;
  const rows = await db
    .with("turns", () => turns)
    .selectFrom("turns")
    .innerJoin(bandedSessions(db, filter.viewer, filter.people).as("banded"), "banded.track_id", "turns.track_id")
    .select("turns.local_date as date")
    .select(SPEED_BANDS.map((band) => median(band).as(band)))
    .select(sql<number[]>`array_agg(distinct turns.track_id)`.as("track_ids"))
    .where("band", "is not", null)
    .where("loss_m", "is not", null)
    .where("loss_basis", "=", basis ?? sql<LossBasis>`(${main})`)
    .groupBy("turns.local_date")
    .orderBy("turns.local_date")
    .execute();
  return rows.map((row) => ({ ...row, Light: null, Sf: null, Df: null, Windy: null }));
}
