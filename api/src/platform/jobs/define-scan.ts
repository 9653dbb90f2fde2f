import { z } from "zod";
import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import { defineJob, type JobDefinition } from "./definition.ts";
import { isFull, lockJobSearch, withoutOpenJob } from "./queue.ts";

/** Rows of one transaction that looks for work: the embedded database answers no call meanwhile. *guess*: some 50 ms. */
export const PIECE = 1000;
/** Seconds until rows are looked for again where a queue has enough to do. */
export const FULL_QUEUE_WAIT_S = 60;

/** Where a search goes on, and after how long. */
export interface Rest<After> {
  after: After | undefined;
  after_s: number;
}

/** The rest behind `last`; none at the end. */
export const restBehind = <After>(last: After | null): Rest<After> | null =>
  last === null ? null : { after: last, after_s: 0 };

/** A search for what waits without a job: rows in an order, a piece a transaction, and the jobs that do the work. */
interface Scan<Payload extends object, After> {
  job: JobDefinition<Payload>;
  /** The first {@link PIECE} rows behind `after`, with where each stands in the order. */
  rows(trx: Db, context: AppContext, after: After | undefined): Promise<{ at: After; payload: Payload }[]>;
  /** After everything that users wait for; and only those for which no job is open, which `rows` does not know. */
  low_priority?: boolean;
  /** Said with the count where any were found: that they had lost their job is a fault. */
  found?: string;
}

/**
 * One piece of a search: enqueues the jobs of the next rows, in a transaction. `further` enqueues the next piece in the same
 * one. Answers where it stands; null at the end.
 */
export async function scanPiece<Payload extends object, After>(
  context: AppContext,
  { job, rows, low_priority = false, found }: Scan<Payload, After>,
  after: After | undefined,
  further: (trx: Db, rest: Rest<After>) => Promise<void> = async () => {},
): Promise<After | null> {
  const { db, jobs, log } = context;
  const { count, last } = await db.transaction().execute(async (trx) => {
    await lockJobSearch(trx);
    if (await isFull(trx, job.name)) {
      await further(trx, { after, after_s: FULL_QUEUE_WAIT_S });
      return { count: 0, last: null };
    }
    const piece = await rows(trx, context, after);
    const payloads = piece.map(({ payload }) => payload);
    const missing = low_priority ? await withoutOpenJob(trx, job.name, payloads) : payloads;
    await jobs.enqueueAll(trx, job, missing, { low_priority });
    const rest = piece.length < PIECE ? null : piece.at(-1)!.at;
    if (rest !== null) await further(trx, { after: rest, after_s: 0 });
    return { count: missing.length, last: rest };
  });
  if (found && count > 0) log.error(found, { count });
  return last;
}

/** All pieces of a search, one after the other. */
export async function scanAll<Payload extends object, After>(
  context: AppContext,
  scan: Scan<Payload, After>,
): Promise<void> {
  for (let after: After | null | undefined; after !== null; ) after = await scanPiece(context, scan, after);
}

/** A search with this type of its place in the order. */
export const defineScan = <Payload extends object, After>(scan: Scan<Payload, After>) => scan;

/**
 * A search of everything, in order, once in each period and after a start, in jobs of a minute of which each enqueues the
 * next. `search` answers where it goes on, null at the end, or has enqueued the next job itself. One that failed begins anew
 * in the next period, with `failed` in the log.
 */
export function defineSearch<After>(search: {
  name: string;
  after: z.ZodType<After>;
  every_s: number;
  failed: string;
  search(
    context: AppContext,
    after: After | undefined,
    further: (trx: Db, rest: Rest<After>) => Promise<void>,
  ): Promise<Rest<After> | null>;
}): JobDefinition<{ after?: After | undefined }> {
  const job = defineJob<{ after?: After | undefined }>({
    name: search.name,
    is_search: true,
    payload: z.object({ after: search.after.optional() }),
    retries: 3,
    timeout_s: 900,
    parallel: 1,
    every_s: search.every_s,
    at_start: () => ({}),
    async run(context, { after }) {
      const further = (trx: Db, rest: Rest<After>) =>
        context.jobs.enqueue(trx, job, { after: rest.after }, { after_s: rest.after_s });
      const rest = await search.search(context, after, further);
      if (rest) await further(context.db, rest);
    },
    onFailed: async ({ log }) => log.error(search.failed, {}),
  });
  return job;
}
