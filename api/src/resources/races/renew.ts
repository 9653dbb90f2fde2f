import { type SqlBool, sql } from "kysely";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { hasNoJob } from "../../platform/jobs/queue.ts";
import type { Follows, TracksChange } from "../tracks/follow.ts";
import { RACE_WIND } from "./race-wind.ts";

type Context = Pick<AppContext, "jobs">;

/**
 * Races that a track is in; neither it nor they are changed by others before the transaction ends. The track is locked
 * first, as everywhere, so that no two transactions wait for each other.
 */
async function lockRacesOfTrack(trx: Db, track_id: number): Promise<number[]> {
  await trx.selectFrom("tracks").select("id").where("id", "=", track_id).forUpdate().execute();
  const { rows } = await sql<{ id: number }>`
    select id from races where id in (select race_id from race_tracks where track_id = ${track_id}::integer)
    order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A track of these races has other results, or is gone, or their tracks were chosen anew: their wind is estimated again. */
export async function renewRaces(
  { jobs }: Context,
  trx: Db,
  ids: readonly number[],
  every_s: number | null = null,
): Promise<void> {
  for (const id of ids) {
    const at_most = every_s === null ? {} : { at_most: { key: `race ${id}`, every_s } };
    const { revision } = await trx
      .updateTable("races")
      .set((eb) => ({
        revision: eb("revision", "+", 1),
        processing_status: eb.case().when("result_key", "is", null).then(1).else(4).end(),
        error: null,
      }))
      .where("id", "=", id)
      .returning("revision")
      .executeTakeFirstOrThrow();
    await jobs.enqueue(trx, RACE_WIND, { race_id: id, revision }, at_most);
  }
}

/** Boats that come ashore together upload one after the other: the wind of their race is estimated once in this time. *guess* */
const TRACKS_PERIOD_S = 10;

/** The same for the races of a track whose analysis has ended. */
export async function renewRacesOfTrack(context: Context, trx: Db, track_id: number): Promise<void> {
  await renewRaces(context, trx, await lockRacesOfTrack(trx, track_id), TRACKS_PERIOD_S);
}

/** A track is analysed again: the wind of its races is being updated (status 4), until its results are stored. */
async function markRacesUpdating(trx: Db, track_ids: readonly number[]): Promise<void> {
  await trx
    .updateTable("races")
    .set((eb) => ({
      processing_status: eb.case().when("result_key", "is", null).then(1).else(4).end(),
      error: null,
    }))
    .where("id", "in", (eb) => eb.selectFrom("race_tracks").select("race_id").where("track_id", "in", track_ids))
    .execute();
}

/** What follows for races from a change of tracks that are in them. */
export async function followTracks(
  context: AppContext,
  trx: Db,
  { kind, ids, heirs = [] }: TracksChange,
): Promise<Follows> {
  if (kind === "revised") return { after: () => markRacesUpdating(trx, ids) };
  if (kind === "removed") {
    const races = new Set<number>();
    for (const id of [...heirs, ...ids]) for (const race of await lockRacesOfTrack(trx, id)) races.add(race);
    const inOrder = [...races].sort((a, b) => a - b);
    return { after: () => renewRaces(context, trx, inOrder) };
  }
  return {
    async after() {
      for (const id of ids) await renewRacesOfTrack(context, trx, id);
    },
  };
}

/** Races that one transaction looks at: the embedded database answers no call meanwhile. *guess*: some 100 ms. */
const PIECE = 200;

/**
 * Renews the races whose job was lost, or whose tracks are not those of their results, such as after the deletion of an
 * account: in pieces, each a transaction.
 */
export async function sweepRaces(context: AppContext): Promise<void> {
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
