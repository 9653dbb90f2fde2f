/** The tracks and races that an entry can be about. */
import type { TrackMode } from "@leebow/api/contract";
import { queryOptions } from "@tanstack/react-query";
import { fetchRaces } from "../api/race-list";
import { fetchTracks } from "../api/tracks";

/** Shown of each. *guess*: what a list shows without much scrolling. */
const MAX_SUBJECTS = 8;

/** The latest tracks of the user's teams and the latest races that a search finds. One of the two may fail. */
export const subjectChoicesOptions = (mode: TrackMode, search: string) =>
  queryOptions({
    queryKey: ["journals", "subjects", mode, search],
    queryFn: async ({ signal }) => {
      const filter = { mode: "team", search, start_date: null, end_date: null, users: [] } as const;
      const [tracks, races] = await Promise.allSettled([
        fetchTracks(filter, null, signal),
        fetchRaces({ mode, search }, null, signal),
      ]);
      if (tracks.status === "rejected" && races.status === "rejected") throw tracks.reason;
      return {
        tracks: tracks.status === "fulfilled" ? tracks.value.results.slice(0, MAX_SUBJECTS) : [],
        races: races.status === "fulfilled" ? races.value.results.slice(0, MAX_SUBJECTS) : [],
      };
    },
    meta: { silent: true },
  });
