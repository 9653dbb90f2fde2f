/** The days that have tracks, and the rows of the list that are still being processed. */
import type { Track } from "@leebow/api/contract";
import { queryOptions } from "@tanstack/react-query";
import { fetchOldestDate, fetchTrack, fetchTrackDates } from "../api/tracks";
import { notify } from "../stores/notices";
import { DATES, isWorking, removeTrack, storeTrack } from "./cached-tracks";
import { type Progress, useProgress } from "./use-progress";

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
