import { z } from "zod";
import type { AppContext } from "../../platform/context.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { FULL_QUEUE_WAIT_S, isFull, lockJobSearch, PIECE } from "../../platform/jobs/open-jobs.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { tracksWithoutJob } from "./queries.ts";

const HOUR_S = 3600;

/**
 * Once an hour and after a start: enqueues the tracks that wait for an analysis which no job is going to do, in pieces of
 * which each enqueues the next in its own transaction.
 */
export const ENQUEUE_LOST = defineJob({
  name: "enqueue-lost",
  payload: z.object({ after: z.number().int().optional() }),
  retries: 3,
  timeout_s: 900,
  parallel: 1,
  every_s: HOUR_S,
  at_start: () => ({}),
  run: (context, { after }) => enqueueLostAnalyses(context, after),
  // The next hour's begins anew.
  onFailed: async ({ log }) => log.error("tracks that wait without a job could not be enqueued", {}),
});

/** One piece: the first tracks in status 1 or 4 behind this id. */
export async function enqueueLostAnalyses({ db, jobs, log }: AppContext, after = 0): Promise<void> {
  const count = await db.transaction().execute(async (trx) => {
    await lockJobSearch(trx);
    if (await isFull(trx, ANALYZE_TRACK.name)) {
      await jobs.enqueue(trx, ENQUEUE_LOST, { after }, { after_s: FULL_QUEUE_WAIT_S });
      return 0;
    }
    const lost = await tracksWithoutJob(trx, ANALYZE_TRACK.name, after, PIECE);
    const payloads = lost.map(({ id, revision }) => ({ track_id: id, revision }));
    await jobs.enqueueAll(trx, ANALYZE_TRACK, payloads);
    if (lost.length === PIECE) await jobs.enqueue(trx, ENQUEUE_LOST, { after: lost.at(-1)!.id });
    return lost.length;
  });
  if (count > 0) log.error("tracks had lost their job and were enqueued again", { count });
}
