import { dashboard } from "@leebow/core/node";
import { sql } from "kysely";
import { anyOf, visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import { isAdministrator } from "../../platform/http/viewer.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { isBoatOfItsOwn } from "../tracks/queries.ts";
import { isInRange, type ReportFilter } from "./queries.ts";
import type { Leaderboard } from "./schema.ts";

/** The members of the user's teams by their hours on the water, most first; those without a session have none. */
export async function leaderboard(db: Db, storage: Storage, filter: ReportFilter): Promise<Leaderboard> {
  const people = await timeOnWater(db, filter);
  const by_id = new Map(people.map((person) => [person.id, person]));
  const rows = await dashboard.leaderboard(people);
  return rows.map(({ id, time_on_water_h }) => {
    const { first_name, last_name, image } = by_id.get(id)!;
    return {
      id,
      first_name,
      last_name,
      profile_img: image && storage.signedPath(image),
      time_on_water: time_on_water_h,
    };
  });
}

/** Times are added oldest first, so that the same sessions give the same last digit. */
export function timeOnWater(db: Db, filter: ReportFilter) {
  const visible = db
    .selectFrom("tracks")
    .select("tracks.id")
    .where("tracks.user_id", "=", anyOf(peopleOf(filter)))
    .where(visibleTo(filter.viewer))
    .where(isBoatOfItsOwn);
  const facts = db
    .selectFrom("track_facts")
    .select(["user_id", "track_id", "start_time", "water_time_s"])
    .where(isInRange(filter))
    .where("user_id", "=", anyOf(peopleOf(filter)))
    .where("track_id", "in", visible)
    .as("facts");
  return db
    .selectFrom("users")
    .leftJoin(facts, (join) => join.onRef("facts.user_id", "=", "users.id"))
    .select(["users.id", "users.first_name", "users.last_name", "users.image"])
    .select(
      sql<number>`coalesce(sum(facts.water_time_s order by facts.start_time, facts.track_id), 0)`.as("water_time_s"),
    )
    .where("users.id", "in", peopleOf(filter))
    .groupBy("users.id")
    .orderBy("users.id")
    .execute();
}

/** The user and the members of his teams; of those alone which are the viewer's, too, unless he is an administrator. */
function peopleOf({ viewer, user_id }: ReportFilter) {
  const shared = isAdministrator(viewer)
    ? sql``
    : sql`and subject.team_id in (select me.team_id from active_members as me where me.user_id = ${viewer.id}::integer)`;
  return sql<number>`(select mate.user_id from active_members as subject
    join active_members as mate on mate.team_id = subject.team_id
    where subject.user_id = ${user_id}::integer ${shared} union select ${user_id}::integer)`;
}
