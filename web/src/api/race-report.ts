/** The report of a race, and the corrections of it by hand. A holder of its share link needs no session. */
import type { ResponseFrom } from "@leebow/api/contract";
import type { RaceCorrection } from "@leebow/core";
import { call, request } from "./client";
import type { RaceAddress } from "./race-replay";

export type { RaceAddress, RaceSummary } from "./race-replay";

export type RaceReportAnswer = ResponseFrom<"GET /races/{id}/report/">["body"];

const shared = (share_id: string | null) => ({ share_id: share_id ?? undefined });

export const fetchRaceReport = ({ id, share_id }: RaceAddress, signal?: AbortSignal): Promise<RaceReportAnswer> =>
  call("GET /races/{id}/report/", { params: { id }, query: shared(share_id), signal });

/** The report as a spreadsheet; null while there is none. */
export async function fetchRaceSpreadsheet({ id, share_id }: RaceAddress): Promise<Uint8Array | null> {
  const answer = await request("GET /races/{id}/report/spreadsheet/", { params: { id }, query: shared(share_id) });
  return answer.status === 200 ? answer.body : null;
}

/** How far every boat was behind the leader, as Arrow: a row a second and boat. */
export const fetchGapColumns = ({ id, share_id }: RaceAddress, signal?: AbortSignal): Promise<Uint8Array> =>
  call("GET /races/{id}/report/columns/", { params: { id }, query: shared(share_id), signal });

/** Which boats, by the names of their tracks, on which leg of which race. */
export type DuelQuestion = { start_time: string; a: string; b: string; leg: number };

/** Why boat `a` gained on boat `b` on a leg; null where they did not sail it together. */
export const fetchDuel = (
  { id, share_id }: RaceAddress,
  { start_time, a, b, leg }: DuelQuestion,
  signal?: AbortSignal,
): Promise<ResponseFrom<"GET /races/{id}/report/duel/">["body"]> =>
  call("GET /races/{id}/report/duel/", {
    params: { id },
    query: { start_time, a: Number(a), b: Number(b), leg, ...shared(share_id) },
    signal,
  });

/** The legs in % of the targets that the caller has in use, in a wind strength by hand where none was measured. */
export const fetchRaceTarget = (
  { id, share_id }: RaceAddress,
  tws_kn: number | null,
  signal?: AbortSignal,
): Promise<ResponseFrom<"GET /races/{id}/report/target/">["body"]> =>
  call("GET /races/{id}/report/target/", {
    params: { id },
    query: { tws_kn: tws_kn ?? undefined, ...shared(share_id) },
    signal,
  });

/** Replaces all corrections of the race. Fails with 412 when the stored list is no longer of this version. */
export const replaceRaceCorrections = (
  id: number,
  corrections: readonly RaceCorrection[],
  version: string,
): Promise<RaceReportAnswer> =>
  call("PUT /races/{id}/corrections/", { params: { id }, body: { corrections: [...corrections] }, if_match: version });
