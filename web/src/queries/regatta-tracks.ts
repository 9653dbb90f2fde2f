/** The user's own tracks of a range of days, as the form of a regatta offers them. */
import { LIMITS, type Track, type TrackPage } from "@leebow/api/contract";
import { queryOptions } from "@tanstack/react-query";
import { fetchTracks } from "../api/tracks";

/** Days are YYYY-MM-DD, both ends included. First started first; at most as many as a report may have. */
export const tracksOnDaysOptions = (from: string, to: string) =>
  queryOptions({
    queryKey: ["tracks", "on days", from, to],
    queryFn: async ({ signal }) => {
      const filter = { mode: "mine", search: "", start_date: from, end_date: to, users: [] } as const;
      const tracks: Track[] = [];
      let cursor: string | null = null;
      do {
        const page: TrackPage = await fetchTracks(filter, cursor, signal);
        tracks.push(...page.results);
        cursor = page.next;
      } while (cursor && tracks.length < LIMITS.regatta_tracks);
      return tracks.slice(0, LIMITS.regatta_tracks).reverse();
    },
    gcTime: 0,
    meta: { silent: true },
  });
