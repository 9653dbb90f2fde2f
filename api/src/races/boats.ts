import type { RaceTrackRow } from "./track-queries.ts";

type Timed = Pick<RaceTrackRow, "user_id" | "start_time" | "end_time">;

/**
 * The boats of a race, each with its tracks in time order. The tracks of one user are one boat, unless they overlap in time:
 * then one person has uploaded the recordings of several boats, and each is a boat of its own. `tracks` is in the order of
 * the starts; tracks that are not analysed yet are boats of their own.
 */
export function boatsOf<T extends Timed>(tracks: readonly T[]): T[][] {
  const boats: T[][] = [];
  for (const track of tracks) {
    const boat = boats.find((one) => sailedBefore(one.at(-1)!, track));
    if (boat) boat.push(track);
    else boats.push([track]);
  }
  return boats;
}

function sailedBefore(earlier: Timed, later: Timed): boolean {
  if (earlier.user_id !== later.user_id || !earlier.end_time || !later.start_time) return false;
  return earlier.end_time <= later.start_time;
}
