/** Calls on the list of races, and changes to a race. */
import type { Race, RacePage, RaceShare, Track, TrackMode } from "@leebow/api/contract";
import { allRows } from "./all-rows";
import { call, request } from "./client";

export interface RaceFilter {
  mode: TrackMode;
  search: string;
}

export const fetchRaces = (
  { mode, search }: RaceFilter,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<RacePage> =>
  call("GET /races/", { query: { owner: mode, search: search || undefined, cursor: cursor ?? undefined }, signal });

/** A race without its points. */
export const fetchRaceInfo = (id: number, signal?: AbortSignal): Promise<Race> =>
  call("GET /races/info/{id}/", { params: { id }, signal });

export const createRace = (name: string, tracks: number[]): Promise<Race> =>
  call("POST /races/", { body: { name, tracks } });

export const renameRace = (id: number, name: string): Promise<Race> =>
  call("PATCH /races/{id}/", { params: { id }, body: { name } });

export const replaceRaceTracks = (id: number, tracks: number[]): Promise<Race> =>
  call("PATCH /races/{id}/tracks/", { params: { id }, body: { race: id, tracks } });

/** True when the server answers 204. */
export const deleteRace = async (id: number): Promise<boolean> =>
  (await request("DELETE /races/{id}/", { params: { id } })).status === 204;

/** Takes the own tracks out of a race. */
export const leaveRace = (id: number): Promise<undefined> =>
  call("DELETE /races/{id}/participation/", { params: { id } });

/** The share link of a race; made at the first call. `expires`: its end, null for never; without it the present end stays. */
export const shareRace = (id: number, expires?: string | null): Promise<RaceShare> =>
  call("POST /races/{id}/share/", { params: { id }, body: { expires }, shows_forbidden: true });

export const endRaceLink = (id: number): Promise<undefined> => call("DELETE /races/{id}/share/", { params: { id } });

/** The tracks of one day, YYYY-MM-DD in their own zones, first started first. */
export async function fetchTracksOfDay(mode: TrackMode, day: string, signal?: AbortSignal): Promise<Track[]> {
  const tracks = await allRows((cursor) =>
    call("GET /tracks/", { query: { owner: mode, day, cursor: cursor ?? undefined }, signal }),
  );
  return tracks.reverse();
}

export const fetchDaysWithTracks = async (mode: TrackMode, signal?: AbortSignal): Promise<string[]> =>
  (await call("GET /tracks/dates/", { query: { owner: mode }, signal })).dates;
