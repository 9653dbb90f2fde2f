import { debriefTrackOf } from "@leebow/core/node";
import { sql } from "kysely";
import { z } from "zod";
import { findTrack } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { defineSearch, restBehind } from "../../platform/jobs/define-scan.ts";
import { sessionFactsOf, storeFacts } from "./facts.ts";
import { lockTrack } from "./queries.ts";
import { readColumns, readReport } from "./results.ts";

type Context = Pick<AppContext, "db" | "storage" | "core" | "log">;

const HOUR_S = 3600;
/** Tracks that one query looks at: 15 ms of the embedded database, measured. */
const PIECE = 5000;
/** A job ends after this and enqueues the next one: far below its time limit. */
const BUDGET_MS = 60_000;

/**
 * Once an hour and after a start: stores the facts of every track that was analysed before they or all parts of them were
 * stored, from its result files; in the order of the tracks' ids.
 */
export const STORE_MISSING_FACTS = defineSearch({
  name: "store-missing-facts",
  after: z.number().int(),
  every_s: HOUR_S,
  failed: "facts that are missing could not be stored",
  search: async (context, after) => restBehind(await storeMissingFacts(context, after)),
});

/** Of the tracks behind this id. Answers the id it has come to in its time; null: all are done. */
export async function storeMissingFacts(
  context: Context,
  after = 0,
  budget_ms: number = BUDGET_MS,
): Promise<number | null> {
  const end = Date.now() + budget_ms;
  for (let from = after; ; ) {
    const { last, ids } = await tracksWithoutFacts(context.db, from);
    for (const id of ids) {
      await storeFactsOf(context, id).catch((error: unknown) =>
        context.log.error("the facts of a track could not be stored", { track_id: id, error }),
      );
      if (Date.now() >= end) return id;
    }
    if (last === null) return null;
    from = last;
  }
}

/** Of the next tracks behind this id those without facts, and the last one; null: there are no more. */
export async function tracksWithoutFacts(db: Db, after: number): Promise<{ last: number | null; ids: number[] }> {
  const { rows } = await sql<{ last: number | null; ids: number[] }>`
    select max(id) as last, coalesce(jsonb_agg(id order by id) filter (where is_missing), '[]') as ids from (
      select tracks.id, tracks.result_key is not null and
          (facts.result_key is distinct from tracks.result_key or facts.records is null or facts.session is null
            or facts.polar is null or facts.losses is null) as is_missing
        from tracks left join track_facts as facts on facts.track_id = tracks.id
        where tracks.id > ${after}::integer order by tracks.id limit ${PIECE}::integer
    ) as looked_at`.execute(db);
  return rows[0]!;
}

/** Stores the facts of a track's present results, from their files. */
export async function storeFactsOf({ db, storage, core }: Omit<Context, "log">, track_id: number): Promise<void> {
  const track = await findTrack(db, track_id);
  if (!track?.result_key || !track.local_date) return;
  const { result_key, local_date } = track;
  const report = await readReport({ storage }, track);
  const facts = await sessionFactsOf({ core }, debriefTrackOf(report, await readColumns({ storage }, track)));
  await db.transaction().execute(async (trx) => {
    const locked = await lockTrack(trx, track.id, track.revision);
    // Later results bring their own facts.
    if (locked?.result_key === result_key) await storeFacts(trx, { ...track, result_key, local_date }, report, facts);
  });
}
