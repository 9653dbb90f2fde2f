import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { anyOf, closedTo, joinedFileCount, journalCount, listed, teammatesOf, visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Database } from "../../platform/db/schema.ts";
import { likePattern, searchWords } from "../../platform/db/search.ts";
import { isBeside, orderFrom, type TimeCursor } from "../../platform/http/page.ts";
import { isAdministrator, type Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { LISTED_COLUMNS, type ListedTrackRow } from "./queries.ts";
import type { TrackMode } from "./schema.ts";

export interface TrackFilter {
  mode: TrackMode;
  search?: string | undefined;
  /** Days of the tracks' own zones, both included. */
  start_date?: string | undefined;
  end_date?: string | undefined;
  user_ids?: number[] | undefined;
  day?: string | undefined;
}

const COLUMNS = LISTED_COLUMNS.map((name) => `tracks.${name}` as const);

/**
 * Tracks on one side of the cursor, nearest to it first: a page, and one row more when there are more. Of known owners each
 * one's page is read from the index of his tracks: among the tracks of everybody it could be anywhere. The columns and the
 * number of journal entries are read of the rows of the page alone.
 */
export function listTracks(
  db: Db,
  viewer: Viewer,
  filter: TrackFilter,
  cursor: TimeCursor | null,
): Promise<ListedTrackRow[]> {
  const order = orderFrom(cursor);
  const owners = ownersOf(viewer, filter);
  const matching = sql<SqlBool>`${sql.join(conditionsOf(filter, cursor, !owners), sql` and `)}`;
  const candidates = owners
    ? db
        .selectFrom("users")
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom("tracks")
              .select(["tracks.id", "tracks.sort_time"])
              .whereRef("tracks.user_id", "=", "users.id")
              .where(visibleTo(viewer))
              .where(matching)
              .orderBy("tracks.sort_time", order)
              .orderBy("tracks.id", order)
              .limit(LIMITS.page_size + 1)
              .as("tracks"),
          (join) => join.onTrue(),
        )
        .where("users.id", "=", anyOf(owners))
    : db
        .selectFrom("tracks")
        .innerJoin("users", "users.id", "tracks.user_id")
        .where(listed(viewer, filter.mode))
        .where(matching);
  const page = candidates
    .select("tracks.id")
    .orderBy("tracks.sort_time", order)
    .orderBy("tracks.id", order)
    .limit(LIMITS.page_size + 1);
  return db
    .selectFrom(page.as("page"))
    .innerJoin("tracks", "tracks.id", "page.id")
    .innerJoin("users", "users.id", "tracks.user_id")
    .select(COLUMNS)
    .select(["users.first_name", "users.last_name", journalCount, joinedFileCount])
    .select((eb) => sql<boolean>`${closedTo(viewer)(eb)}`.as("is_closed"))
    .orderBy("tracks.sort_time", order)
    .orderBy("tracks.id", order)
    .execute();
}

/** Ids of the owners whose tracks a list has; null: of everybody. */
function ownersOf(viewer: Viewer, { mode, user_ids }: TrackFilter): Expression<number> | null {
  const chosen = user_ids?.length ? sql<number>`(select unnest(${user_ids}::integer[]))` : null;
  if (mode === "all") return chosen;
  const owners = mode === "mine" ? sql<number>`(select ${viewer.id}::integer)` : teammatesOf(viewer.id);
  return chosen ? sql<number>`(${owners} intersect ${chosen})` : owners;
}

/** Conditions on rows of `tracks` and `users`. */
function conditionsOf(filter: TrackFilter, cursor: TimeCursor | null, isOfEverybody: boolean): RawBuilder<SqlBool>[] {
  const { day, search, start_date = day, end_date = day } = filter;
  const conditions = [sql<SqlBool>`true`];
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition);
  // A track with a day is listed by its start, less than a day from the UTC's day: indexes are in the order of starts.
  if (start_date) add(sql`tracks.local_date >= ${start_date}::date and tracks.sort_time >= ${start_date}::date - 2`);
  if (end_date) add(sql`tracks.local_date <= ${end_date}::date and tracks.sort_time < ${end_date}::date + 3`);
  if (day) add(sql`tracks.local_date = ${day}::date`);
  for (const word of searchWords(search)) add(holds(word, isOfEverybody));
  if (cursor) add(isBeside(cursor, sql`tracks.sort_time`, sql`tracks.id`));
  return conditions;
}

/** The word, which has no space, occurs, in any case, in one of the texts that the track card shows. */
function holds(word: string, isOfEverybody: boolean) {
  const pattern = likePattern(word);
  const own = sql`concat_ws(' ', tracks.boat_name, tracks.location, tracks.file_name, tracks.local_date::text) ilike ${pattern}`;
  const name = sql`concat_ws(' ', users.first_name, users.last_name) ilike ${pattern}`;
  if (!isOfEverybody) return sql<SqlBool>`(${own} or ${name})`;
  // There are fewer users than tracks: they are searched once.
  return sql<SqlBool>`(${own} or tracks.user_id in (select users.id from users where ${name}))`;
}

/** Days with tracks, newest first. */
export async function listDates(db: Db, viewer: Viewer, mode: TrackMode): Promise<string[]> {
  const { rows } = await (mode === "all" && isAdministrator(viewer) ? everyDate : datesListed(viewer, mode)).execute(
    db,
  );
  return rows.map((row) => row.local_date);
}

const datesListed = (viewer: Viewer, mode: TrackMode) => sql<{ local_date: string }>`
  select distinct tracks.local_date from tracks
  where ${listed(viewer, mode)(expressionBuilder<Database, "tracks">())} and tracks.local_date is not null
  order by tracks.local_date desc limit ${LIMITS.dates_listed}::integer`;

/** Each looked for in the index below the one before: there are few days beside so many tracks. */
const everyDate = sql<{ local_date: string }>`
  with recursive days as (
    select max(local_date) as local_date from tracks
    union all select (select max(local_date) from tracks where tracks.local_date < days.local_date)
      from days where days.local_date is not null
  ) select local_date from days where local_date is not null limit ${LIMITS.dates_listed}::integer`;

export async function oldestDate(db: Db, viewer: Viewer, mode: TrackMode): Promise<string | null> {
  const owners = ownersOf(viewer, { mode });
  const oldest = owners
    ? db
        .selectFrom("users")
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom("tracks")
              .select("tracks.local_date")
              .whereRef("tracks.user_id", "=", "users.id")
              .where(visibleTo(viewer))
              .where("tracks.local_date", "is not", null)
              .orderBy("tracks.local_date")
              .limit(1)
              .as("tracks"),
          (join) => join.onTrue(),
        )
        .where("users.id", "=", anyOf(owners))
    : db.selectFrom("tracks").where(listed(viewer, mode));
  const row = await oldest.select((eb) => eb.fn.min("tracks.local_date").as("date")).executeTakeFirst();
  return row?.date ?? null;
}
