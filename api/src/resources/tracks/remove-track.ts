import type { AppContext } from "../../platform/context.ts";
import { deleteFiles } from "../../platform/files/files-of-rows.ts";
import { beforeChange } from "./follow.ts";
import { joinedKeysOf } from "./join-tracks.ts";
import { deleteTrack } from "./queries.ts";
import { resultsOfTrack } from "./results.ts";

/** Deletes a track with its files. */
export async function removeTrack(context: AppContext, track: { id: number; source_key: string }): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const { files, after } = await beforeChange(context, trx, { kind: "removed", ids: [track.id] });
    const joined = await joinedKeysOf(trx, [track.id]);
    await deleteTrack(trx, track.id);
    await after();
    await deleteFiles(context, trx, [track.source_key, ...joined, resultsOfTrack(track.id), ...files]);
  });
}
