import { z } from "zod";
import type { AppContext } from "../../platform/context.ts";
import { scanPiece } from "../../platform/jobs/define-scan.ts";
import { defineJob } from "../../platform/jobs/definition.ts";
import { OUTDATED_TRACKS } from "./enqueue-lost.ts";

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
