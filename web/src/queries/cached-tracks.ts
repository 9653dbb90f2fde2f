/** The tracks in the cache: their keys, and the changes to rows of every cached list. */
import type { Track, TrackPage } from "@leebow/api/contract";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";

export const LISTS = ["tracks", "list"] as const;
export const DATES = ["tracks", "dates"] as const;

/** The pages of a list that are loaded. */
export type TrackPages = Pick<InfiniteData<TrackPage>, "pages">;

/** 1 and 4: the server is processing the track, or its wind. */
export const isWorking = (track: Pick<Track, "processing_status">): boolean =>
  track.processing_status === 1 || track.processing_status === 4;

/** Writes a track into every cached list that has it. */
export function storeTrack(client: QueryClient, track: Track): void {
  changeRows(client, (rows) => rows.map((row) => (row.id === track.id ? track : row)));
}

/** Takes a track out of every cached list. */
export function removeTrack(client: QueryClient, id: number): void {
  changeRows(client, (rows) => rows.filter((row) => row.id !== id));
}

function changeRows(client: QueryClient, change: (rows: Track[]) => Track[]): void {
  client.setQueriesData<TrackPages>(
    { queryKey: LISTS },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, results: change(page.results) })) },
  );
}

/** Fetches the lists and the dates again; those on the screen at once. */
export async function refreshTracks(client: QueryClient): Promise<void> {
  await Promise.all([LISTS, DATES].map((queryKey) => client.invalidateQueries({ queryKey })));
}
