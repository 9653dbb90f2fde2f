/** Calls about tracks. */
import type { OldestTrackDate, Page, Permission, Track, TrackDates, TrackMode } from "@leebow/api/contract";
import type { AnalysisDocument } from "@leebow/core";
import { ask, call } from "./client";

export interface TrackFilter {
  mode: TrackMode;
  search: string;
  /** YYYY-MM-DD, both ends included. */
  start_date: string | null;
  end_date: string | null;
}

export function fetchTracks(
  { mode, search, start_date, end_date }: TrackFilter,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Page<Track>> {
  const tz = start_date ? Intl.DateTimeFormat().resolvedOptions().timeZone : null;
  return call("GET", "/tracks/", { query: { cursor, owner: mode, search, start_date, end_date, tz }, signal });
}

export const fetchTrack = (id: number, signal?: AbortSignal): Promise<Track> =>
  call("GET", `/tracks/${id}/`, { query: { notrackpoints: true }, signal });

export const fetchAnalysis = (id: number, signal?: AbortSignal): Promise<AnalysisDocument> =>
  call("GET", `/tracks/${id}/analysis/`, { signal });

export const fetchTrackDates = (): Promise<TrackDates> => call("GET", "/tracks/dates/");
export const fetchOldestDate = (): Promise<OldestTrackDate> => call("GET", "/tracks/oldest_date/");

export const changeTrack = (
  id: number,
  change: { permissions?: Permission; boat_name?: string; wind_hint_deg?: number | null },
): Promise<Track> => call("PATCH", `/tracks/${id}/`, { body: change });

/** Counts as done only when the server says 204. */
export const deleteTrack = async (id: number): Promise<boolean> =>
  (await ask("DELETE", `/tracks/${id}/`)).status === 204;

/** The source as it was uploaded: the server answers where to fetch it. */
export const sourceAddress = (id: number): Promise<{ url: string }> =>
  call("GET", `/download/track/source/${id}/`, { signal: AbortSignal.timeout(3000) });

/** Every column of a track; the bytes never change while its analysis stays. */
export const fetchColumns = async (id: number, signal?: AbortSignal): Promise<Uint8Array> =>
  new Uint8Array(await (await ask("GET", `/tracks/${id}/columns/`, { signal })).arrayBuffer());
