/** One wind report, and the reports of the wind file that a track uses. */
import type { WindReport } from "@leebow/api/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteWindReport, fetchReportsOfFile, fetchWindFile, fetchWindReport } from "../api/wind";
import { pollOptions, quickInterval, whilePending } from "./polling";
import { refreshWindFiles } from "./wind-files";

export const isReportPending = ({ metrics, error }: Pick<WindReport, "metrics" | "error">): boolean =>
  metrics === null && error === null;

/** A wind report, polled until its numbers are computed. */
export const windReportOptions = (id: number) =>
  pollOptions<WindReport>({
    queryKey: ["wind", "report", id],
    fetch: (signal) => fetchWindReport(id, signal),
    isUnfinished: isReportPending,
    // The numbers of a report are computed in less than a second. *guess*
    interval_ms: (_, polls) => quickInterval(polls),
  });

/** One wind file, for its name, map and time zone. */
export const windFileOptions = (id: number) =>
  queryOptions({ queryKey: ["wind", "file", id], queryFn: ({ signal }) => fetchWindFile(id, signal) });

/** The reports of the wind file of a track, polled while the first of them is computed. */
export const reportsOfFileOptions = (id: number) =>
  queryOptions({
    queryKey: ["wind", "file", id, "reports"],
    queryFn: ({ signal }) => fetchReportsOfFile(id, signal),
    refetchInterval: whilePending<Pick<WindReport, "metrics" | "error">[]>(
      ([report]) => report !== undefined && isReportPending(report),
    ),
    meta: { silent: true },
  });

export function useDeleteWindReport(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteWindReport(id),
    onSuccess: () => void refreshWindFiles(client),
  });
}
