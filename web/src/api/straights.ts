/** Calls about straight-line analyses. */
import type { RequestTo, StraightAnalysis, StraightHead } from "@leebow/api/contract";
import { call, request } from "./client";

/** A part of an analysis: a window of time, the straights with a tag, or both. */
export interface StraightSelection {
  window: { from_ms: number; to_ms: number } | null;
  tag_id: number | null;
}

type Correlated = NonNullable<NonNullable<RequestTo<"GET /straights/{id}/corrs/">["query"]>["vals"]>;

/** A 409 has the id of an analysis that exists (`ApiFailure.existing_id`). */
export const createStraightAnalysis = (body: RequestTo<"POST /straights/">["body"]) =>
  call("POST /straights/", { body }) as Promise<{ id: number }>;

export const fetchStraightAnalysis = (id: number, signal?: AbortSignal): Promise<StraightAnalysis> =>
  call("GET /straights/{id}/", { params: { id }, query: { notrackpoints: "true" }, signal });

export function fetchSelection(id: number, { window, tag_id }: StraightSelection, signal?: AbortSignal) {
  const times = window && {
    start_time: new Date(window.from_ms).toISOString(),
    end_time: new Date(window.to_ms).toISOString(),
  };
  const tags = tag_id === null ? {} : { tag_ids: [tag_id] };
  return call("GET /straights/{id}/selection/", {
    params: { id },
    query: { notrackpoints: "true", ...times, ...tags },
    signal,
  });
}

/** Correlations of these columns over the straights, or over those with a tag. */
export const fetchCorrelations = (
  id: number,
  columns: readonly string[],
  tag_id: number | null,
  signal?: AbortSignal,
) =>
  call("GET /straights/{id}/corrs/", {
    params: { id },
    query: { vals: columns as Correlated, ...(tag_id === null ? {} : { tag_ids: [tag_id] }) },
    signal,
  });

export const renameStraightAnalysis = (id: number, name: string | null) =>
  call("PATCH /straights/{id}/", { params: { id }, body: { name } });

/** True when the server answers 204. */
export const deleteStraightAnalysis = async (id: number): Promise<boolean> =>
  (await request("DELETE /straights/{id}/", { params: { id } })).status === 204;

/** The analyses of a track, newest first. */
export const fetchStraightList = async (track: number, signal?: AbortSignal): Promise<StraightHead[]> =>
  (await call("GET /straights/", { query: { track }, signal })).results;
