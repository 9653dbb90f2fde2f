/** The track list, and its rows that are still being processed. */
import type { Track } from "@leebow/api/contract";
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQueries,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiFailure } from "../api/failure";
import { fetchOldestDate, fetchTrack, fetchTrackDates, fetchTracks, type TrackFilter } from "../api/tracks";
import { notify } from "../stores/notices";
import { DATES, isWorking, LISTS, removeTrack, storeTrack, type TrackPages } from "./cached-tracks";
import { isExhausted, POLLS_EXHAUSTED, pollOptions } from "./polling";

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

/** Polls a track that is being processed and writes each answer into the lists. */
export const progressOptions = (client: QueryClient, track: Track) =>
  pollOptions({
    queryKey: ["tracks", "progress", track.id],
    fetch: async (signal) => {
      const next = await fetchTrack(track.id, signal).catch((cause: unknown) => {
        if (cause instanceof ApiFailure && cause.status === 404) removeTrack(client, track.id);
        throw cause;
      });
      if (next.processing_status === 2) notify.error("Track processing has ended with errors.");
      if (!isWorking(next)) void client.invalidateQueries({ queryKey: DATES });
      storeTrack(client, next);
      return next;
    },
    isUnfinished: isWorking,
    initial: track,
  });

/** Polls the rows that are being processed while the component is mounted; reports once when polling has ended. */
export function useTrackProgress(rows: readonly Track[]): void {
  const client = useQueryClient();
  const hasEnded = useQueries({
    queries: rows.filter(isWorking).map((track) => progressOptions(client, track)),
    combine: (results) => results.some(({ data }) => isExhausted(data, isWorking)),
  });
  useEffect(() => {
    if (hasEnded) notify.error(POLLS_EXHAUSTED);
  }, [hasEnded]);
}
