import { type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";

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

/** What a person decided about a race, also of tracks that have left it. */
const ofPerson = (race_id: number, user_id: number) =>
  sql<SqlBool>`race_consents.race_id = ${race_id} and race_consents.user_id = ${user_id}`;

const decisionsOf = (trx: Db, race_id: number, user_id: number) =>
  trx
    .selectFrom("race_consents")
    .selectAll()
    .where(ofPerson(race_id, user_id))
    .orderBy(sql`asked_at nulls first`)
    .execute();

export type Asked = "asked" | "already_asked" | "asked_before" | "nothing_to_ask" | "refused";

/**
 * Asks the owner about those PRIVATE tracks that no answer is known of. A race asks a person once: a question that is open is
 * also about tracks that came later, and one that was taken back or refused is not repeated, whatever the tracks are now.
 */
export async function askOwner(trx: Db, race_id: number, user_id: number, asked_by: number): Promise<Asked> {
  const track_ids = await privateTracks(trx, race_id, user_id);
  const known = await decisionsOf(trx, race_id, user_id);
  const has = (wanted: (typeof known)[number]["consent"]) => known.some(({ consent }) => consent === wanted);
  const agreed = new Set(known.filter(({ consent }) => consent === "agreed").map(({ track_id }) => track_id));
  const open = track_ids.filter((id) => !agreed.has(id));
  if (open.length === 0) return "nothing_to_ask";
  if (has("refused")) return "refused";
  if (has("taken_back")) return "asked_before";
  await trx
    .insertInto("race_consents")
    .values(
      open.map((track_id) => {
        const question = { consent: "asked", asked_by, asked_at: sql<Date>`now()`, answered_at: null } as const;
        return { race_id, track_id, user_id, ...question };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return has("asked") ? "already_asked" : "asked";
}

/** Takes an open question back, of this asker or, without one, of all; does nothing when it was answered meanwhile. */
export async function takeBack(db: Db, race_id: number, user_id: number, asked_by?: number): Promise<void> {
  await db
    .updateTable("race_consents")
    .set({ consent: "taken_back", asked_by: null })
    .where(ofPerson(race_id, user_id))
    .where("consent", "=", "asked")
    .$if(asked_by !== undefined, (query) => query.where("asked_by", "=", asked_by!))
    .execute();
}

/**
 * Stores what an owner has decided: a consent for the PRIVATE tracks that are in the race now, a refusal for all. `null` takes
 * an answer back. False when the owner has no PRIVATE track in the race.
 */
export async function decide(trx: Db, race_id: number, user_id: number, allow: boolean | null): Promise<boolean> {
  const track_ids = await privateTracks(trx, race_id, user_id);
  if (track_ids.length === 0) return false;
  if (allow === null) {
    await takeAnswerBack(trx, race_id, user_id);
    return true;
  }
  const { asked_by = null, asked_at = null } = (await decisionsOf(trx, race_id, user_id)).at(-1) ?? {};
  const consent = allow ? "agreed" : "refused";
  const values = { consent, asked_by, asked_at, answered_at: sql<Date>`now()` } as const;
  await trx
    .deleteFrom("race_consents")
    .where(ofPerson(race_id, user_id))
    .where(sql<SqlBool>`(track_id is null or track_id <> all (${track_ids}::integer[]))`)
    .execute();
  await trx
    .insertInto("race_consents")
    .values(track_ids.map((track_id) => ({ race_id, track_id, user_id, ...values })))
    .onConflict((conflict) => conflict.columns(["race_id", "track_id"]).doUpdateSet({ ...values, user_id }))
    .execute();
  return true;
}

/** A question that somebody has asked, and not taken back, is open again; without one nothing is decided. */
async function takeAnswerBack(trx: Db, race_id: number, user_id: number): Promise<void> {
  await trx.deleteFrom("race_consents").where(ofPerson(race_id, user_id)).where("asked_at", "is", null).execute();
  await trx
    .updateTable("race_consents")
    .set({
      consent: sql<"asked" | "taken_back">`case when asked_by is null then 'taken_back' else 'asked' end`,
      answered_at: null,
    })
    .where(ofPerson(race_id, user_id))
    .where("consent", "in", ["agreed", "refused"])
    .execute();
}

/** Who makes a link agrees to be in it, where nothing else was decided. */
export async function agreeAsMaker(trx: Db, race_id: number, user_id: number): Promise<void> {
  const track_ids = await privateTracks(trx, race_id, user_id);
  const hasRefused = (await decisionsOf(trx, race_id, user_id)).some(({ consent }) => consent === "refused");
  if (track_ids.length === 0 || hasRefused) return;
  const values = { consent: "agreed", asked_by: null, asked_at: null, answered_at: sql<Date>`now()` } as const;
  await trx
    .insertInto("race_consents")
    .values(track_ids.map((track_id) => ({ race_id, track_id, user_id, ...values })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type ConsentRow = Awaited<ReturnType<typeof consentsOf>>[number];

/** The consents of an owner with race and asker, the latest question first; of PRIVATE tracks that are in the race alone. */
export function consentsOf(db: Db, user_id: number, race_id?: number) {
  return db
    .selectFrom("race_consents")
    .innerJoin("tracks", "tracks.id", "race_consents.track_id")
    .innerJoin("races", "races.id", "race_consents.race_id")
    .innerJoin("race_tracks", (join) =>
      join
        .onRef("race_tracks.race_id", "=", "race_consents.race_id")
        .onRef("race_tracks.track_id", "=", "race_consents.track_id"),
    )
    .leftJoin("users as asker", "asker.id", "race_consents.asked_by")
    .select(["race_consents.consent", "race_consents.asked_by", "race_consents.asked_at", "race_consents.answered_at"])
    .select(["race_tracks.race_id", "race_tracks.track_id"])
    .select(["races.name", "tracks.boat_name", "tracks.start_time", "tracks.end_time", "tracks.tz"])
    .select(["asker.first_name", "asker.last_name", "asker.image"])
    .where("race_consents.user_id", "=", user_id)
    .where("tracks.permissions", "=", "PRIVATE")
    .where("race_consents.consent", "<>", "taken_back")
    .$if(race_id !== undefined, (query) => query.where("race_consents.race_id", "=", race_id!))
    .orderBy(sql`greatest(race_consents.asked_at, race_consents.answered_at) desc`)
    .orderBy("race_consents.race_id", "desc")
    .orderBy("tracks.start_time")
    .limit(LIMITS.consents_listed)
    .execute();
}
