import { wordFor } from "@leebow/core";
import { type Expression, type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Db } from "../platform/db/open.ts";
import type { Database } from "../platform/db/schema.ts";
import { detailError, notFound } from "../platform/http/errors.ts";
import { isAdministrator, isCoachType, type Viewer } from "../platform/http/viewer.ts";
import { LIMITS } from "../platform/limits.ts";

/** Whose tracks a list is of. */
export type TrackMode = "mine" | "team" | "all";

type Predicate = (eb: ExpressionBuilder<Database, "tracks">) => Expression<SqlBool>;

/**
 * The tracks a viewer may view, as a condition on rows of `tracks`: PUBLIC ones, the viewer's own, every one for role 1,
 * and PRIVATE ones through teams. The only rule of visibility: viewing, listing, counting, downloading and reports all
 * use it. A race's share link shows the tracks of that race besides (access/race.ts).
 */
export function visibleTo(viewer: Viewer): Predicate {
  return (eb) =>
    eb.or([
      ...(isAdministrator(viewer) ? [eb.lit(true)] : []),
      eb("tracks.permissions", "=", "PUBLIC"),
      eb("tracks.user_id", "=", viewer.id),
      eb("tracks.user_id", "=", anyOf(showTracksTo(viewer.id))),
    ]);
}

/**
 * One of the ids that a subquery has, which PostgreSQL then runs once, so that it looks for the few ids in an index;
 * it compares the rows of a whole table with `in (subquery)`.
 */
export function anyOf(ids: Expression<unknown>) {
  return sql<number>`any (array(${ids}))`;
}

/**
 * Members of the viewer's teams who show their PRIVATE tracks to the viewer: to coaches all, to teammates with ALL, and
 * never before they have agreed.
 */
export function showTracksTo(viewer_id: number) {
  return agreedMembers(viewer_id, sql`(me.role = 'COACH' or owner.permissions = 'ALL')`);
}

/** Whether the first user is a coach of the second: the only rule, which a membership that is not agreed to does not make. */
export async function isCoachOf(db: Db, coach_id: number, athlete_id: number): Promise<boolean> {
  const athletes = agreedMembers(coach_id, sql`me.role = 'COACH'`);
  const { rows } = await sql`select 1 where ${athlete_id}::integer = ${anyOf(athletes)}`.execute(db);
  return rows.length > 0;
}

/**
 * Members of the viewer's teams who have agreed to their membership, where this is so of `me` and `owner`. Members whose
 * address is not confirmed show nothing and see nothing.
 */
function agreedMembers(viewer_id: number, condition: RawBuilder<unknown>) {
  return sql<number>`(select owner.user_id from active_members as me
    join active_members as owner on owner.team_id = me.team_id
    where me.user_id = ${viewer_id}::integer and owner.accepted and ${condition})`;
}

/** Members of the viewer's teams, the viewer among them. */
export function teammatesOf(viewer_id: number) {
  return sql<number>`(select mate.user_id from active_members as me
    join active_members as mate on mate.team_id = me.team_id where me.user_id = ${viewer_id}::integer
    union select ${viewer_id}::integer)`;
}

/** What a list of this mode is about, of the tracks visible to the viewer. */
export function listed(viewer: Viewer, mode: TrackMode): Predicate {
  return (eb) => {
    const visible = visibleTo(viewer)(eb);
    if (mode === "all") return visible;
    if (mode === "mine") return eb.and([visible, eb("tracks.user_id", "=", viewer.id)]);
    return eb.and([visible, eb("tracks.user_id", "=", anyOf(teammatesOf(viewer.id)))]);
  };
}

/** What a viewer may do with a track that is visible to him (visibility.ts); the answers carry it. */
export function trackCan(viewer: Viewer, track: { user_id: number }) {
  const isOwner = track.user_id === viewer.id;
  const isCoach = isCoachType(viewer) || (viewer.enabled_features as string[]).includes("coach_tools");
  const isTrusted = isOwner || isAdministrator(viewer);
  return {
    edit: isTrusted,
    // The owner alone decides who sees a track.
    change_visibility: isOwner,
    correct: isTrusted,
    download_source: isTrusted || isCoach,
    delete: isTrusted,
  };
}

export function canList(viewer: Viewer, mode: TrackMode): boolean {
  return mode !== "all" || isAdministrator(viewer);
}

const REASON_REQUIRED = "This track is private. Give the reason to look at it: the audit keeps it.";

/** Private tracks that the sentence below names. */
const NAMED_TRACKS = 3;

