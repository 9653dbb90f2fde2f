/** The user's wind files: the list, the files that are still being read, and what is changed in them. */

import type { Track, WindFile, WindFilePage } from "@leebow/api/contract";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
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
import { storeTrack } from "./cached-tracks";
import { restartTrack } from "./replay";
import { changesOfTrack } from "./track-changes";
import { type Progress, useProgress } from "./use-progress";

const WIND_FILES = ["wind", "files"] as const;

type WindFilePages = Pick<InfiniteData<WindFilePage>, "pages">;

/** 1: the server is reading the file. */
export const isBeingRead = (file: Pick<WindFile, "processing_status">): boolean => file.processing_status === 1;

/** The list, page by page with the server's cursor. */
export const windFilesOptions = () =>
  infiniteQueryOptions({
    queryKey: WIND_FILES,
    queryFn: ({ pageParam, signal }) => fetchWindFiles(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** The wind files of all pages; one that moved to a later page while paging is listed once. */
export const windFilesOf = ({ pages }: WindFilePages): WindFile[] => [
  ...new Map(pages.flatMap(({ results }) => results).map((file) => [file.id, file])).values(),
];

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
  store: storeWindFile,
  remove: removeWindFile,
};

/** Polls the files that are being read while the component is mounted. */
export const useWindFileProgress = (files: readonly WindFile[]): void => useProgress(FILE_PROGRESS, files);

function storeWindFile(client: QueryClient, file: WindFile): void {
  changeFiles(client, (files) => files.map((one) => (one.id === file.id ? file : one)));
}

export function removeWindFile(client: QueryClient, id: number): void {
  changeFiles(client, (files) => files.filter((one) => one.id !== id));
}

export const refreshWindFiles = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: WIND_FILES });

function changeFiles(client: QueryClient, change: (files: WindFile[]) => WindFile[]): void {
  client.setQueryData<InfiniteData<WindFilePage, string | null>>(
    WIND_FILES,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, results: change(page.results) })) },
  );
}

/** Deletes a wind file and takes it out of the list. */
export function useDeleteWindFile(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteWindFile(id),
    onSuccess: (isDeleted) => isDeleted && removeWindFile(client, id),
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
