import type { Db } from "../../platform/db/open.ts";

/** A track is analysed again: the wind of its races is being updated (status 4), until its results are stored. */
export async function markRacesUpdating(trx: Db, track_id: number): Promise<void> {
  await trx
    .updateTable("races")
    .set((eb) => ({
      processing_status: eb.case().when("result_key", "is", null).then(1).else(4).end(),
      error: null,
    }))
    .where("id", "in", (eb) => eb.selectFrom("race_tracks").select("race_id").where("track_id", "=", track_id))
    .execute();
}
