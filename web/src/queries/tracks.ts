/** The track list, its rows that are still being processed, and the changes to a track. */
import type { Permission, Track, TrackPage } from "@leebow/api/contract";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiFailure } from "../api/failure";
import {
  changeTrack,
  deleteTrack,
  fetchOldestDate,
  fetchTrack,
  fetchTrackDates,
  fetchTracks,
  type TrackFilter,
} from "../api/tracks";
import { notify } from "../stores/notices";
import { isExhausted, POLLS_EXHAUSTED, pollOptions } from "./polling";

const LISTS = ["tracks", "list"] as const;
const DATES = ["tracks", "dates"] as const;

type Pages = Pick<InfiniteData<TrackPage>, "pages">;

/** 1 and 4: the server is processing the track, or its wind. */
export const isWorking = (track: Pick<Track, "processing_status">): boolean =>
  track.processing_status === 1 || track.processing_status === 4;

/** The list of a filter, page by page with the server's cursor. */
export const trackListOptions = (filter: TrackFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ pageParam, signal }) => fetchTracks(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** The rows of all pages; a track that moved to a later page while paging is listed once. */
export function rowsOfPages({ pages }: Pages): Track[] {
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

/** Writes a track into every cached list that has it. */
export function storeTrack(client: QueryClient, track: Track): void {
  changeRows(client, (rows) => rows.map((row) => (row.id === track.id ? track : row)));
}

/** Takes a track out of every cached list. */
export function removeTrack(client: QueryClient, id: number): void {
  changeRows(client, (rows) => rows.filter((row) => row.id !== id));
}

function changeRows(client: QueryClient, change: (rows: Track[]) => Track[]): void {
  client.setQueriesData<Pages>(
    { queryKey: LISTS },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, results: change(page.results) })) },
  );
}

/** Fetches the lists and the dates again; those on the screen at once. */
export async function refreshTracks(client: QueryClient): Promise<void> {
  await Promise.all([LISTS, DATES].map((queryKey) => client.invalidateQueries({ queryKey })));
}

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

export interface TrackChange {
  permissions?: Permission;
  boat_name?: string;
  wind_hint_deg?: number | null;
}

/** Changes a track on the server and in the lists. */
export function useChangeTrack(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: TrackChange) => changeTrack(id, change),
    onSuccess: (track) => storeTrack(client, track),
  });
}

/** Deletes a track on the server and takes it out of the lists. */
export function useDeleteTrack(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteTrack(id),
    onSuccess: () => {
      removeTrack(client, id);
      void client.invalidateQueries({ queryKey: DATES });
    },
  });
}
