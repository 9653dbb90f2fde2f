import { sql } from "kysely";
import { closedTo } from "../admin/private-tracks.ts";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { visibleTo } from "../tracks/visibility.ts";

export type RaceTrackRow = Awaited<ReturnType<typeof tracksOfRaces>>[number];

/**
 * The tracks of these races with their owners and the owners' consents, first started first, and of each whether it is
 * visible to the viewer, closed to him until he has given a reason (`closedTo`), and visible to the race's coach. `only`: of
 * this track alone.
 */
export function tracksOfRaces(
  db: Db,
  race_ids: readonly number[],
  viewer: Viewer | null = null,
  coach: Viewer | null = null,
  only?: number,
) {
  return db
    .selectFrom("race_tracks")
    .innerJoin("tracks", "tracks.id", "race_tracks.track_id")
    .innerJoin("users", "users.id", "tracks.user_id")
    .leftJoin("race_consents", (join) =>
      join
        .onRef("race_consents.race_id", "=", "race_tracks.race_id")
        .onRef("race_consents.track_id", "=", "race_tracks.track_id")
        .onRef("race_consents.user_id", "=", "tracks.user_id"),
    )
    .selectAll("tracks")
    .select(["race_consents.consent", "race_consents.asked_at", "race_consents.answered_at"])
    .select(asksNoMore)
    .select(["race_tracks.race_id", "users.first_name", "users.last_name", "users.image"])
    .select((eb) => sql<boolean>`${viewer ? visibleTo(viewer)(eb) : eb.lit(false)}`.as("is_visible"))
    .select((eb) => sql<boolean>`${viewer ? closedTo(viewer)(eb) : eb.lit(false)}`.as("is_closed"))
    .select((eb) => sql<boolean>`${coach ? visibleTo(coach)(eb) : eb.lit(false)}`.as("is_coachs"))
    .where("race_tracks.race_id", "in", race_ids.length > 0 ? race_ids : [0])
    .$if(only !== undefined, (query) => query.where("race_tracks.track_id", "=", only!))
    .orderBy(sql`tracks.start_time nulls last`)
    .orderBy("tracks.id")
    .execute();
}

/** Whether the owner of a track was asked about the race's link and is not asked again: by this or by any track. */
const asksNoMore = sql<boolean>`exists (select from race_consents as decided
  where decided.race_id = race_tracks.race_id and decided.user_id = tracks.user_id
    and decided.consent in ('refused', 'taken_back'))`.as("asks_no_more");

/** Those of these tracks that the viewer may view; they are not deleted before the transaction ends. */
export async function lockVisibleTracks(trx: Db, viewer: Viewer, ids: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom("tracks")
    .select("tracks.id")
    .where("tracks.id", "in", ids)
    .where(visibleTo(viewer))
    .orderBy("tracks.id")
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function trackIdsOfRace(db: Db, race_id: number): Promise<number[]> {
  const rows = await db.selectFrom("race_tracks").select("track_id").where("race_id", "=", race_id).execute();
  return rows.map(({ track_id }) => track_id);
}

/** Replaces the tracks of a race. What their owners decided stays (consents/tables.ts). */
export async function replaceTracks(trx: Db, race_id: number, track_ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom("race_tracks")
    .where("race_id", "=", race_id)
    .where("track_id", "not in", [...track_ids])
    .execute();
  await trx
    .insertInto("race_tracks")
    .values(track_ids.map((track_id) => ({ race_id, track_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
