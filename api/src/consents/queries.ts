import { type SqlBool, sql } from "kysely";
import type { Db } from "../database/open.ts";
import { LIMITS } from "../limits.ts";

const DAY = sql`interval '1 day'`;

/** The PRIVATE tracks of a user in a race, locked against a change of the race's tracks. */
async function privateTracks(trx: Db, race_id: number, user_id: number): Promise<number[]> {
  const rows = await trx
    .selectFrom("race_tracks")
    .innerJoin("tracks", "tracks.id", "race_tracks.track_id")
    .select("race_tracks.track_id")
    .where("race_tracks.race_id", "=", race_id)
    .where("tracks.user_id", "=", user_id)
    .where("tracks.permissions", "=", "PRIVATE")
    .orderBy("race_tracks.track_id")
    .forShare()
    .execute();
  return rows.map(({ track_id }) => track_id);
}

/** Consents of these tracks of one owner. */
const ofOwner = (race_id: number, user_id: number) =>
  sql<SqlBool>`race_id = ${race_id} and track_id in (select id from tracks where user_id = ${user_id})`;

export type Asked = "asked" | "asked_without_mail" | "nothing_to_ask" | "refused";

/** Asks the owner about those PRIVATE tracks that no answer is known of. */
export async function askOwner(trx: Db, race_id: number, user_id: number, asked_by: number): Promise<Asked> {
  const track_ids = await privateTracks(trx, race_id, user_id);
  if (track_ids.length === 0) return "nothing_to_ask";
  const known = await trx.selectFrom("race_consents").selectAll().where(ofOwner(race_id, user_id)).execute();
  // An answer holds for all tracks of the owner in the race: who said no is not asked through another track.
  if (known.some(({ consent }) => consent === "refused")) return "refused";
  const agreed = new Set(known.filter(({ consent }) => consent === "agreed").map(({ track_id }) => track_id));
  const open = track_ids.filter((id) => !agreed.has(id));
  if (open.length === 0) return "nothing_to_ask";
  const { rows: recent } = await sql`select from race_consents
    where ${ofOwner(race_id, user_id)} and asked_at > now() - ${DAY}`.execute(trx);
  const values = { consent: "asked", asked_by, answered_at: null } as const;
  await trx
    .insertInto("race_consents")
    .values(open.map((track_id) => ({ race_id, track_id, ...values, asked_at: sql<Date>`now()` })))
    .onConflict((conflict) =>
      conflict.columns(["race_id", "track_id"]).doUpdateSet({
        ...values,
        // The first question of a day is the one whose mail was sent.
        asked_at: sql`case when race_consents.asked_at > now() - ${DAY} then race_consents.asked_at else now() end`,
      }),
    )
    .execute();
  return recent.length > 0 ? "asked_without_mail" : "asked";
}

/** Takes an open question back; does nothing when it was answered meanwhile. */
export async function takeBack(db: Db, race_id: number, user_id: number): Promise<void> {
  await db
    .updateTable("race_consents")
    .set({ consent: "taken_back" })
    .where(ofOwner(race_id, user_id))
    .where("consent", "=", "asked")
    .execute();
}

/** Stores what an owner has decided; `null` opens the question again. False when the owner has no PRIVATE track in the race. */
export async function decide(trx: Db, race_id: number, user_id: number, allow: boolean | null): Promise<boolean> {
  const track_ids = await privateTracks(trx, race_id, user_id);
  if (track_ids.length === 0) return false;
  if (allow === null) {
    await trx.deleteFrom("race_consents").where(ofOwner(race_id, user_id)).where("asked_at", "is", null).execute();
    await trx
      .updateTable("race_consents")
      .set({ consent: "asked", answered_at: null })
      .where(ofOwner(race_id, user_id))
      .execute();
    return true;
  }
  const values = { consent: allow ? "agreed" : "refused", answered_at: sql<Date>`now()` } as const;
  await trx
    .insertInto("race_consents")
    .values(track_ids.map((track_id) => ({ race_id, track_id, ...values, asked_by: null, asked_at: null })))
    .onConflict((conflict) => conflict.columns(["race_id", "track_id"]).doUpdateSet(values))
    .execute();
  return true;
}

/** Who makes a link agrees to be in it, where nothing else was decided. */
export async function agreeAsMaker(trx: Db, race_id: number, user_id: number): Promise<void> {
  const track_ids = await privateTracks(trx, race_id, user_id);
  if (track_ids.length === 0) return;
  const values = { consent: "agreed", asked_by: null, asked_at: null, answered_at: sql<Date>`now()` } as const;
  await trx
    .insertInto("race_consents")
    .values(track_ids.map((track_id) => ({ race_id, track_id, ...values })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type ConsentRow = Awaited<ReturnType<typeof consentsOf>>[number];

/** The consents of an owner with race and asker, the latest question first; of PRIVATE tracks alone. */
export function consentsOf(db: Db, user_id: number, race_id?: number) {
  return db
    .selectFrom("race_consents")
    .innerJoin("tracks", "tracks.id", "race_consents.track_id")
    .innerJoin("races", "races.id", "race_consents.race_id")
    .leftJoin("users as asker", "asker.id", "race_consents.asked_by")
    .selectAll("race_consents")
    .select(["races.name", "tracks.boat_name", "tracks.start_time", "tracks.end_time", "tracks.tz"])
    .select(["asker.first_name", "asker.last_name", "asker.image"])
    .where("tracks.user_id", "=", user_id)
    .where("tracks.permissions", "=", "PRIVATE")
    .where("race_consents.consent", "<>", "taken_back")
    .$if(race_id !== undefined, (query) => query.where("race_consents.race_id", "=", race_id!))
    .orderBy(sql`greatest(race_consents.asked_at, race_consents.answered_at) desc`)
    .orderBy("race_consents.race_id", "desc")
    .orderBy("tracks.start_time")
    .limit(LIMITS.consents_listed)
    .execute();
}
