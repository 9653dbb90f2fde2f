import type { AppContext } from "../app-context.ts";
import { lockRacesOfTrack, renewRaces } from "../races/renew.ts";
import { deleteTrack } from "./queries.ts";
import { resultsOfTrack } from "./result-files.ts";

/** Deletes a track with its files. The row first: files without a row are swept later; a row without files could not be opened. */
export async function removeTrack(context: AppContext, track: { id: number; source_key: string }): Promise<void> {
  const { db, storage } = context;
  await db.transaction().execute(async (trx) => {
    const races = await lockRacesOfTrack(trx, track.id);
    await deleteTrack(trx, track.id);
    await renewRaces(context, trx, races);
  });
  await storage.remove(track.source_key);
  await storage.remove(resultsOfTrack(track.id));
}
