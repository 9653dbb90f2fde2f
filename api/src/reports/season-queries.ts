import type { LossBasis } from "@leebow/core";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../database/open.ts";
import { anyOf } from "../tracks/visibility.ts";
import type { LossPeriod } from "./loss-trend.ts";
import { isInRange, type ReportFilter } from "./queries.ts";
import type { SEASON_WINDS } from "./season-schema.ts";
import { bandedSessions } from "./speed-bands.ts";

export type SeasonWind = (typeof SEASON_WINDS)[number];

/** The sessions of one person or of the athletes of a team. */
export interface SeasonFilter extends Omit<ReportFilter, "user_id"> {
  /** Ids of users: a list or a subquery. */
  people: RawBuilder<unknown>;
  wind?: SeasonWind | undefined;
}

/**
 * The visible sessions of these people and days, as rows with `wind` (see SEASON_WINDS; null where it is unknown) and
 * `upwind_speed_kn` where `wind` is a third of it. The filter of wind is not applied.
 */
export function seasonSessions(db: Db, { viewer, people, ...range }: SeasonFilter) {
  const measured = sql`session ->> 'wind_category'`;
  return sql`select track_id, user_id, start_time, local_date, facts.boat_class, water_time_s, tacks, gybes, records,
      case when ${measured} is null and band is not null then upwind_kn end as upwind_speed_kn,
      coalesce(${measured}, 'upwind_' || band) as wind
    from (select * from track_facts where user_id = ${anyOf(people)} and ${isInRange(range)}) as facts
      join ${bandedSessions(db, viewer, people)} as banded using (track_id)`;
}

/** Condition on rows of {@link seasonSessions}. */
export const hasWind = ({ wind }: SeasonFilter) => (wind ? sql<SqlBool>`wind = ${wind}` : sql<SqlBool>`true`);

/** Ids of the tracks of {@link seasonSessions} with the wind of the filter. */
export const seasonTracks = (db: Db, filter: SeasonFilter) =>
  sql<number>`select track_id from (${seasonSessions(db, filter)}) as s where ${hasWind(filter)}`;

export interface KindPeriod extends LossPeriod {
  user_id: number;
  kind: "tack" | "gybe";
  loss_basis: LossBasis;
}

/**
 * Losses of the tacks and gybes of these tracks that take part in averages, by person, kind and month; with `total` also
 * over all months (month null). Losses of two bases are never mixed: of each kind those of the basis that most have.
 * Months are numbers and kinds truth values inside, by which PostgreSQL groups much faster than by texts.
 */
export async function lossPeriods(
  db: Db,
  tracks: RawBuilder<unknown>,
  { kinds, total }: { kinds: readonly ("tack" | "gybe")[]; total: boolean },
): Promise<KindPeriod[]> {
  const { rows } = await sql<KindPeriod>`with sailed as materialized (
      select track_id, user_id, (extract(year from local_date) * 12 + extract(month from local_date))::integer as month
      from track_facts where track_id = ${anyOf(tracks)}
    ), turns as materialized (
      select user_id, track_id, month, kind = 'tack' as is_tack, loss_basis = 'vmg' as is_vmg,
        coalesce(loss_og_m, loss_80_m) as loss_m
      from maneuvers join sailed using (track_id, user_id)
      where track_id = ${anyOf(tracks)} and kind in (${sql.join(kinds)}) and left_out_reason is null
        and coalesce(loss_og_m, loss_80_m) is not null
    ), bases as (
      select is_tack, count(*) filter (where is_vmg) * 2 >= count(*) as is_vmg from turns group by is_tack
    ), compared as materialized (
      select user_id, track_id, is_tack, period.month, loss_m
      from turns join bases using (is_tack, is_vmg)
        cross join lateral (select turns.month ${total ? sql`union all select 0` : sql``}) as period
    ), counts as (
      select user_id, is_tack, month, count(*) as turns from compared group by user_id, is_tack, month
    ), medians as materialized (
      select user_id, is_tack, month, turns, percentile_cont(array[0.25, 0.5, 0.75, 0.5 - 0.5 / sqrt(turns),
        0.5 + 0.5 / sqrt(turns)]) within group (order by loss_m) as quantiles
      from compared join counts using (user_id, is_tack, month) group by user_id, is_tack, month, turns
    ), excesses as (
      select user_id, is_tack, month, track_id,
        sum(case when loss_m > quantiles[2] then 1 when loss_m < quantiles[2] then -1 else 0 end) as excess
      from compared join medians using (user_id, is_tack, month) group by user_id, is_tack, month, track_id
    ), sessions as (
      select user_id, is_tack, month, count(*)::integer as sessions, sum(excess * excess)::float8 as squares
      from excesses group by user_id, is_tack, month
    )
    select user_id, case when is_tack then 'tack' else 'gybe' end as kind,
      case when is_vmg then 'vmg' else 'speed' end as loss_basis, turns::integer as count, sessions, squares,
      case when month > 0 then (month - 1) / 12 || '-' || lpad(((month - 1) % 12 + 1)::text, 2, '0') end as month,
      quantiles[1] as lower_m, quantiles[2] as median_m, quantiles[3] as upper_m,
      (quantiles[5] - quantiles[4]) / 2 as se_m
    from medians join sessions using (user_id, is_tack, month) join bases using (is_tack)
    order by user_id, is_tack, medians.month`.execute(db);
  return rows;
}
