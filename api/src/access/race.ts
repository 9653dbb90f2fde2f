import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { findUser } from "../platform/auth/users.ts";
import type { AppContext } from "../platform/context.ts";
import type { Db } from "../platform/db/open.ts";
import type { Database } from "../platform/db/schema.ts";
import { forbidden, notFound } from "../platform/http/errors.ts";
import { isAdministrator, type Viewer } from "../platform/http/viewer.ts";
import { closedTo, reasonRequired, visibleTo } from "./track.ts";

export function canCreateRace(viewer: Viewer): boolean {
  return isAdministrator(viewer) || (viewer.enabled_features as string[]).includes("coach_tools");
}

/** Whether the viewer may rename or delete a race, change its tracks and revoke its link. */
export function managesRace(viewer: Viewer | null, race: { user_id: number }): boolean {
  return viewer !== null && (race.user_id === viewer.id || isAdministrator(viewer));
}

/**
 * Whether the share link of a race shows a track: its owner has made it PUBLIC, or has agreed; and the race's coach may
 * view it, so that a track which its owner withdraws from the coach is withdrawn from the link.
 */
export function isInLink(track: Pick<RaceTrackRow, "permissions" | "consent" | "is_coachs">): boolean {
  return track.is_coachs && (track.permissions === "PUBLIC" || track.consent === "agreed");
}

const HIDDEN_TRACKS = "Some tracks of this race are not shared with you. Ask its coach for the link.";
const REVOKED = "The link of this race was ended. Ask its coach for a new one.";

/** What the rights about a race depend on. */
interface RightsOf {
  race: { user_id: number; share_id: string | null; share_revoked: boolean };
  tracks: readonly { user_id: number }[];
  sees_all_tracks: boolean;
}

/**
 * What a viewer may do with a race that is visible to him. Who views every track of it may pass its link on; the link
 * could else show him tracks that he may not view. It shows others what `isInLink` says. A link that was revoked is made
 * again by those alone who may revoke it. Whose track is in a race of another may take it out.
 */
export function raceCan(viewer: Viewer | null, { race, tracks, sees_all_tracks }: RightsOf) {
  const isManager = managesRace(viewer, race);
  const hasLink = race.share_id !== null || !race.share_revoked;
  return {
    edit: isManager,
    share: isManager || (viewer !== null && sees_all_tracks && hasLink),
    revoke_share: isManager,
    delete: isManager,
    leave: viewer !== null && race.user_id !== viewer.id && tracks.some(({ user_id }) => user_id === viewer.id),
  };
}

/** Throws 403, which says why, unless the viewer may pass on the link of a race that is visible to him. */
export function requireSharing(viewer: Viewer, found: RightsOf): void {
  if (!raceCan(viewer, found).share) throw forbidden(found.sees_all_tracks ? REVOKED : HIDDEN_TRACKS);
}

export type RaceTrackRow = Awaited<ReturnType<typeof tracksOfRaces>>[number];

/**
 * The tracks of these races with their owners and the owners' consents, first started first, and of each whether it is
 * visible to the viewer, closed to him until he has given a reason (`closedTo`), and visible to the race's coach. `only`: of
 * this track alone.
 */
export function tracksOfRaces(
  db: Db,
  race_ids: readonly number[],
  viewer: Viewer | null = null,
  coach: Viewer | null = null,
  only?: number,
) {
  return db
    .selectFrom("race_tracks")
    .innerJoin("tracks", "tracks.id", "race_tracks.track_id")
    .innerJoin("users", "users.id", "tracks.user_id")
    .leftJoin("race_consents", (join) =>
      join
        .onRef("race_consents.race_id", "=", "race_tracks.race_id")
        .onRef("race_consents.track_id", "=", "race_tracks.track_id")
        .onRef("race_consents.user_id", "=", "tracks.user_id"),
    )
    .selectAll("tracks")
    .select(["race_consents.consent", "race_consents.asked_at", "race_consents.answered_at"])
    .select(asksNoMore)
    .select(["race_tracks.race_id", "users.first_name", "users.last_name", "users.image"])
    .select((eb) => sql<boolean>`${viewer ? visibleTo(viewer)(eb) : eb.lit(false)}`.as("is_visible"))
    .select((eb) => sql<boolean>`${viewer ? closedTo(viewer)(eb) : eb.lit(false)}`.as("is_closed"))
    .select((eb) => sql<boolean>`${coach ? visibleTo(coach)(eb) : eb.lit(false)}`.as("is_coachs"))
    .where("race_tracks.race_id", "in", race_ids.length > 0 ? race_ids : [0])
    .$if(only !== undefined, (query) => query.where("race_tracks.track_id", "=", only!))
    .orderBy(sql`tracks.start_time nulls last`)
    .orderBy("tracks.id")
    .execute();
}

