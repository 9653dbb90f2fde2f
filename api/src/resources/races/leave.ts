import { sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { placeRace } from "./queries.ts";
import { renewRaces } from "./renew.ts";

/** Takes a user's tracks out of a race, for good: its wind is estimated again without them. Does nothing when none is in it. */
export async function leaveRace(context: AppContext, race_id: number, user_id: number): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const own = trx.selectFrom("tracks").select("tracks.id").where("tracks.user_id", "=", user_id);
    const of_race = trx.selectFrom("race_tracks").select("track_id").where("race_id", "=", race_id);
    // Tracks before races, as everywhere, so that no two transactions wait for each other.
    const tracks = await own.where("tracks.id", "in", of_race).orderBy("tracks.id").forUpdate().execute();
    const race = await trx.selectFrom("races").select("id").where("id", "=", race_id).forUpdate().executeTakeFirst();
    if (!race || tracks.length === 0) return;
    await trx.deleteFrom("race_tracks").where("race_id", "=", race_id).where("track_id", "in", own).execute();
    await trx
      .insertInto("race_departures")
      .values({ race_id, user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await placeRace(trx, race_id);
    await renewRaces(context, trx, [race_id]);
  });
}

/** Those of these tracks whose owner has left the race. Locks the race: its owner may be leaving now. */
export async function tracksOfDeparted(trx: Db, race_id: number, track_ids: readonly number[]): Promise<number[]> {
  await trx.selectFrom("races").select("id").where("id", "=", race_id).forUpdate().execute();
  const { rows } = await sql<{ id: number }>`
    select tracks.id from tracks join race_departures on race_departures.user_id = tracks.user_id
    where race_departures.race_id = ${race_id}::integer and tracks.id = any (${track_ids}::integer[])
    order by tracks.id`.execute(trx);
  return rows.map(({ id }) => id);
}
