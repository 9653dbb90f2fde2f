import { z } from "zod";
import type { AppContext } from "../../platform/context.ts";
import { defineScan, defineSearch, PIECE, scanPiece } from "../../platform/jobs/define-scan.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { outdatedTracks, tracksWithoutJob } from "./queries.ts";

/** Tracks that wait for an analysis which no job is going to do. */
const LOST = defineScan({
  job: ANALYZE_TRACK,
  async rows(trx, _, after: number | undefined = 0) {
    const lost = await tracksWithoutJob(trx, ANALYZE_TRACK.name, after, PIECE);
    return lost.map(({ id, revision }) => ({ at: id, payload: { track_id: id, revision } }));
  },
  found: "tracks had lost their job and were enqueued again",
});

/** Once an hour and after a start. */
export const ENQUEUE_LOST = defineSearch({
  name: "enqueue-lost",
  after: z.number().int(),
  every_s: 3600,
  failed: "tracks that wait without a job could not be enqueued",
  async search(context, after, further) {
    await scanPiece(context, LOST, after, further);
    return null;
  },
});

/** One piece: the first tracks in status 1 or 4 behind this id. The next one is enqueued in its transaction. */
export const enqueueLostAnalyses = (context: AppContext, after?: number): Promise<void> =>
  ENQUEUE_LOST.run(context, { after });

/** Tracks that another version of the engine has analysed, the newest first. Their results stay in use meanwhile. */
export const OUTDATED_TRACKS = defineScan({
  job: ANALYZE_TRACK,
  async rows(trx, { core }, before: number | undefined) {
    const outdated = await outdatedTracks(trx, core.version, PIECE, before);
    return outdated.map(({ id, revision }) => ({ at: id, payload: { track_id: id, revision } }));
  },
  low_priority: true,
});