/** 409 of a race: which of its tracks are closed to the viewer. */
export function reasonRequired(closed: readonly { id: number; first_name: string; last_name: string }[]) {
  const named = closed
    .slice(0, NAMED_TRACKS)
    .map(({ id, first_name, last_name }) => `${id} of ${first_name} ${last_name}`);
  const more = closed.length - named.length;
  const which = `private ${wordFor(closed.length, "track")} ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const them = closed.length === 1 ? "it" : "them";
  return detailError(
    "reason_required",
    `This race has the ${which}. Give the reason to look at ${them}: the audit keeps it.`,
  );
}

/**
 * The tracks that an administrator has to give a reason for before they open, as a condition on rows of `tracks`: private
 * ones that only the role makes visible to the viewer, without an entry of the last hours in the audit that the viewer
 * opened them. None for other viewers.
 */
export function closedTo(viewer: Viewer): Predicate {
  return (eb) => {
    if (!isAdministrator(viewer)) return eb.lit(false);
    return sql<SqlBool>`(tracks.permissions <> 'PUBLIC' and tracks.user_id <> ${viewer.id}::integer
      and not tracks.user_id = ${anyOf(showTracksTo(viewer.id))}
      and not exists (select from audit_log where audit_log.actor_id = ${viewer.id}::integer
        and audit_log.action = 'open_track' and audit_log.track_id = tracks.id
        and audit_log.at > now() - make_interval(secs => ${LIMITS.opened_track_s}::integer)))`;
  };
}

interface Opening {
  context: { db: Db };
  viewer: Viewer;
  params: { id: number };
}

/**
 * The track of this id, for a call that shows or changes what it holds. The only way to open a track for a viewer. Throws
 * 404 also when it exists and the viewer may not view it, and 409 when an administrator has given no reason to look at a
 * private one. `what` the 404 names: a part of the track, where the call is about one.
 */
export async function openTrack({ context, viewer, params }: Opening, what = "This track"): Promise<TrackRow> {
  const found = await findVisible(context.db, viewer, { id: params.id });
  if (!found) throw notFound(what);
  if (found.is_closed) throw detailError("reason_required", REASON_REQUIRED);
  return found;
}

/** The same track, or that of a recording; undefined where {@link openTrack} throws. */
export async function findOpenTrack(db: Db, viewer: Viewer, by: TrackKey): Promise<TrackRow | undefined> {
  const found = await findVisible(db, viewer, by);
  return found?.is_closed ? undefined : found;
}

/** The tracks that {@link openTrack} opens, as a condition on rows of `tracks`. */
export function openTo(viewer: Viewer) {
  return (eb: ExpressionBuilder<Database, "tracks">): Expression<SqlBool> =>
    eb.and([visibleTo(viewer)(eb), eb.not(closedTo(viewer)(eb))]);
}

type TrackKey = { id: number } | { source_key: string };

function findVisible(db: Db, viewer: Viewer, by: TrackKey) {
  const [column, value] =
    "id" in by ? (["tracks.id", by.id] as const) : (["tracks.source_key", by.source_key] as const);
  return tracksWithOwner(db)
    .select((eb) => sql<boolean>`${closedTo(viewer)(eb)}`.as("is_closed"))
    .where(column, "=", value)
    .where(visibleTo(viewer))
    .executeTakeFirst();
}

/** A track with its owner's name and the number of its journal entries that everybody may read who may view it. */
export type TrackRow = Selectable<Database["tracks"]> & {
  first_name: string;
  last_name: string;
  journal_count: number;
  joined_files: number;
};

export function tracksWithOwner(db: Db) {
  return db
    .selectFrom("tracks")
    .innerJoin("users", "users.id", "tracks.user_id")
    .selectAll("tracks")
    .select(["users.first_name", "users.last_name"])
    .select([journalCount, joinedFileCount]);
}

/** Of a row of `tracks`. */
export const journalCount = sql<number>`(select count(*) from journals
  where journals.track_id = tracks.id and journals.hidden_at is null)`.as("journal_count");

/** Files that a row of `tracks` was made of; 0 for one of one file. */
export const joinedFileCount = sql<number>`(select count(*) from joined_files
  where joined_files.track_id = tracks.id)`.as("joined_files");

/** For jobs, and for calls that have checked visibility already. */
export function findTrack(db: Db, id: number): Promise<TrackRow | undefined> {
  return tracksWithOwner(db).where("tracks.id", "=", id).executeTakeFirst();
}
