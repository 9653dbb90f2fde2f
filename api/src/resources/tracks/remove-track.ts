import type { AppContext } from "../../platform/context.ts";
import { deleteFiles } from "../../platform/files/files-of-rows.ts";
import { lockRacesOfTrack, renewRaces } from "../races/renew.ts";
import { lockedTables } from "../season/place.ts";
import { joinedKeysOf } from "./joined-files.ts";
import { deleteTrack } from "./queries.ts";
import { resultsOfTrack } from "./result-files.ts";

/** Deletes a track with its files. */
export async function removeTrack(context: AppContext, track: { id: number; source_key: string }): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const races = await lockRacesOfTrack(trx, track.id);
    const tables = await lockedTables(context, trx, [track.id]);
    const joined = await joinedKeysOf(trx, [track.id]);
    await deleteTrack(trx, track.id);
    await renewRaces(context, trx, races);
    await deleteFiles(context, trx, [track.source_key, ...joined, resultsOfTrack(track.id), ...tables]);
  });
}
