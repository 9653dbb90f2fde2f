import type { RaceTrackRow } from "../../access/race.ts";

type SailedTrack = Pick<RaceTrackRow, "user_id" | "boat_name" | "start_time" | "end_time"> &
  Partial<Pick<RaceTrackRow, "id" | "same_boat">>;

/** Longest break between two recordings that are one boat's in a race, ms: a break ashore within a day. *guess* */
const MAX_BREAK_MS = 6 * 3_600_000;

/**
 * The boats of a race, each with its tracks in time order; `tracks` is in the order of the starts. Consecutive tracks of one
 * user and class on one day are one boat. Where any of them overlap in time that user has uploaded the recordings of several
 * boats, and which of them a later track continues is not known: each track is a boat of its own then. So is a track that is
 * not analysed yet. A second receiver of a boat is none beside the one that is used in its place.
 */
export function boatsOf<T extends SailedTrack>(all: readonly T[]): T[][] {
  const tracks = all.filter((track) => !isSecondReceiver(track, all));
  const boats: T[][] = [];
  const latest = new Map<string, T[]>();
  const several = sailorsOfSeveral(tracks);
  for (const track of tracks) {
    const sailor = sailorOf(track);
    const boat = latest.get(sailor);
    if (boat && !several.has(sailor) && isSoonAfter(boat.at(-1)!, track)) {
      boat.push(track);
      continue;
    }
    const own = [track];
    boats.push(own);
    latest.set(sailor, own);
  }
  return boats;
}

const isSecondReceiver = ({ same_boat }: SailedTrack, tracks: readonly SailedTrack[]): boolean =>
  !!same_boat && same_boat.answer !== "two" && tracks.some(({ id }) => id === same_boat.track);

const sailorOf = ({ user_id, boat_name }: SailedTrack) => `${user_id} ${boat_name}`;

/** The sailors of whom two tracks overlap in time. */
function sailorsOfSeveral(tracks: readonly SailedTrack[]): Set<string> {
  const ends = new Map<string, number>();
  const several = new Set<string>();
  for (const track of tracks) {
    if (!track.start_time || !track.end_time) continue;
    const sailor = sailorOf(track);
    const end_ms = ends.get(sailor) ?? -Infinity;
    if (track.start_time.getTime() < end_ms) several.add(sailor);
    ends.set(sailor, Math.max(end_ms, track.end_time.getTime()));
  }
  return several;
}

function isSoonAfter(earlier: SailedTrack, later: SailedTrack): boolean {
  if (!earlier.end_time || !later.start_time) return false;
  return later.start_time.getTime() - earlier.end_time.getTime() <= MAX_BREAK_MS;
}
