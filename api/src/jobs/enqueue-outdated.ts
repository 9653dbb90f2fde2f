import { z } from "zod";
import type { AppContext } from "../app-context.ts";
import { outdatedTracks } from "../tracks/queries.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { defineJob } from "./definition.ts";
import { FULL_QUEUE_WAIT_S, isFull, PIECE, waitForTurn, withoutOpenJob } from "./open-jobs.ts";
import { enqueueOutdatedWindFiles } from "./read-wind-file.ts";

/**
 * Enqueues the analysis of every track, and the reading of every wind file, that another version of the engine made:
 * newest first, in pieces of which each enqueues the next in its own transaction. The former results stay in use meanwhile.
 */
export const ENQUEUE_OUTDATED = defineJob({
  name: "enqueue-outdated",
  payload: z.object({ before: z.number().int().optional() }),
  retries: 10,
  timeout_s: 900,
  parallel: 1,
  at_start: true,
  async run(context, { before }) {
    if (before === undefined) await enqueueOutdatedWindFiles(context);
    await enqueuePiece(context, before);
  },
  // Every start begins anew.
  onFailed: async ({ log }) => log.error("outdated tracks could not be enqueued", {}),
});

/** The first piece. */
export const enqueueOutdated = (context: AppContext): Promise<void> => enqueuePiece(context, undefined);

function enqueuePiece({ db, jobs, core }: AppContext, before: number | undefined): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await waitForTurn(trx);
    const again = before === undefined ? {} : { before };
    if (await isFull(trx, ANALYZE_TRACK.name))
      return jobs.enqueue(trx, ENQUEUE_OUTDATED, again, { after_s: FULL_QUEUE_WAIT_S });
    const outdated = await outdatedTracks(trx, core.version, PIECE, before);
    const payloads = outdated.map(({ id, revision }) => ({ track_id: id, revision }));
    const missing = await withoutOpenJob(trx, ANALYZE_TRACK.name, payloads);
    await jobs.enqueueAll(trx, ANALYZE_TRACK, missing, { low_priority: true });
    if (outdated.length < PIECE) return;
    await jobs.enqueue(trx, ENQUEUE_OUTDATED, { before: outdated.at(-1)!.id });
  });
}
