import { type SqlBool, sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { hasNoJob } from "../../platform/jobs/queue.ts";
import { RACE_WIND } from "./race-wind.ts";
import { renewRaces } from "./renew.ts";

type Context = Pick<AppContext, "db" | "jobs">;

/** Races that one transaction looks at: the embedded database answers no call meanwhile. *guess*: some 100 ms. */
const PIECE = 200;

/**
 * Renews the races whose job was lost, or whose tracks are not those of their results, such as after the deletion of an
 * account: in pieces, each a transaction.
 */
export async function sweepRaces(context: Context): Promise<void> {
  for (let after = 0, last = await lastOfPiece(context.db, after); last !== null; ) {
    const piece = { after, last };
    await context.db.transaction().execute(async (trx) => renewRaces(context, trx, await racesToRenew(trx, piece)));
    after = last;
    last = await lastOfPiece(context.db, after);
  }
}

/** Id of the last of the next races behind this id; null: there are no more. */
async function lastOfPiece(db: Db, after: number): Promise<number | null> {
  const next = db.selectFrom("races").select("id").where("id", ">", after).orderBy("id").limit(PIECE).as("next");
  const row = await db
    .selectFrom(next)
    .select(({ fn }) => fn.max("id").as("last"))
    .executeTakeFirst();
  return row?.last ?? null;
}

/**
 * Of these races those that wait, or are done with other tracks or results than they have now, and for which no job and no
 * analysis is open.
 */
async function racesToRenew(trx: Db, { after, last }: { after: number; last: number }): Promise<number[]> {
  const present = sql`(select coalesce(jsonb_agg(jsonb_build_object('track_id', tracks.id, 'result_key', tracks.result_key)
      order by tracks.start_time nulls last, tracks.id), '[]')
    from race_tracks join tracks on tracks.id = race_tracks.track_id where race_tracks.race_id = races.id)`;
  const is_analysed = sql<SqlBool>`not exists (select from race_tracks join tracks on tracks.id = race_tracks.track_id
    where race_tracks.race_id = races.id and tracks.processing_status in (1, 4))`;
  const rows = await trx
    .selectFrom("races")
    .select("id")
    .where("id", ">", after)
    .where("id", "<=", last)
    .where(sql<SqlBool>`(processing_status in (1, 4) or (processing_status = 3 and inputs <> ${present}))`)
    .where(is_analysed)
    .where(hasNoJob(RACE_WIND.name, { race_id: "races.id" }))
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
