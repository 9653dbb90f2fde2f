/** The pages of the track list. The routes import this: the first page is fetched while the code of the screen is. */
import type { Track } from "@leebow/api/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { fetchTracks, type TrackFilter } from "../api/tracks";
import { LISTS, type TrackPages } from "./cached-tracks";

/** A page fetched this long ago is not fetched again by the screen that asked for it early, ms. *guess* */
const FRESH_MS = 3000;
/** A list of more pages is not fetched whole again when it is shown again: its changes are written into it. *guess* */
const MOST_REFETCHED = 10;

/** The list of a filter, page by page with the server's cursor. */
export const trackListOptions = (filter: Readonly<TrackFilter>) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ pageParam, signal }) => fetchTracks(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: FRESH_MS,
    refetchOnMount: ({ state: { data } }) => (data?.pages.length ?? 0) <= MOST_REFETCHED,
  });

/** The rows of all pages; a track that moved to a later page while paging is listed once. */
export function rowsOfPages({ pages }: TrackPages): Track[] {
  const byId = new Map<number, Track>();
  for (const track of pages.flatMap(({ results }) => results)) if (!byId.has(track.id)) byId.set(track.id, track);
  return [...byId.values()];
}
