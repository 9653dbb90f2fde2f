import { type TrackRow, tracksWithOwner } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import type { ArchiveEntry } from "../../platform/files/archive.ts";
import { jsonEntry, pathPart } from "../../platform/files/archive.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { joinedFilesOf } from "./join-tracks.ts";
import { presentTrack } from "./present.ts";
import { RESULT_FILES, resultsOfTrack } from "./results.ts";

/** Tracks read at once. */
const BATCH = 100;

/** A folder a track: its source, its row, its analysis. */
export async function* exportTracks(context: AppContext, user: Viewer): AsyncGenerator<ArchiveEntry> {
  let after = 0;
  for (;;) {
    const tracks = await tracksAfter(context.db, user.id, after);
    for (const track of tracks) yield* entriesOf(context, user, track);
    if (tracks.length < BATCH) return;
    after = tracks.at(-1)!.id;
  }
}

function tracksAfter(db: Db, user_id: number, after: number): Promise<TrackRow[]> {
  return tracksWithOwner(db)
    .where("tracks.user_id", "=", user_id)
    .where("tracks.id", ">", after)
    .orderBy("tracks.id")
    .limit(BATCH)
    .execute();
}

async function* entriesOf(context: AppContext, user: Viewer, track: TrackRow): AsyncGenerator<ArchiveEntry> {
  const { storage } = context;
  const folder = `tracks/${track.local_date ?? "unknown-date"}-${track.id}`;
  const { static_map: _, static_map_dark: _dark, can: _can, ...shown } = presentTrack(track, user, storage);
  yield jsonEntry(`${folder}/track.json`, { ...shown, corrections: track.corrections });
  const source = await storage.open(track.source_key);
  if (source) yield { path: `${folder}/source/${pathPart(track.file_name)}`, content: source.stream() };
  for (const { source_key, file_name } of await joinedFilesOf(context.db, track.id)) {
    const file = await storage.open(source_key);
    if (file) yield { path: `${folder}/source/files/${pathPart(file_name)}`, content: file.stream() };
  }
  const analysis = track.result_key && (await storage.open(`${track.result_key}/${RESULT_FILES.report}`));
  if (analysis) yield { path: `${folder}/analysis.json`, content: analysis.stream() };
}

/** Folders of the results of a user's tracks. */
export async function removeTracks(_: AppContext, trx: Db, user_id: number): Promise<string[]> {
  const tracks = await trx.selectFrom("tracks").select("id").where("user_id", "=", user_id).execute();
  return tracks.map(({ id }) => resultsOfTrack(id));
}
