/** The user's own tracks of a range of days, as the form of a regatta offers them. */
import { LIMITS } from "@leebow/api/contract";
import { queryOptions } from "@tanstack/react-query";
import { allRows } from "../api/all-rows";
import { fetchTracks } from "../api/tracks";

/** Days are YYYY-MM-DD, both ends included. First started first; at most as many as a report may have. */
export const tracksOnDaysOptions = (from: string, to: string) =>
  queryOptions({
    queryKey: ["tracks", "on days", from, to],
    queryFn: async ({ signal }) => {
      const filter = { mode: "mine", search: "", start_date: from, end_date: to, users: [] } as const;
      const tracks = await allRows((cursor) => fetchTracks(filter, cursor, signal), LIMITS.regatta_tracks);
      return tracks.reverse();
    },
    gcTime: 0,
    meta: { silent: true },
  });
