/** Calls about straight-line analyses. */
import type { RequestTo, StraightAnalysis } from "@leebow/api/contract";
import { call } from "./client";

export const createStraightAnalysis = (body: RequestTo<"POST /straights/">["body"]) =>
  call("POST /straights/", { body });

export const fetchStraightAnalysis = (id: number, signal?: AbortSignal): Promise<StraightAnalysis> =>
  call("GET /straights/{id}/", { params: { id }, query: { notrackpoints: "true" }, signal });
