/** The user's wind files: the list, the files that are still being read, and what is changed in them. */

import type { Track, WindFile } from "@leebow/api/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { shownByForm } from "../api/failure";
import {
  attachWindFile,
  createWindReport,
  deleteWindFile,
  detachWindFile,
  fetchWindCurve,
  fetchWindFile,
  fetchWindFiles,
  type NewWindReport,
} from "../api/wind";
import { notify } from "../stores/notices";
import { storeTrack } from "./cached-tracks";
import { PagedList, pagedOptions } from "./paged-list";
import { restartTrack } from "./replay";
import { changesOfTrack } from "./track-changes";
import { type Progress, useProgress } from "./use-progress";

const LIST = new PagedList<WindFile>(["wind", "files"]);

/** 1: the server is reading the file. */
export const isBeingRead = (file: Pick<WindFile, "processing_status">): boolean => file.processing_status === 1;

/** The list, page by page with the server's cursor. */
export const windFilesOptions = () => pagedOptions(LIST.key, fetchWindFiles);

/** The wind of a whole file over time; it never changes. */
export const windCurveOptions = (id: number) =>
  queryOptions({
    queryKey: ["wind", "curve", id],
    queryFn: async ({ signal }) => (await fetchWindCurve(id, signal)).points,
    staleTime: Number.POSITIVE_INFINITY,
  });

const FILE_PROGRESS: Progress<WindFile> = {
  key: ["wind", "progress"],
  fetch: fetchWindFile,
  isUnfinished: isBeingRead,
  store: LIST.store,
  remove: LIST.remove,
};

/** Polls the files that are being read while the component is mounted. */
export const useWindFileProgress = (files: readonly WindFile[]): void => useProgress(FILE_PROGRESS, files);

export const { remove: removeWindFile, refresh: refreshWindFiles } = LIST;

/** Deletes a wind file and takes it out of the list; false when the server did not answer 204. A notice says what happened. */
export function useDeleteWindFile(id: number) {
  const client = useQueryClient();
  const sayFailed = () => notify.error("Failed to delete the wind file.");
  return useMutation({
    mutationFn: () => deleteWindFile(id),
    onError: sayFailed,
    onSuccess: (isDeleted) => {
      if (!isDeleted) return sayFailed();
      removeWindFile(client, id);
      notify.success("Wind file deleted successfully.");
    },
  });
}

/** Creates a wind report. The form shows failures itself. */
export function useCreateWindReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (report: NewWindReport) => createWindReport(report),
    onError: shownByForm,
    onSuccess: () => void refreshWindFiles(client),
  });
}

/** Attaches a wind file to a track, or takes away the one that is attached; the track's status is 4, later 3. */
export function useTrackWindFile(track: Pick<Track, "id">) {
  const client = useQueryClient();
  return useMutation({
    scope: changesOfTrack(track.id),
    mutationFn: ({ file_id, attach }: { file_id: number; attach: boolean }) =>
      attach ? attachWindFile(file_id, track.id) : detachWindFile(file_id, track.id),
    onSuccess: (changed) => {
      storeTrack(client, changed);
      restartTrack(client, changed);
    },
  });
}
