/** The report of a race, and the corrections of it by hand. A holder of its share link needs no session. */
import type { RaceCorrection, RaceDay } from "../race-report/types";
import { call } from "./client";
import type { RaceAddress } from "./race-replay";

export type { RaceAddress, RaceSummary } from "./race-replay";

export interface RaceReportAnswer {
  /** As of a race: 1 and 4 while it is computed, 2 when that failed. */
  processing_status: number;
  /** Null until it is computed. */
  report: RaceDay | null;
  corrections: RaceCorrection[];
}

const shared = (share_id: string | null) => ({ share_id: share_id ?? undefined });

// The routes come with the server's part of the report.
const untyped = call as unknown as (name: string, options: object) => Promise<unknown>;

export const fetchRaceReport = ({ id, share_id }: RaceAddress, signal?: AbortSignal) =>
  untyped("GET /races/{id}/report/", { params: { id }, query: shared(share_id), signal }) as Promise<RaceReportAnswer>;

/** How far every boat was behind the leader, as Arrow: a row a second and boat. */
export const fetchGapColumns = ({ id, share_id }: RaceAddress, signal?: AbortSignal) =>
  untyped("GET /races/{id}/report/columns/", {
    params: { id },
    query: shared(share_id),
    signal,
  }) as Promise<Uint8Array>;

/** Replaces all corrections of the race. */
export const replaceRaceCorrections = (id: number, corrections: readonly RaceCorrection[]) =>
  untyped("PUT /races/{id}/corrections/", { params: { id }, body: { corrections } }) as Promise<RaceReportAnswer>;
