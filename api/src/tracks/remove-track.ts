import type { AppContext } from "../app-context.ts";
import { lockRacesOfTrack, renewRaces } from "../races/renew.ts";
import { lockedTables } from "../season-tables/place.ts";
import { deleteTrack } from "./queries.ts";
import { resultsOfTrack } from "./result-files.ts";

/** Deletes a track with its files. The row first: files without a row are swept later; a row without files could not be opened. */
export async function removeTrack(context: AppContext, track: { id: number; source_key: string }): Promise<void> {
  const { db, storage } = context;
  const tables = await db.transaction().execute(async (trx) => {
    const races = await lockRacesOfTrack(trx, track.id);
    const keys = await lockedTables(context, trx, [track.id]);
    await deleteTrack(trx, track.id);
    await renewRaces(context, trx, races);
    return keys;
  });
  await storage.remove(track.source_key);
  await storage.remove(resultsOfTrack(track.id));
  for (const key of tables) await storage.remove(key);
}
