import type { RaceTrackRow } from "../../access/race.ts";
import type { RaceBoat } from "./schema.ts";
import type { RaceWind } from "./wind.ts";

/** The tracks of one boat as one. */
export function presentBoat(tracks: readonly RaceTrackRow[], wind: RaceWind | null): RaceBoat {
  const [first, last] = [tracks[0]!, tracks.at(-1)!];
  const stated = tracks.map(({ id }) => wind?.tracks[id]).filter((one) => one !== undefined);
  return {
    id: first.id,
    track_ids: tracks.map(({ id }) => id),
    user: { id: first.user_id, first_name: first.first_name, last_name: first.last_name },
    full_name: `${first.first_name} ${first.last_name}`,
    boat_name: first.boat_name,
    file_name: first.file_name,
    tz: first.tz,
    location: first.location,
    start_time: first.start_time?.toISOString() ?? null,
    end_time: last.end_time?.toISOString() ?? null,
    has_vote: stated.some(({ has_vote }) => has_vote),
    wind_reason: stated.find(({ reason }) => reason !== null)?.reason ?? null,
  };
}
