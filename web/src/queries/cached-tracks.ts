/** The tracks in the cache: their keys, and the changes to rows of every cached list. */
import type { Track } from "@leebow/api/contract";
import type { QueryClient } from "@tanstack/react-query";
import { PagedList } from "./paged-list";

export const TRACKS = new PagedList<Track>(["tracks", "list"]);
export const DATES = ["tracks", "dates"] as const;

/** 1 and 4: the server is processing the track, or its wind. */
export const isWorking = (track: Pick<Track, "processing_status">): boolean =>
  track.processing_status === 1 || track.processing_status === 4;

export const { store: storeTrack, remove: removeTrack } = TRACKS;

/** Fetches the lists and the dates again; those on the screen at once. */
export async function refreshTracks(client: QueryClient): Promise<void> {
  await Promise.all([TRACKS.key, DATES].map((queryKey) => client.invalidateQueries({ queryKey })));
}