/** True where the owner of the track has refused the race's link or withdrawn the consent, with any track of the race. */
const asksNoMore = sql<boolean>`exists (select from race_consents as decided
  where decided.race_id = race_tracks.race_id and decided.user_id = tracks.user_id
    and decided.consent in ('refused', 'taken_back'))`.as("asks_no_more");

/** Those of these tracks that the viewer may view; they are not deleted before the transaction ends. */
export async function lockVisibleTracks(trx: Db, viewer: Viewer, ids: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom("tracks")
    .select("tracks.id")
    .where("tracks.id", "in", ids)
    .where(visibleTo(viewer))
    .orderBy("tracks.id")
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function trackIdsOfRace(db: Db, race_id: number): Promise<number[]> {
  const rows = await db.selectFrom("race_tracks").select("track_id").where("race_id", "=", race_id).execute();
  return rows.map(({ track_id }) => track_id);
}

/** Replaces the tracks of a race. What their owners decided stays (consents/tables.ts). */
export async function replaceTracks(trx: Db, race_id: number, track_ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom("race_tracks")
    .where("race_id", "=", race_id)
    .where("track_id", "not in", [...track_ids])
    .execute();
  await trx
    .insertInto("race_tracks")
    .values(track_ids.map((track_id) => ({ race_id, track_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A race as one viewer, or the holder of its link, may see it. */
export interface VisibleRace {
  race: RaceRow;
  /** Its tracks that are visible to him, by himself or by the link, first started first. */
  tracks: RaceTrackRow[];
  /** Whether he may view all of its tracks without the link. */
  sees_all_tracks: boolean;
  /** Whether he may, and none of them is closed to him as an administrator who has given no reason. */
  opens_all_tracks: boolean;
  /** Whether he came with the race's share id. */
  has_link: boolean;
}

/**
 * The only rule of who sees a race, and what of it. A race is visible to its coach, to role 1, and to those who may view one
 * of its tracks (access/track.ts); each sees those of its tracks that he may view. The holder of its share link, with
 * or without an account, sees besides those that are in the link (`isInLink`): all of it without another person's PRIVATE
 * track, unless that person has agreed.
 */
export async function findVisibleRace(
  { db }: Pick<AppContext, "db">,
  viewer: Viewer | null,
  share_id: string | undefined,
  id: number,
): Promise<VisibleRace | undefined> {
  const race = await findRace(db, id);
  if (!race) return undefined;
  const has_link = share_id !== undefined && (await isShareOf(db, id, share_id));
  if (!viewer && !has_link) return undefined;
  const found = visiblePart(race, await allTracks(db, race, viewer), has_link);
  return seesRace(viewer, found) ? found : undefined;
}

/** Whether a race is visible at all, by what is seen of it. */
export const seesRace = (
  viewer: Viewer | null,
  { race, tracks, has_link }: VisiblePart<{ user_id: number }>,
): boolean => tracks.length > 0 || has_link || managesRace(viewer, race);

/** The same without a link, as a condition on rows of `races`. */
export function raceVisibleTo(viewer: Viewer) {
  return (eb: ExpressionBuilder<Database, "races">): Expression<SqlBool> => {
    const shown = eb
      .selectFrom("race_tracks")
      .innerJoin("tracks", "tracks.id", "race_tracks.track_id")
      .select("race_tracks.track_id")
      .whereRef("race_tracks.race_id", "=", "races.id")
      .where(visibleTo(viewer));
    const isAny = isAdministrator(viewer) ? [eb.lit(true)] : [];
    return eb.or([...isAny, eb("races.user_id", "=", viewer.id), eb.exists(shown)]);
  };
}

/**
 * One track of a race where it is among the {@link VisibleRace.tracks}. A replay asks for each of them twice: to decide about
 * all of a fleet for each boat of it takes longer than to send what is asked for.
 */
export async function findVisibleTrack(
  { db }: Pick<AppContext, "db">,
  viewer: Viewer | null,
  share_id: string | undefined,
  { id, track_id }: { id: number; track_id: number },
): Promise<{ track: RaceTrackRow; has_link: boolean } | undefined> {
  const race = await findRace(db, id);
  if (!race) return undefined;
  const has_link = share_id !== undefined && (await isShareOf(db, id, share_id));
  if (!viewer && !has_link) return undefined;
  const [track] = visiblePart(race, await allTracks(db, race, viewer, track_id), has_link).tracks;
  return track && { track, has_link };
}

type VisiblePart<R> = Omit<VisibleRace, "race"> & { race: R };

/** What a viewer sees of a race, from all of its tracks. The link shows an administrator no more than others. */
export function visiblePart<R>(race: R, all: readonly RaceTrackRow[], has_link = false): VisiblePart<R> {
  const isVisible = (track: RaceTrackRow) =>
    (track.is_visible && !(has_link && track.is_closed)) || (has_link && isInLink(track));
  const sees_all_tracks = all.every((track) => track.is_visible);
  return {
    race,
    tracks: all.filter(isVisible),
    sees_all_tracks,
    opens_all_tracks: sees_all_tracks && !all.some((track) => track.is_closed),
    has_link,
  };
}

/** All tracks of a race, and of each whether it is visible to the viewer and to the race's coach. */
async function allTracks(db: Db, race: RaceRow, viewer: Viewer | null, only?: number): Promise<RaceTrackRow[]> {
  const coach = race.user_id === viewer?.id ? viewer : await findUser(db, race.user_id);
  return tracksOfRaces(db, [race.id], viewer, coach, only);
}

/** Whether somebody sees a race by its link and would not see it without. */
export function isByLinkAlone({ race, tracks }: VisibleRace, viewer: Viewer | null): boolean {
  return !managesRace(viewer, race) && !tracks.some(({ is_visible }) => is_visible);
}

/**
 * The people whose names and texts the share link of a race shows: the owners of the tracks that are in it, and the race's
 * coach unless he sailed and his own boat is left out. Others have agreed to nothing.
 */
export async function peopleInLink(db: Db, race_id: number): Promise<number[]> {
  const race = await findRace(db, race_id);
  if (!race) return [];
  const tracks = await allTracks(db, race, null);
  const people = new Set(tracks.filter(isInLink).map(({ user_id }) => user_id));
  if (!tracks.some(({ user_id }) => user_id === race.user_id)) people.add(race.user_id);
  return [...people];
}

/** The race of the path. Throws 404 also when it exists and may not be viewed, and for a share id that does not fit. */
export async function visibleRace(call: {
  context: AppContext;
  viewer: Viewer | null;
  params: { id: number };
  query?: { share_id?: string | undefined } | undefined;
}): Promise<VisibleRace> {
  const found = await findVisibleRace(call.context, call.viewer, call.query?.share_id, call.params.id);
  if (!found) throw notFound("This race");
  return found;
}

/**
 * The same for calls that show what its tracks hold. Throws 409 with the tracks for which an administrator has to give a
 * reason first; not by the link, which shows an administrator none of them.
 */
export async function openRace(call: Parameters<typeof visibleRace>[0]): Promise<VisibleRace> {
  const found = await visibleRace(call);
  const closed = found.has_link ? [] : found.tracks.filter((track) => track.is_closed);
  if (closed.length > 0) throw reasonRequired(closed);
  return found;
}

/** A race with its coach and its share link. */
export type RaceRow = NonNullable<Awaited<ReturnType<typeof findRace>>>;

export function racesWithCoach(db: Db) {
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
async function isShareOf(db: Db, race_id: number, share_id: string): Promise<boolean> {
  const row = await db
    .selectFrom("race_shares")
    .select("race_id")
    .where("share_id", "=", share_id)
    .where("race_id", "=", race_id)
    .where(sql<SqlBool>`(expires_at is null or expires_at > now())`)
    .executeTakeFirst();
  return row !== undefined;
}
