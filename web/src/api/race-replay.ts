/** What the replay of a race requests. A holder of its share link needs no session. */
import type { Race, ResponseFrom } from "@leebow/api/contract";
import { call } from "./client";

type RaceDetails = ResponseFrom<"GET /races/{id}/">["body"];
/** A race with its wind and its boats, without their points. */
export type RaceSummary = Exclude<RaceDetails, { points_every: number }>;

/** What names a race in a request. */
export interface RaceAddress {
  id: number;
  /** Null for a viewer with a session. */
  share_id: string | null;
}

interface TrackAddress extends RaceAddress {
  track_id: number;
}

const shared = (share_id: string | null) => ({ share_id: share_id ?? undefined });

export const fetchRaceInfo = ({ id, share_id }: RaceAddress, signal?: AbortSignal): Promise<Race> =>
  call("GET /races/info/{id}/", { params: { id }, query: shared(share_id), signal });

export async function fetchRaceSummary({ id, share_id }: RaceAddress, signal?: AbortSignal): Promise<RaceSummary> {
  const query = { ...shared(share_id), notrackpoints: "true" as const };
  return (await call("GET /races/{id}/", { params: { id }, query, signal })) as RaceSummary;
}

/** Time and position of a track of a race, a fix a second, as Arrow. */
export const fetchRacePositions = ({ id, share_id, track_id }: TrackAddress, signal?: AbortSignal) => {
  const query = { ...shared(share_id), only: "positions" as const };
  return call("GET /races/{id}/tracks/{track_id}/columns/", { params: { id, track_id }, query, signal });
};

/** Every column of a track of a race as Arrow. */
export const fetchRaceColumns = ({ id, share_id, track_id }: TrackAddress, signal?: AbortSignal) =>
  call("GET /races/{id}/tracks/{track_id}/columns/", { params: { id, track_id }, query: shared(share_id), signal });

export const fetchRaceAnalysis = ({ id, share_id, track_id }: TrackAddress, signal?: AbortSignal) =>
  call("GET /races/{id}/tracks/{track_id}/analysis/", { params: { id, track_id }, query: shared(share_id), signal });

/** The share link of a race; made at the first call. */
export const shareRace = (id: number) => call("POST /races/{id}/share/", { params: { id }, body: {} });
