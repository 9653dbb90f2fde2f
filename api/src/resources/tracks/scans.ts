import { z } from "zod";
import type { AppContext } from "../../platform/context.ts";
import { defineScan, defineSearch, PIECE, scanPiece } from "../../platform/jobs/define-scan.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
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
const OUTDATED_TRACKS = defineScan({
  job: ANALYZE_TRACK,
  async rows(trx, { core }, before: number | undefined) {
    const outdated = await outdatedTracks(trx, core.version, PIECE, before);
    return outdated.map(({ id, revision }) => ({ at: id, payload: { track_id: id, revision } }));
  },
  low_priority: true,
});

/** A job for another version of the engine is put back for so many seconds, so often: a process of that version takes it. */
const [PUT_BACK_S, PUT_BACK] = [5, 180];

/**
 * After a start, and once more when processes of the former version have ended: enqueues what another version of the engine
 * made, of tracks in pieces of which each enqueues the next in its own transaction.
 */
export const ENQUEUE_OUTDATED = defineJob({
  name: "enqueue-outdated",
  is_search: true,
  payload: z.object({
    engine: z.string().optional(),
    put_back: z.number().int().optional(),
    before: z.number().int().optional(),
  }),
  retries: 10,
  timeout_s: 900,
  parallel: 1,
  at_start: ({ core }) => ({ engine: core.version }),
  async run(context, { engine = context.core.version, put_back = 0, before }) {
    if (engine !== context.core.version) return putBack(context, { engine, put_back: put_back + 1, before });
    if (before === undefined) for (const { remakeOutdated } of context.resources) await remakeOutdated?.(context);
    await enqueuePiece(context, before);
  },
  // Every start begins anew.
  onFailed: async ({ log }) => log.error("outdated tracks could not be enqueued", {}),
});

/** The first piece. */
export const enqueueOutdated = (context: AppContext): Promise<void> => enqueuePiece(context, undefined);

/** Where no process of that version takes it, the next one to start enqueues it anew. */
async function putBack({ db, jobs }: AppContext, payload: { engine: string; put_back: number; before?: number }) {
  if (payload.put_back > PUT_BACK) return;
  await jobs.enqueue(db, ENQUEUE_OUTDATED, payload, { after_s: PUT_BACK_S });
}

async function enqueuePiece(context: AppContext, before: number | undefined): Promise<void> {
  const { jobs, core } = context;
  await scanPiece(context, OUTDATED_TRACKS, before, (trx, { after, after_s }) =>
    jobs.enqueue(trx, ENQUEUE_OUTDATED, { engine: core.version, before: after }, { after_s }),
  );
}
