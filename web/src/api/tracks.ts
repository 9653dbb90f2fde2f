/** Calls about tracks. */
import type { RequestTo, Track } from "@leebow/api/contract";
import type { TrackFilter } from "../stores/track-filter";
import { call, request } from "./client";

/** Time-out of the specification for the address of a download. */
const DOWNLOAD_TIMEOUT_MS = 3000;

type TrackBody = NonNullable<RequestTo<"PATCH /tracks/{id}/">["body"]>;
/** As a form holds it: the boat class is the text of a choice. */
export type TrackChange = Omit<TrackBody, "boat_name"> & { boat_name?: string };

export function fetchTracks(filter: Readonly<TrackFilter>, cursor: string | null, signal?: AbortSignal) {
  const start_date = filter.start_date ?? undefined;
  const query = {
    cursor: cursor ?? undefined,
    owner: filter.mode,
    search: filter.search || undefined,
    start_date,
    end_date: filter.end_date ?? undefined,
    filter_users: [...filter.users],
    tz: start_date && Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  return call("GET /tracks/", { query, signal });
}

export const fetchTrack = (id: number, signal?: AbortSignal): Promise<Track> =>
  call("GET /tracks/{id}/", { params: { id }, query: { notrackpoints: "true" }, signal });

export const fetchAnalysis = (id: number, signal?: AbortSignal) =>
  call("GET /tracks/{id}/analysis/", { params: { id }, signal });

/** What cost most in a session, against earlier ones and the boats of its races. */
export const fetchDebrief = (id: number, signal?: AbortSignal) =>
  call("GET /tracks/{id}/debrief/", { params: { id }, signal });

export const fetchTrackDates = () => call("GET /tracks/dates/");
export const fetchOldestDate = () => call("GET /tracks/oldest_date/");

export const changeTrack = (id: number, change: TrackChange) =>
  call("PATCH /tracks/{id}/", { params: { id }, body: change as TrackBody });

/** Makes a track again of each file that a track was made of. */
export const separateTrack = async (id: number): Promise<Track[]> =>
  (await call("DELETE /tracks/{id}/join/", { params: { id } })).tracks;

/** Puts tracks together as the first of them. */
export const joinTracks = ([id, ...track_ids]: readonly number[]): Promise<Track> =>
  call("POST /tracks/{id}/join/", { params: { id: id! }, body: { track_ids } });

/** True when the server answers 204. */
export const deleteTrack = async (id: number): Promise<boolean> =>
  (await request("DELETE /tracks/{id}/", { params: { id } })).status === 204;

/** Address of the source as it was uploaded. */
export const sourceAddress = (id: number) =>
  call("GET /download/track/source/{id}/", { params: { id }, signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });

/** Every column of a track as Arrow; the bytes never change while its analysis remains. */
export const fetchColumns = (id: number, signal?: AbortSignal) =>
  call("GET /tracks/{id}/columns/", { params: { id }, signal });

/** Address of all points of a track as CSV; null when there are none. */
export async function pointsAddress(id: number): Promise<string | null> {
  const signal = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
  const answer = await request("GET /download/exportCSV/{id}/", { params: { id }, signal });
  return answer.status === 200 ? answer.body.url : null;
}

/** The report of a track as XLSX; null when there is none. */
export async function fetchSpreadsheet(id: number, tws_kn: number | null = null): Promise<Uint8Array | null> {
  const answer = await request("GET /reports/track/", { query: { track_id: id, tws_kn: tws_kn ?? undefined } });
  return answer.status === 200 ? answer.body : null;
}
