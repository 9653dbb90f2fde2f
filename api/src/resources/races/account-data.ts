import { sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { renewRaces } from "./renew.ts";
import { folderBeforeResults, resultsOfRace } from "./results.ts";

/**
 * Folders of the results of a user's races, and of the races of others that a track of the user's is in: their points and
 * pictures show it. Those races have no results until their wind is estimated again, without it (resource.ts).
 */
export async function removeRaces(context: AppContext, trx: Db, user_id: number): Promise<string[]> {
  // Tracks before races, as everywhere, so that no two transactions wait for each other.
  await sql`select id from tracks where user_id = ${user_id}::integer order by id for update`.execute(trx);
  const { rows } = await sql<{ id: number; user_id: number; result_key: string | null }>`
    select id, user_id, result_key from races where user_id = ${user_id}::integer or id in (
      select race_id from race_tracks join tracks on tracks.id = race_tracks.track_id
      where tracks.user_id = ${user_id}::integer)
    order by id for update`.execute(trx);
  const others = rows.filter((race) => race.user_id !== user_id).map(({ id }) => id);
  if (others.length > 0) {
    await trx
      .updateTable("races")
      .set({ result_key: null, has_map: false, inputs: "[]" })
      .where("id", "in", others)
      .execute();
    await renewRaces(context, trx, others);
  }
  // Of others the results there are now: the next ones may be written before these are deleted.
  return rows.flatMap((race) =>
    race.user_id === user_id ? resultsOfRace(race.id) : [folderBeforeResults(race.id), race.result_key ?? []].flat(),
  );
}
