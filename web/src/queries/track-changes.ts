/** Changes to a track, on the server and in the cached lists. */
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { changeTrack, deleteTrack, type TrackChange } from "../api/tracks";
import { notify } from "../stores/notices";
import { DATES, removeTrack, storeTrack } from "./cached-tracks";
import { restartTrack } from "./replay";

/** Changes in this scope are sent one after the other: the server compares each with what is stored. */
export const changesOfTrack = (id: number) => ({ id: `track ${id}` });

/** Changes a track on the server and in the lists, after the changes to it that are under way. */
export const changeTrackOptions = (client: QueryClient, id: number) =>
  mutationOptions({
    scope: changesOfTrack(id),
    mutationFn: (change: TrackChange) => changeTrack(id, change),
    onSuccess: (track, { wind_hint_deg }) => {
      storeTrack(client, track);
      // Here, not with the call: an undo is pressed also after its dialog was closed.
      if (wind_hint_deg !== undefined) restartTrack(client, track);
    },
  });

export function useChangeTrack(id: number) {
  return useMutation(changeTrackOptions(useQueryClient(), id));
}

/** Deletes a track on the server and takes it out of the lists. */
export function useDeleteTrack(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteTrack(id),
    onSuccess: (isDeleted) => {
      if (!isDeleted) return;
      removeTrack(client, id);
      notify.success("Track has been deleted.");
      void client.invalidateQueries({ queryKey: DATES });
    },
  });
}
