import { type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { matches, type PeopleFilter } from "./queries.ts";
import type { SEASON_WINDS } from "./season-schema.ts";
import { bandedSessions } from "./speed-bands.ts";

export type SeasonWind = (typeof SEASON_WINDS)[number];

/** The sessions of one person or of the athletes of a team. */
export interface SeasonFilter extends PeopleFilter {
  wind?: SeasonWind | undefined;
}

/**
 * The visible sessions of these people and days, as rows with `wind` (see SEASON_WINDS; null where it is unknown) and
 * `upwind_speed_kn` where `wind` is a third of it. The filter of wind is not applied.
 */
export function seasonSessions(db: Db, { viewer, people, ...range }: SeasonFilter) {
  return sql`select track_id, user_id, start_time, local_date, facts.boat_class, water_time_s, tacks, gybes,
      case when wind_category is null and band is not null then banded.upwind_kn end as upwind_speed_kn,
      coalesce(wind_category, 'upwind_' || band) as wind
    from (select * from track_facts where ${matches({ people, ...range })}) as facts
      join ${bandedSessions(db, viewer, people)} as banded using (track_id)`;
}

/** Condition on rows of {@link seasonSessions}. */
export const hasWind = ({ wind }: SeasonFilter) => (wind ? sql<SqlBool>`wind = ${wind}` : sql<SqlBool>`true`);

/** Ids of the tracks of {@link seasonSessions} with the wind of the filter. */
export const seasonTracks = (db: Db, filter: SeasonFilter) =>
  sql<number>`select track_id from (${seasonSessions(db, filter)}) as s where ${hasWind(filter)}`;
