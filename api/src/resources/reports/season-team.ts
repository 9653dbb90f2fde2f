import { sql } from "kysely";
import { anyOf } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { matches, turnLosses, visibleTracks } from "./queries.ts";
import { hasWind, type SeasonFilter, type SeasonWind, seasonSessions } from "./season.ts";
import { SEASON_WINDS, type SeasonTeam } from "./season-schema.ts";

interface TeamFilter extends Omit<SeasonFilter, "people"> {
  team: { id: number; name: string };
}

/** The athletes of a team with their seasons, of the tracks that the viewer may view. */
export async function seasonTeam(db: Db, storage: Storage, { team, ...range }: TeamFilter): Promise<SeasonTeam> {
  const filter: SeasonFilter = { ...range, people: athletesOf(team.id) };
  const { athletes, days, winds, track_ids } = await sums(db, filter);
  const tracks = sql`select unnest(${track_ids}::integer[])`;
  const [{ loss_basis, people }, boat_classes] = await Promise.all([
    turnLosses(db, tracks, "tack"),
    classesOf(db, filter),
  ]);
  const lossesOf = new Map(people.map(({ person, ...losses }) => [person, losses]));
  return {
    name: team.name,
    athletes: athletes.map(({ image, ...athlete }) => {
      const { loss = null, months = [], trend = null } = lossesOf.get(athlete.id) ?? {};
      const compared = months.filter((month) => month.compared);
      return {
        ...athlete,
        profile_img: image && storage.signedPath(image),
        loss,
        months: compared.map(({ month, median_m }) => ({ month, median_m })),
        trend,
      };
    }),
    days,
    loss_basis,
    boat_classes,
    // Thirds are those of each athlete and class, so that they have no limits in common.
    winds: SEASON_WINDS.flatMap((wind) => {
      const found = winds.find((one) => one.wind === wind);
      return found ? [{ ...found, from_kn: null, to_kn: null }] : [];
    }),
  };
}

/** Athletes who have agreed to their membership, as `people`. */
export const athletesOf = (team_id: number) =>
  anyOf(sql`select user_id from active_members where team_id = ${team_id}::integer and role = 'ATHLETE' and accepted`);

type AthleteRow = Omit<SeasonTeam["athletes"][number], "profile_img" | "loss" | "months" | "trend"> & {
  image: string | null;
};

interface Sums {
  athletes: AthleteRow[];
  days: SeasonTeam["days"];
  winds: { wind: SeasonWind; sessions: number }[];
  track_ids: number[];
}

/** Sums of the sessions by athlete, day and wind, by one statement. */
async function sums(db: Db, filter: SeasonFilter): Promise<Sums> {
  const { rows } = await sql<Sums>`with all_sessions as materialized (${seasonSessions(db, filter)}),
    sessions as materialized (select * from all_sessions where ${hasWind(filter)}),
    athletes as (
      select users.id, users.first_name, users.last_name, users.image, count(s.track_id) as sessions,
        coalesce(sum(s.tacks), 0) as tacks, max(s.local_date) as last_date,
        coalesce(sum(s.water_time_s order by s.start_time, s.track_id), 0) as water_time_s
      from users left join sessions as s on s.user_id = users.id
      where users.id = ${filter.people} group by users.id
    ), days as (
      select local_date as date, count(distinct user_id) as athletes,
        sum(water_time_s order by start_time, track_id) as water_time_s
      from sessions group by local_date
    ), winds as (
      select wind, count(*) as sessions from all_sessions where wind is not null group by wind
    )
    select coalesce((select jsonb_agg(to_jsonb(athletes) order by id) from athletes), '[]') as athletes,
      coalesce((select jsonb_agg(to_jsonb(days) order by date) from days), '[]') as days,
      coalesce((select jsonb_agg(to_jsonb(winds)) from winds), '[]') as winds,
      array(select track_id from sessions) as track_ids`.execute(db);
  return rows[0]!;
}

async function classesOf(db: Db, { viewer, people, start, end }: SeasonFilter): Promise<string[]> {
  const { rows } = await sql<{ boat_class: string }>`select distinct boat_class from track_facts
    where ${matches({ people, start, end })} and track_id in ${visibleTracks(db, { viewer, people })}
    order by boat_class`.execute(db);
  return rows.map(({ boat_class }) => boat_class);
}
