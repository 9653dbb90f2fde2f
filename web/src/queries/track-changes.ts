/** Changes to a track, on the server and in the cached lists. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeTrack, deleteTrack, type TrackChange } from "../api/tracks";
import { notify } from "../stores/notices";
import { DATES, removeTrack, storeTrack } from "./cached-tracks";

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
    onSuccess: (isDeleted) => {
      if (!isDeleted) return;
      removeTrack(client, id);
      notify.success("Track has been deleted.");
      void client.invalidateQueries({ queryKey: DATES });
    },
  });
}
