/** The report of a race, and the corrections of it by hand. A holder of its share link needs no session. */
import type { ResponseFrom } from "@leebow/api/contract";
import type { RaceCorrection } from "@leebow/core";
import { call } from "./client";
import type { RaceAddress } from "./race-replay";

export type { RaceAddress, RaceSummary } from "./race-replay";

export type RaceReportAnswer = ResponseFrom<"GET /races/{id}/report/">["body"];

const shared = (share_id: string | null) => ({ share_id: share_id ?? undefined });

export const fetchRaceReport = ({ id, share_id }: RaceAddress, signal?: AbortSignal): Promise<RaceReportAnswer> =>
  call("GET /races/{id}/report/", { params: { id }, query: shared(share_id), signal });

/** How far every boat was behind the leader, as Arrow: a row a second and boat. */
export const fetchGapColumns = ({ id, share_id }: RaceAddress, signal?: AbortSignal): Promise<Uint8Array> =>
  call("GET /races/{id}/report/columns/", { params: { id }, query: shared(share_id), signal });

/** Replaces all corrections of the race. Fails with 412 when the stored list is no longer of this version. */
export const replaceRaceCorrections = (
  id: number,
  corrections: readonly RaceCorrection[],
  version: string,
): Promise<RaceReportAnswer> =>
  call("PUT /races/{id}/corrections/", { params: { id }, body: { corrections: [...corrections] }, if_match: version });
