import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { reuseWaitingJob } from "../../platform/jobs/queue.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { afterChange } from "./follow.ts";
import { type Revised, reviseTrack } from "./queries.ts";

/**
 * Begins the next revision of a track with these changes of what its analysis depends on, and has it analysed. A track has
 * one analysis that waits, however often it is changed: that one takes the newest revision.
 */
export async function requestAnalysis(
  context: AppContext,
  trx: Db,
  track_id: number,
  changes: Revised = {},
): Promise<void> {
  // The row of the track is locked from here on: two changes look for the job one after the other.
  const payload = { track_id, revision: await reviseTrack(trx, track_id, changes) };
  await afterChange(context, trx, { kind: "revised", ids: [track_id] });
  if (await reuseWaitingJob(trx, ANALYZE_TRACK.name, "track_id", payload)) return;
  await context.jobs.enqueue(trx, ANALYZE_TRACK, payload);
}
