import { type ExpressionBuilder, type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import type { Database } from "../database/schema.ts";
import { likePattern, searchWords } from "../database/search.ts";
import { isBeside, orderFrom, type TimeCursor } from "../http/page.ts";
import { LIMITS } from "../limits.ts";
import { isAdministrator } from "../tracks/policy.ts";
import type { TrackMode } from "../tracks/schema.ts";
import { anyOf, listed, visibleTo } from "../tracks/visibility.ts";
import type { RacesTable } from "./tables.ts";

/** A race with its coach and its share link. */
export type RaceRow = NonNullable<Awaited<ReturnType<typeof findRace>>>;

function racesWithCoach(db: Db) {
  return db
    .selectFrom("races")
    .innerJoin("users", "users.id", "races.user_id")
    .leftJoin("race_shares", (join) =>
      join
        .onRef("race_shares.race_id", "=", "races.id")
        .on(sql<SqlBool>`(race_shares.expires_at is null or race_shares.expires_at > now())`),
    )
    .selectAll("races")
    .select(["users.first_name", "users.last_name", "users.image"])
    .select(["race_shares.share_id", "race_shares.expires_at as share_expires"]);
}

export function findRace(db: Db, id: number) {
  return racesWithCoach(db).where("races.id", "=", id).executeTakeFirst();
}

/** Whether this is the share id of the race, and neither revoked nor expired. */
export async function isShareOf(db: Db, race_id: number, share_id: string): Promise<boolean> {
  const row = await db
    .selectFrom("race_shares")
    .select("race_id")
    .where("share_id", "=", share_id)
    .where("race_id", "=", race_id)
    .where(sql<SqlBool>`(expires_at is null or expires_at > now())`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Races on one side of the cursor, nearest to it first: a page, and one row more when there are more. Those the viewer made,
 * and those with a track that is in his list of this mode; none without a track.
 */
export function listRaces(
  db: Db,
  viewer: Viewer,
  { mode, search }: { mode: TrackMode; search?: string | undefined },
  cursor: TimeCursor | null,
): Promise<RaceRow[]> {
  const order = orderFrom(cursor);
  let query = racesWithCoach(db).where(({ exists, eb, selectFrom }) => {
    if (mode === "all" && isAdministrator(viewer)) {
      return exists(selectFrom("race_tracks").select("race_id").whereRef("race_id", "=", "races.id"));
    }
    // Of the few tracks of the list: among all races the next one could be anywhere.
    const of_listed = selectFrom("tracks")
      .innerJoin("race_tracks", "race_tracks.track_id", "tracks.id")
      .select("race_tracks.race_id")
      .where(listed(viewer, mode));
    const own = selectFrom("races as own")
      .innerJoin("race_tracks", "race_tracks.race_id", "own.id")
      .select("own.id as race_id")
      .where("own.user_id", "=", viewer.id);
    return eb("races.id", "=", anyOf(of_listed.union(own)));
  });
  for (const word of searchWords(search)) query = query.where(holds(word, viewer));
  if (cursor) query = query.where(isBeside(cursor, sql`races.sort_time`, sql`races.id`));
  return query
    .orderBy("races.sort_time", order)
    .orderBy("races.id", order)
    .limit(LIMITS.page_size + 1)
    .execute();
}

/** The word, which has no space, occurs, in any case, in one of the texts that the race card shows this viewer. */
function holds(word: string, viewer: Viewer) {
  const pattern = likePattern(word);
  const own = sql`concat_ws(' ', races.name, races.location, users.first_name, users.last_name) ilike ${pattern}`;
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
          .where(sql<SqlBool>`concat_ws(' ', sailor.first_name, sailor.last_name) ilike ${pattern}`),
      ),
    ]);
}

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
