import { type RaceRow, type RaceTrackRow, raceCan, type VisibleRace } from "../../access/race.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { RESULT_FILES } from "../tracks/results.ts";
import { RACE_FILES } from "./results.ts";
import type { Race, RaceBoat, RacePerson } from "./schema.ts";
import type { RaceWind } from "./wind.ts";

/** A race as this viewer, or the holder of its link, receives it. */
export function presentRace(found: VisibleRace, viewer: Viewer | null, storage: Storage): Race {
  const { race, tracks, has_link } = found;
  const can = raceCan(viewer, found);
  const knowsLink = can.share || has_link;
  return {
    id: race.id,
    name: race.name,
    user: presentPerson({ ...race, id: race.user_id }, storage),
    share_id: knowsLink ? race.share_id : null,
    share_expires: knowsLink ? (race.share_expires?.toISOString() ?? null) : null,
    ...shownPlace(tracks),
    static_map: raceMap(found, viewer, storage, "map_light"),
    static_map_dark: raceMap(found, viewer, storage, "map_dark"),
    processing_status: race.processing_status as Race["processing_status"],
    error: race.error,
    wind_reason: race.wind_reason,
    wind: race.twd_deg === null ? null : { twd_deg: race.twd_deg, sd_deg: race.twd_sd_deg ?? 0 },
    competitors: competitorsOf(tracks, storage),
    track_ids: tracks.map(({ id }) => id),
    created: race.created_at.toISOString(),
    can,
  };
}

/**
 * Start and place of a race as a viewer may know them: those of the first track that it shows him. The only rule of it, also
 * for what is told of a race elsewhere; the search finds no other place (`listRaces`).
 */
export function shownPlace(tracks: readonly RaceTrackRow[]): Pick<Race, "start_time" | "tz" | "location"> {
  const first = tracks[0];
  return {
    start_time: first?.start_time?.toISOString() ?? null,
    tz: first?.tz ?? null,
    location: first?.location ?? null,
  };
}

/** What the picture of a race depends on. */
interface RaceOnMap {
  race: Pick<RaceRow, "has_map" | "processing_status" | "result_key">;
  tracks: readonly Pick<RaceTrackRow, "result_key" | "is_visible" | "is_closed">[];
  opens_all_tracks: boolean;
}

type RaceMap = "map_light" | "map_dark";

/** Key of the picture of all boats, for those who may open all of its tracks; null while there is none of the present ones. */
export function keyOfRaceMap({ race, opens_all_tracks }: Omit<RaceOnMap, "tracks">, name: RaceMap): string | null {
  const isPresent = opens_all_tracks && race.has_map && race.processing_status === 3;
  return isPresent ? `${race.result_key}/${RACE_FILES[name]}` : null;
}

/**
 * Signed address of the picture of all boats; of the first visible track that has one where the viewer may not open all of
 * them, or while there is none of the present tracks. Null without a session: the link shows the race itself.
 */
export function raceMap(found: RaceOnMap, viewer: Viewer | null, storage: Storage, name: RaceMap): string | null {
  if (!viewer) return null;
  const isShown = ({ result_key, is_visible, is_closed }: RaceOnMap["tracks"][number]) =>
    is_visible && !is_closed && result_key !== null;
  const key = found.tracks.find(isShown)?.result_key;
  const path = keyOfRaceMap(found, name) ?? (key && `${key}/${RESULT_FILES[name]}`);
  return path ? storage.signedPath(path, { user_id: viewer.id }) : null;
}

export function presentPerson(
  row: { id: number; first_name: string; last_name: string; image: string | null },
  storage: Storage,
): RacePerson {
  const { id, first_name, last_name, image } = row;
  return { id, first_name, last_name, profile_img: image && storage.signedPath(image) };
}

/** The owners of the tracks, each once. */
function competitorsOf(tracks: readonly RaceTrackRow[], storage: Storage): RacePerson[] {
  const people = new Map(tracks.map((track) => [track.user_id, track]));
  return [...people].map(([id, track]) => presentPerson({ ...track, id }, storage));
}

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
