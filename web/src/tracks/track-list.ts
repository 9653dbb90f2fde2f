/** The list of tracks: its pages, the days that have tracks, and the rows that are still being processed. */
import type { Track } from "@leebow/api/contract";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../server/client";
import { notify } from "../server/notices";
import { PagedList, pagedOptions } from "../server/paged-list";
import { type Progress, useProgress } from "../server/polling";
import type { TrackFilter } from "./track-filter";

export const TRACKS = new PagedList<Track>(["tracks", "list"]);
export const DATES = ["tracks", "dates"] as const;

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

/** A page fetched this long ago is not fetched again by the screen that asked for it early, ms. *guess* */
const FRESH_MS = 3000;
/** A list of more pages is not fetched whole again when it is shown again: its changes are written into it. *guess* */
const MOST_REFETCHED = 10;

/**
 * The list of a filter, page by page with the server's cursor. The routes import this: the first page is fetched while the
 * code of the screen is.
 */
export const trackListOptions = (filter: Readonly<TrackFilter>) =>
  infiniteQueryOptions({
    ...pagedOptions([...TRACKS.key, filter], (cursor, signal) => fetchTracks(filter, cursor, signal)),
    staleTime: FRESH_MS,
    refetchOnMount: ({ state: { data } }) => (data?.pages.length ?? 0) <= MOST_REFETCHED,
  });

/** Days with tracks (YYYY-MM-DD) and the oldest of them; the date picker works without them. */
export const trackDatesOptions = () =>
  queryOptions({
    queryKey: DATES,
    queryFn: async () => {
      const [dates, oldest] = await Promise.allSettled([call("GET /tracks/dates/"), call("GET /tracks/oldest_date/")]);
      return {
        dates: dates.status === "fulfilled" ? dates.value.dates : [],
        oldest: oldest.status === "fulfilled" ? oldest.value.date : null,
      };
    },
  });

/** 1 and 4: the server is processing the track, or its wind. */
export const isWorking = (track: Pick<Track, "processing_status">): boolean =>
  track.processing_status === 1 || track.processing_status === 4;

export const { store: storeTrack, remove: removeTrack } = TRACKS;

/** Fetches the lists and the dates again; those on the screen at once. */
export async function refreshTracks(client: QueryClient): Promise<void> {
  await Promise.all([TRACKS.key, DATES].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The work on the tracks of a list; an end with errors is reported, and may add a day with tracks. */
export const TRACK_PROGRESS: Progress<Track> = {
  key: ["tracks", "progress"],
  fetch: fetchTrack,
  isUnfinished: isWorking,
  store: (client, track) => {
    if (track.processing_status === 2) notify.error("Track processing has ended with errors.");
    if (!isWorking(track)) void client.invalidateQueries({ queryKey: DATES });
    storeTrack(client, track);
  },
  remove: removeTrack,
};

/** Polls the rows that are being processed while the component is mounted. */
export const useTrackProgress = (rows: readonly Track[]): void => useProgress(TRACK_PROGRESS, rows);
