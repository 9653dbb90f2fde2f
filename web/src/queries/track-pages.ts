/** The pages of the track list. The routes import this: the first page is fetched while the code of the screen is. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { fetchTracks } from "../api/tracks";
import type { TrackFilter } from "../stores/track-filter";
import { TRACKS } from "./cached-tracks";
import { pagedOptions } from "./paged-list";

/** A page fetched this long ago is not fetched again by the screen that asked for it early, ms. *guess* */
const FRESH_MS = 3000;
/** A list of more pages is not fetched whole again when it is shown again: its changes are written into it. *guess* */
const MOST_REFETCHED = 10;

/** The list of a filter, page by page with the server's cursor. */
export const trackListOptions = (filter: Readonly<TrackFilter>) =>
  infiniteQueryOptions({
    ...pagedOptions([...TRACKS.key, filter], (cursor, signal) => fetchTracks(filter, cursor, signal)),
    staleTime: FRESH_MS,
    refetchOnMount: ({ state: { data } }) => (data?.pages.length ?? 0) <= MOST_REFETCHED,
  });
