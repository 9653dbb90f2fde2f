import { z } from "zod";
import type { AppContext } from "../context.ts";
import { defineJob, type JobDefinition } from "./definition.ts";

/** Where a search goes on, and after how long. */
export interface Rest<After> {
  after: After | undefined;
  after_s: number;
}

/**
 * A search of everything, in order, once in each period and after a start, in jobs of a minute of which each enqueues the
 * next. `search` answers where it goes on, null at the end. One that failed begins anew in the next period, with `failed` in
 * the log.
 */
export function defineSearch<After>(search: {
  name: string;
  after: z.ZodType<After>;
  every_s: number;
  failed: string;
  search(context: AppContext, after: After | undefined): Promise<Rest<After> | null>;
}): JobDefinition<{ after?: After | undefined }> {
  const job = defineJob<{ after?: After | undefined }>({
    name: search.name,
    payload: z.object({ after: search.after.optional() }),
    retries: 3,
    timeout_s: 900,
    parallel: 1,
    every_s: search.every_s,
    at_start: () => ({}),
    async run(context, { after }) {
      const rest = await search.search(context, after);
      if (rest) await context.jobs.enqueue(context.db, job, { after: rest.after }, { after_s: rest.after_s });
    },
    onFailed: async ({ log }) => log.error(search.failed, {}),
  });
  return job;
}

/** The rest behind `last`; none at the end. */
export const restBehind = <After>(last: After | null): Rest<After> | null =>
  last === null ? null : { after: last, after_s: 0 };
