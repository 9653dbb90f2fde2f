import { sql } from "kysely";
import { z } from "zod";
import type { AppContext } from "../app-context.ts";
import type { Db } from "../database/open.ts";
import { outdatedTracks } from "../tracks/queries.ts";
import { ANALYZE_TRACK } from "./analyze-track.ts";
import { defineJob } from "./definition.ts";
import { waitForTurn, withoutOpenJob } from "./open-jobs.ts";
import { enqueueOutdatedWindFiles } from "./read-wind-file.ts";

/** Tracks of one piece. */
const PIECE = 1000;
/** With more open analyses than this the next piece waits: the queue stays quick however many tracks there are. *guess* */
const MAX_OPEN = 10_000;
const WAIT_S = 60;

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
    if ((await countOpen(trx)) > MAX_OPEN) return jobs.enqueue(trx, ENQUEUE_OUTDATED, again, { after_s: WAIT_S });
    const outdated = await outdatedTracks(trx, core.version, PIECE, before);
    const payloads = outdated.map(({ id, revision }) => ({ track_id: id, revision }));
    for (const payload of await withoutOpenJob(trx, ANALYZE_TRACK.name, payloads)) {
      await jobs.enqueue(trx, ANALYZE_TRACK, payload, { low_priority: true });
    }
    if (outdated.length < PIECE) return;
    await jobs.enqueue(trx, ENQUEUE_OUTDATED, { before: outdated.at(-1)!.id });
  });
}

async function countOpen(trx: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job
    where name = ${ANALYZE_TRACK.name} and state in ('created', 'retry', 'active')`.execute(trx);
  return rows[0]!.count;
}
