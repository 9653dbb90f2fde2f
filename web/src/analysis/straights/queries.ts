/** Straight-line analyses: one with its track, parts of it, its correlations, and the list of a track. */
import type { RequestTo, StraightAnalysis, Track } from "@leebow/api/contract";
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, showFailure } from "../../server/client";
import { ApiFailure } from "../../server/failure";
import { notify } from "../../server/notices";
import { read, useRemove } from "../../server/read";
import { fetchColumns } from "../../tracks/track";
import { fetchTrack } from "../../tracks/track-list";

const listKey = (track_id: number) => ["straights-of-track", track_id] as const;

/** Id of the new analysis of these straights; of the one that exists, which is reported. */
export async function analysisOf(
  client: QueryClient,
  track: number,
  segments: number[],
  name: string | null,
): Promise<number> {
  try {
    const { id } = (await call("POST /straights/", { body: { track, segments, name } })) as { id: number };
    void client.invalidateQueries({ queryKey: listKey(track) });
    return id;
  } catch (cause) {
    if (!(cause instanceof ApiFailure) || cause.existing_id === null) throw cause;
    notify.error(cause.sentences.join(" "));
    return cause.existing_id;
  }
}

export interface StoredStraights {
  analysis: StraightAnalysis;
  track: Track;
}

/** An analysis with its track. */
export const straightAnalysisOptions = (id: number) =>
  queryOptions({
    queryKey: ["straights", id] as const,
    queryFn: async ({ signal }): Promise<StoredStraights> => {
      const request = { params: { id }, query: { notrackpoints: "true" as const }, signal };
      const analysis = await call("GET /straights/{id}/", request);
      return { analysis, track: await fetchTrack(analysis.track_id, signal) };
    },
    meta: { silent: true },
  });

/** A part of an analysis: a window of time, the straights with a tag, or both. */
interface StraightSelection {
  window: { from_ms: number; to_ms: number } | null;
  tag_id: number | null;
}

const taggedWith = (tag_id: number | null) => (tag_id === null ? {} : { tag_ids: [tag_id] });

/** The analysis of a part. The former part stays until the next one is there. */
export function selectionOptions(id: number, selection: StraightSelection) {
  const { window, tag_id } = selection;
  const times = window && {
    start_time: new Date(window.from_ms).toISOString(),
    end_time: new Date(window.to_ms).toISOString(),
  };
  return read(
    ["straights", id, "selection", selection],
    "GET /straights/{id}/selection/",
    { params: { id }, query: { notrackpoints: "true", ...times, ...taggedWith(tag_id) } },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  );
}

type Correlated = NonNullable<NonNullable<RequestTo<"GET /straights/{id}/corrs/">["query"]>["vals"]>;

/** Correlations of these columns over the straights, or over those with a tag. */
export const correlationOptions = (id: number, columns: readonly string[], tag_id: number | null) =>
  read(
    ["straights", id, "correlations", columns, tag_id],
    "GET /straights/{id}/corrs/",
    { params: { id }, query: { vals: columns as Correlated, ...taggedWith(tag_id) } },
    { meta: { silent: true } },
  );

/** The columns of a track for the charts. They are not cached: they take megabytes. */
export const chartColumnsOptions = (track_id: number) =>
  queryOptions({
    queryKey: ["straights-columns", track_id] as const,
    queryFn: async ({ signal }) => {
      const [bytes, { columnsOfArrow }] = await Promise.all([
        fetchColumns(track_id, signal),
        import("@leebow/core/arrow"),
      ]);
      return columnsOfArrow(bytes);
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    meta: { silent: true },
  });

/** The analyses of a track that the user may find, newest first. */
export const straightListOptions = (track_id: number) =>
  queryOptions({
    queryKey: listKey(track_id),
    queryFn: async ({ signal }) => (await call("GET /straights/", { query: { track: track_id }, signal })).results,
    meta: { silent: true },
  });

/** Renames an analysis at once; the old name is restored when the server does not take the new one. */
export function useRenameAnalysis(id: number) {
  const client = useQueryClient();
  const { queryKey } = straightAnalysisOptions(id);
  const write = (name: string | null) =>
    client.setQueryData<StoredStraights>(
      queryKey,
      (stored) => stored && { ...stored, analysis: { ...stored.analysis, name } },
    );
  return useMutation({
    mutationFn: (name: string | null) => call("PATCH /straights/{id}/", { params: { id }, body: { name } }),
    onMutate: async (name) => {
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData<StoredStraights>(queryKey)?.analysis.name ?? null;
      write(name);
      return { before };
    },
    onError: (cause, _name, context) => {
      if (context) write(context.before);
      showFailure(cause);
    },
    onSuccess: ({ name }) => {
      write(name);
      const track_id = client.getQueryData<StoredStraights>(queryKey)?.analysis.track_id;
      if (track_id !== undefined) void client.invalidateQueries({ queryKey: listKey(track_id) });
    },
  });
}

export const useDeleteAnalysis = ({ id, track_id }: Pick<StraightAnalysis, "id" | "track_id">) =>
  useRemove("DELETE /straights/{id}/", () => ({ params: { id } }), {
    notice: "The analysis has been deleted.",
    holds: (client) => void client.invalidateQueries({ queryKey: listKey(track_id) }),
  });
