/** The track list, and its rows that are still being processed. */
import type { Track } from "@leebow/api/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fetchOldestDate, fetchTrack, fetchTrackDates, fetchTracks, type TrackFilter } from "../api/tracks";
import { notify } from "../stores/notices";
import { DATES, isWorking, LISTS, removeTrack, storeTrack, type TrackPages } from "./cached-tracks";
import { type Progress, useProgress } from "./use-progress";

/** The list of a filter, page by page with the server's cursor. */
export const trackListOptions = (filter: Readonly<TrackFilter>) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ pageParam, signal }) => fetchTracks(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** The rows of all pages; a track that moved to a later page while paging is listed once. */
export function rowsOfPages({ pages }: TrackPages): Track[] {
  const byId = new Map<number, Track>();
  for (const track of pages.flatMap(({ results }) => results)) if (!byId.has(track.id)) byId.set(track.id, track);
  return [...byId.values()];
}

/** Days with tracks (YYYY-MM-DD) and the oldest of them; the date picker works without them. */
export const trackDatesOptions = () =>
  queryOptions({
    queryKey: DATES,
    queryFn: async () => {
      const [dates, oldest] = await Promise.allSettled([fetchTrackDates(), fetchOldestDate()]);
      return {
        dates: dates.status === "fulfilled" ? dates.value.dates : [],
        oldest: oldest.status === "fulfilled" ? oldest.value.date : null,
      };
    },
  });

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
