import { findOpenTrack } from "../../access/track.ts";
import { defineResource } from "../../platform/ops/resource.ts";
import { exportTracks, removeTracks } from "./account-data.ts";
import { ANALYZE_TRACK, requestAnalysis } from "./analyze-track.ts";
import { TRACK_ROUTES } from "./contract.ts";
import { TRACK_FILES } from "./files.ts";
import { TRACK_HANDLERS } from "./handlers.ts";
import { JOINED_FILES } from "./join-tracks.ts";
import { RESULT_FILES, RESULTS_FOLDER } from "./results.ts";
import { ENQUEUE_LOST, ENQUEUE_OUTDATED } from "./scans.ts";
import { STORE_MISSING_FACTS } from "./store-missing-facts.ts";

export const TRACKS = defineResource({
  name: "tracks",
  routes: TRACK_ROUTES,
  handlers: TRACK_HANDLERS,
  ids: { exportCSV: "track", source: "track", tracks: "track" },
  jobs: [ANALYZE_TRACK, ENQUEUE_LOST, ENQUEUE_OUTDATED, STORE_MISSING_FACTS],
  files: [TRACK_FILES, JOINED_FILES],
  results: {
    folder: RESULTS_FOLDER,
    table: "tracks",
    names: Object.values(RESULT_FILES),
    is_made_later: true,
    remake: (context, trx, id) => requestAnalysis(context, trx, id),
    mayRead: async ({ db }, viewer, key) =>
      viewer !== null && (await findOpenTrack(db, viewer, { id: Number(key.split("/")[1]) })) !== undefined,
  },
  account: {
    about: "tracks/          a folder a track: the file you uploaded, the track, its analysis, your corrections",
    exported: exportTracks,
    tables: ["tracks", "track_facts", "maneuvers"],
    removed: removeTracks,
  },
});
