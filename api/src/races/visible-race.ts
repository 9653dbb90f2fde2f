import type { AppContext } from "../app-context.ts";
import type { Viewer } from "../auth/viewer.ts";
import type { Db } from "../database/open.ts";
import { notFound } from "../http/errors.ts";
import { visibleTo } from "../tracks/visibility.ts";
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
  const all = await allTracks(db, race, viewer);
  const tracks = all.filter((track) => track.is_visible || (has_link && isInLink(track)));
  if (tracks.length === 0 && !has_link && !managesRace(viewer, race)) return undefined;
  return { race, tracks, sees_all_tracks: all.every((track) => track.is_visible), has_link };
}

/** All tracks of a race, and of each whether it is visible to the viewer and to the race's coach. */
async function allTracks(db: Db, race: RaceRow, viewer: Viewer | null): Promise<RaceTrackRow[]> {
  const coach = race.user_id === viewer?.id ? viewer : await findUser(db, race.user_id);
  return tracksOfRaces(db, [race.id], viewer ? visibleTo(viewer) : undefined, coach && visibleTo(coach));
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
