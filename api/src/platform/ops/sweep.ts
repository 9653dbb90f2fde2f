import { z } from "zod";
import { sweepExpired } from "../auth/sweep.ts";
import type { AppContext } from "../context.ts";
import { sweepFiles } from "../files/folders.ts";
import { sweepResults, sweepRetiredResults } from "../files/results.ts";
import { defineJob } from "../jobs/definition.ts";

const HOUR_S = 3600;

/** Once an hour and after a start: deletes what has expired, and what every resource has to be looked through for. */
export const SWEEP = defineJob({
  name: "sweep",
  is_search: true,
  payload: z.object({}),
  retries: 0,
  timeout_s: 900,
  parallel: 1,
  every_s: HOUR_S,
  at_start: () => ({}),
  run: (context) => sweep(context, incomingAge(context)),
  // The next hour's sweep does the same work.
  onFailed: async ({ log }) => log.error("the sweep failed", {}),
});

/** `incoming_age_s`: a file that has been arriving for less time may still be an upload in progress. */
export async function sweep(context: AppContext, incoming_age_s = HOUR_S): Promise<void> {
  await sweepExpired(context.db);
  for (const { sweep: ofResource } of context.resources) await ofResource?.(context);
  await sweepRetiredResults(context);
  await sweepFiles(context, incoming_age_s * 1000);
  // A job may be writing the first results of a row that is new.
  await sweepResults(context, HOUR_S * 1000);
}

/** One process has the embedded database: what arrived before its start arrives no more. */
function incomingAge({ config }: AppContext): number {
  const is_alone = !config.database_url && !config.s3;
  return is_alone ? Math.min(HOUR_S, (Date.now() - performance.timeOrigin) / 1000) : HOUR_S;
}
