import { z } from "zod";
import type { AppContext } from "../../platform/context.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { FULL_QUEUE_WAIT_S, isFull, lockJobSearch, PIECE, withoutOpenJob } from "../../platform/jobs/open-jobs.ts";
import { enqueueOutdatedWindFiles } from "../wind/read-wind-file.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { outdatedTracks } from "./queries.ts";

/** A job for another version of the engine is put back for so many seconds, so often: a process of that version takes it. */
const [PUT_BACK_S, PUT_BACK] = [5, 180];

/**
 * After a start, and once more when processes of the former version have ended: enqueues the analysis of every track, and
 * the reading of every wind file, that another version of the engine made, newest first, in pieces of which each enqueues
 * the next in its own transaction. The former results stay in use meanwhile.
 */
export const ENQUEUE_OUTDATED = defineJob({
  name: "enqueue-outdated",
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
    if (before === undefined) await enqueueOutdatedWindFiles(context);
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

function enqueuePiece({ db, jobs, core }: AppContext, before: number | undefined): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockJobSearch(trx);
    const engine = core.version;
    if (await isFull(trx, ANALYZE_TRACK.name))
      return jobs.enqueue(trx, ENQUEUE_OUTDATED, { engine, before }, { after_s: FULL_QUEUE_WAIT_S });
    const outdated = await outdatedTracks(trx, engine, PIECE, before);
    const payloads = outdated.map(({ id, revision }) => ({ track_id: id, revision }));
    const missing = await withoutOpenJob(trx, ANALYZE_TRACK.name, payloads);
    await jobs.enqueueAll(trx, ANALYZE_TRACK, missing, { low_priority: true });
    if (outdated.length < PIECE) return;
    await jobs.enqueue(trx, ENQUEUE_OUTDATED, { engine, before: outdated.at(-1)!.id });
  });
}
