import { type ExpressionBuilder, type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import { type RaceRow, racesWithCoach } from "../../access/race.ts";
import { anyOf, listed, visibleTo } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Database } from "../../platform/db/schema.ts";
import { likePattern, searchWords } from "../../platform/db/search.ts";
import { deleteFiles } from "../../platform/files/files-of-rows.ts";
import { isBeside, orderFrom, type TimeCursor } from "../../platform/http/page.ts";
import { isAdministrator, type Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { TrackMode } from "../tracks/schema.ts";
import { renewRaces } from "./renew.ts";
import { resultsOfRace } from "./results.ts";
import type { RacesTable } from "./tables.ts";

/**
 * Races on one side of the cursor, nearest to it first: a page, and one row more when there are more. Those the viewer made,
 * and those that count (`countsFor`) for a track that is in his list of this mode; none without a track. Their order is that
 * of the starts they show him: that of the tracks he does not view would tell when these were sailed.
 */
export async function listRaces(
  db: Db,
  viewer: Viewer,
  { mode, search }: { mode: TrackMode; search?: string | undefined },
  cursor: TimeCursor | null,
): Promise<RaceRow[]> {
  const order = orderFrom(cursor);
  let found = racesWithCoach(db)
    .select(shownTime(viewer))
    .where(({ exists, eb, selectFrom }) => {
      if (mode === "all" && isAdministrator(viewer)) {
        return exists(selectFrom("race_tracks").select("race_id").whereRef("race_id", "=", "races.id"));
      }
      // Of the few tracks of the list: among all races the next one could be anywhere.
      const of_listed = selectFrom("tracks")
        .innerJoin("race_tracks", "race_tracks.track_id", "tracks.id")
        .innerJoin("races as of_track", "of_track.id", "race_tracks.race_id")
        .select("race_tracks.race_id")
        .where(listed(viewer, mode))
        .where(countsFor("of_track"));
      const own = selectFrom("races as own")
        .innerJoin("race_tracks", "race_tracks.race_id", "own.id")
        .select("own.id as race_id")
        .where("own.user_id", "=", viewer.id);
      return eb("races.id", "=", anyOf(of_listed.union(own)));
    });
  for (const word of searchWords(search)) found = found.where(holds(word, viewer));
  let query = db.selectFrom(found.as("found")).selectAll();
  if (cursor) query = query.where(isBeside(cursor, sql`shown_time`, sql`id`));
  const rows = await query
    .orderBy("shown_time", order)
    .orderBy("id", order)
    .limit(LIMITS.page_size + 1)
    .execute();
  return rows.map(({ shown_time, ...race }) => ({ ...race, sort_time: shown_time }));
}

/** When a race began, as it shows this viewer, or was made: start of the first of its tracks that he views (`shownPlace`). */
function shownTime(viewer: Viewer) {
  return ({ ref, selectFrom }: ExpressionBuilder<Database, "races">) => {
    if (isAdministrator(viewer)) return ref("races.sort_time").as("shown_time");
    const first = selectFrom("race_tracks")
      .innerJoin("tracks", "tracks.id", "race_tracks.track_id")
      .select(({ fn }) => fn.min("tracks.start_time").as("start_time"))
      .whereRef("race_tracks.race_id", "=", "races.id")
      .where(visibleTo(viewer));
    return sql<Date>`coalesce(${first}, races.created_at)`.as("shown_time");
  };
}

/**
 * The word, which has no space, occurs, in any case, in the name of the race or its coach, or in the place or the sailor of a
 * track that it shows this viewer.
 */
function holds(word: string, viewer: Viewer) {
  const pattern = likePattern(word);
  const own = sql`concat_ws(' ', races.name, users.first_name, users.last_name) ilike ${pattern}`;
  return ({ exists, selectFrom, or }: ExpressionBuilder<Database, "races">) =>
    or([
      sql<SqlBool>`${own}`,
      exists(
        selectFrom("tracks")
          .innerJoin("race_tracks", "race_tracks.track_id", "tracks.id")
          .innerJoin("users as sailor", "sailor.id", "tracks.user_id")
          .select("tracks.id")
          .whereRef("race_tracks.race_id", "=", "races.id")
          .where(visibleTo(viewer))
          .where(sql<SqlBool>`concat_ws(' ', tracks.location, sailor.first_name, sailor.last_name) ilike ${pattern}`),
      ),
    ]);
}

/**
 * Whether a race counts for a track that is in it, as a condition on rows of `tracks` and of races under this name: it was
 * made by the track's owner or by a member of a team that he has agreed to be in. Anybody may make races of PUBLIC tracks:
 * such a race is in no list of the owner's, and his debriefs do not compare with it.
 */
export const countsFor = (race: string) =>
  sql<SqlBool>`(${sql.ref(`${race}.user_id`)} = tracks.user_id or exists (
    select from active_members as owner join active_members as maker on maker.team_id = owner.team_id
    where owner.user_id = tracks.user_id and owner.accepted and maker.user_id = ${sql.ref(`${race}.user_id`)}))`;

/** 'Race ' and the latest id plus one. */
const nextName = sql<string>`'Race ' || (select coalesce(max(id), 0) + 1 from races)`;

export async function nextRaceName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select ${nextName} as name`.execute(db);
  return rows[0]!.name;
}

/** Inserts a race; without a name it gets the next one. */
export async function insertRace(trx: Db, user_id: number, name: string | undefined): Promise<number> {
  const values: Insertable<RacesTable> = { user_id, name: "" };
  const row = await trx
    .insertInto("races")
    .values({ ...values, name: name || nextName })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function countRaces(db: Db, user_id: number): Promise<number> {
  const row = await db
    .selectFrom("races")
    .select((eb) => eb.fn.countAll().as("races"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return Number(row.races);
}

export async function updateRace(db: Db, id: number, changes: Updateable<RacesTable>): Promise<void> {
  await db.updateTable("races").set(changes).where("id", "=", id).execute();
}

export async function deleteRace(db: Db, id: number): Promise<void> {
  await db.deleteFrom("races").where("id", "=", id).execute();
}

/** Locks a race's row until the transaction ends. */
export async function lockRace(
  trx: Db,
  id: number,
): Promise<{ revision: number; result_key: string | null; processing_status: number } | undefined> {
  return trx
    .selectFrom("races")
    .select(["revision", "result_key", "processing_status"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets time and place of a race from its first track. */
export async function placeRace(trx: Db, id: number): Promise<void> {
  await sql`
    update races set start_time = first.start_time, location = first.location,
      sort_time = coalesce(first.start_time, races.created_at)
    from (select 1) as one left join lateral (
      select tracks.start_time, tracks.location from race_tracks join tracks on tracks.id = race_tracks.track_id
      where race_tracks.race_id = ${id}::integer and tracks.start_time is not null
      order by tracks.start_time, tracks.id limit 1
    ) as first on true
    where races.id = ${id}::integer`.execute(trx);
}

/** Takes a user's tracks out of a race, for good: its wind is estimated again without them. Does nothing when none is in it. */
export async function leaveRace(context: AppContext, race_id: number, user_id: number): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const own = trx.selectFrom("tracks").select("tracks.id").where("tracks.user_id", "=", user_id);
    const of_race = trx.selectFrom("race_tracks").select("track_id").where("race_id", "=", race_id);
    // Tracks before races, as everywhere, so that no two transactions wait for each other.
    const tracks = await own.where("tracks.id", "in", of_race).orderBy("tracks.id").forUpdate().execute();
    const race = await trx.selectFrom("races").select("id").where("id", "=", race_id).forUpdate().executeTakeFirst();
    if (!race || tracks.length === 0) return;
    await trx.deleteFrom("race_tracks").where("race_id", "=", race_id).where("track_id", "in", own).execute();
    await trx
      .insertInto("race_departures")
      .values({ race_id, user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await placeRace(trx, race_id);
    await renewRaces(context, trx, [race_id]);
  });
}

/** Those of these tracks whose owner has left the race. Locks the race: its owner may be leaving now. */
export async function tracksOfDeparted(trx: Db, race_id: number, track_ids: readonly number[]): Promise<number[]> {
  await trx.selectFrom("races").select("id").where("id", "=", race_id).forUpdate().execute();
  const { rows } = await sql<{ id: number }>`
    select tracks.id from tracks join race_departures on race_departures.user_id = tracks.user_id
    where race_departures.race_id = ${race_id}::integer and tracks.id = any (${track_ids}::integer[])
    order by tracks.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Deletes a race with its results; its tracks stay. */
export async function removeRace(context: AppContext, id: number): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await deleteRace(trx, id);
    await deleteFiles(context, trx, [resultsOfRace(id)]);
  });
}
