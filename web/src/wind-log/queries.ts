/** The user's wind files and their reports: the list, files that are still being read, and what is changed in them. */
import type { RequestTo, Track, WindFile, WindReport } from "@leebow/api/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../server/client";
import { notify } from "../server/notices";
import { PagedList, pagedOptions } from "../server/paged-list";
import { type Progress, pollOptions, quickInterval, useProgress, whilePending } from "../server/polling";
import { read, useChange, useRemove, useSend } from "../server/read";
import { changesOfTrack, restartTrack } from "../tracks/track";
import { storeTrack } from "../tracks/track-list";

const LIST = new PagedList<WindFile>(["wind", "files"]);
const fetchWindFile = (id: number, signal?: AbortSignal) => call("GET /windfiles/{id}/", { params: { id }, signal });

/** 1: the server is reading the file. */
export const isBeingRead = (file: Pick<WindFile, "processing_status">): boolean => file.processing_status === 1;

/** The list, page by page with the server's cursor. */
export const windFilesOptions = () =>
  pagedOptions(LIST.key, (cursor, signal) =>
    call("GET /windfiles/", { query: { cursor: cursor ?? undefined }, signal }),
  );

/** One wind file, for its name, map and time zone. */
export const windFileOptions = (id: number) => read(["wind", "file", id], "GET /windfiles/{id}/", { params: { id } });

/** The wind of a whole file over time; it never changes. */
export const windCurveOptions = (id: number) =>
  queryOptions({
    queryKey: ["wind", "curve", id],
    queryFn: async ({ signal }) => (await call("GET /windfiles/{id}/curve/", { params: { id }, signal })).points,
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

/** Deletes a wind file and takes it out of the list. A notice says what happened. */
export const useDeleteWindFile = (id: number) =>
  useRemove("DELETE /windfiles/{id}/", () => ({ params: { id } }), {
    failed: () => notify.error("Failed to delete the wind file."),
    notice: "Wind file deleted successfully.",
    holds: (client) => removeWindFile(client, id),
  });

/** Attaches a wind file to a track, or takes away the one that is attached; the track's status is 4, later 3. */
export const useTrackWindFile = ({ id: track_id }: Pick<Track, "id">) =>
  useChange(
    ({ file_id: id, attach }: { file_id: number; attach: boolean }) => {
      const request = { params: { id }, body: { track_id } };
      return attach ? call("POST /windfiles/{id}/attach/", request) : call("POST /windfiles/{id}/detach/", request);
    },
    {
      scope: changesOfTrack(track_id),
      notice: (_, { attach }) =>
        attach ? "Wind data is processing." : "The track is worked through again without this wind.",
      holds: (client, changed) => {
        storeTrack(client, changed);
        restartTrack(client, changed);
      },
    },
  );

/** Creates a wind report. The form shows failures itself. */
export const useCreateWindReport = () =>
  useSend("POST /windreports/", (body: NonNullable<RequestTo<"POST /windreports/">["body"]>) => ({ body }), {
    inForm: true,
    holds: (client) => void refreshWindFiles(client),
  });

export const isReportPending = ({ metrics, error }: Pick<WindReport, "metrics" | "error">): boolean =>
  metrics === null && error === null;

/** A wind report, polled until its numbers are computed. */
export const windReportOptions = (id: number) =>
  pollOptions<WindReport>({
    queryKey: ["wind", "report", id],
    fetch: (signal) => call("GET /windreports/{id}/", { params: { id }, signal }),
    isUnfinished: isReportPending,
    // The numbers of a report are computed in less than a second. *guess*
    interval_ms: (_, polls) => quickInterval(polls),
  });

/** The reports of the wind file of a track, oldest first without their curves, polled while the first is computed. */
export const reportsOfFileOptions = (id: number) =>
  queryOptions({
    queryKey: ["wind", "file", id, "reports"],
    queryFn: ({ signal }) => call("GET /windfiles/{id}/reports/", { params: { id }, signal }),
    refetchInterval: whilePending<Pick<WindReport, "metrics" | "error">[]>(
      ([report]) => report !== undefined && isReportPending(report),
    ),
    meta: { silent: true },
  });

export const useDeleteWindReport = (id: number) =>
  useRemove("DELETE /windreports/{id}/", () => ({ params: { id } }), {
    notice: "Wind report deleted successfully.",
    holds: (client) => void refreshWindFiles(client),
  });
