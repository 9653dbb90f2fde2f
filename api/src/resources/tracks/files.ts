import { findOpenTrack, trackCan } from "../../access/track.ts";
import type { FileFolder } from "../../platform/files/folders.ts";

/** Recordings as they were uploaded. */
export const TRACK_FILES: FileFolder = {
  folder: "sources",
  table: "tracks",
  column: "source_key",
  user_column: "user_id",
  async mayRead({ db }, viewer, key) {
    const track = viewer && (await findOpenTrack(db, viewer, { source_key: key }));
    return !!track && trackCan(viewer, track).download_source;
  },
};
