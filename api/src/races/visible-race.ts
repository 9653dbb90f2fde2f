import { reasonRequired } from "../admin/private-tracks.ts";
import type { AppContext } from "../app-context.ts";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { notFound } from "../http/errors.ts";
import { findUser } from "../users/queries.ts";
import { isInLink, managesRace } from "./policy.ts";
import { findRace, isShareOf, type RaceRow } from "./queries.ts";
import { type RaceTrackRow, tracksOfRaces } from "./track-queries.ts";

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
 * of its tracks (tracks/visibility.ts); each sees those of its tracks that he may view. The holder of its share link, with
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
  if (found.tracks.length === 0 && !has_link && !managesRace(viewer, race)) return undefined;
  return found;
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

/** Whether a viewer, or null with a share id, may view a race. */
export async function mayViewRace(
  context: Pick<AppContext, "db">,
  viewer: Viewer | null,
  share_id: string | undefined,
  race_id: number,
): Promise<boolean> {
  return (await findVisibleRace(context, viewer, share_id, race_id)) !== undefined;
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
