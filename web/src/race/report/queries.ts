/** The report of a race: what it found, the gaps, the paths of the boats; and its corrections by hand. */
import type { RaceTargetAnswer, ResponseFrom, Target } from "@leebow/api/contract";
import type { Duel, RaceColumns } from "@leebow/core";
import { columnsOfArrow, racesOfArrow } from "@leebow/core/arrow";
import { keepPreviousData, queryOptions, type UseQueryResult, useQueries } from "@tanstack/react-query";
import { call, request } from "../../server/client";
import { pollOptions } from "../../server/polling";
import { type BoatPath, pathOf } from "../../session/boat-path";
import { fetchRacePositions, fetchRaceSummary, isRaceUnfinished, ofRace, type RaceAddress } from "../race-replay";

export type RaceReportAnswer = ResponseFrom<"GET /races/{id}/report/">["body"];

export const fetchRaceReport = (address: RaceAddress, signal?: AbortSignal): Promise<RaceReportAnswer> =>
  call("GET /races/{id}/report/", { ...ofRace(address), signal });

/** The report as a spreadsheet; null while there is none. */
export async function fetchRaceSpreadsheet(address: RaceAddress): Promise<Uint8Array | null> {
  const answer = await request("GET /races/{id}/report/spreadsheet/", ofRace(address));
  return answer.status === 200 ? answer.body : null;
}

/** Which boats, by the names of their tracks, on which leg of which race. */
type DuelQuestion = { start_time: string; a: string; b: string; leg: number };

const key = ({ id, share_id }: RaceAddress) => ["race-report", id, share_id] as const;

export const reportKey = (address: RaceAddress) => [...key(address), "report"] as const;

/** The report is being computed, for the first time or again. */
export const isReportComing = ({ processing_status }: Pick<RaceReportAnswer, "processing_status">): boolean =>
  processing_status === 1 || processing_status === 4;

/** The report, polled until it is computed. */
export const raceReportOptions = (address: RaceAddress) =>
  pollOptions<RaceReportAnswer>({
    queryKey: reportKey(address),
    fetch: (signal) => fetchRaceReport(address, signal),
    isUnfinished: isReportComing,
  });

/** The race and who sailed in it. */
export const reportRaceOptions = (address: RaceAddress) =>
  queryOptions({
    queryKey: [...key(address), "race"],
    queryFn: ({ signal }) => fetchRaceSummary(address, signal),
    meta: { silent: true },
    refetchInterval: ({ state: { data } }) => (data && isRaceUnfinished(data) ? 5000 : false),
  });

/** Where the gaps, comparisons and paths of a report are from: the server, or files that are open. */
export interface ReportSource {
  /** Of this source in the cache. */
  key: readonly unknown[];
  /** Differs between reports with other corrections. */
  version: string;
  /** How far every boat was behind the leader, race by race. */
  gaps: (signal: AbortSignal) => Promise<RaceColumns[][]>;
  duel: (question: DuelQuestion, signal: AbortSignal) => Promise<{ duel: Duel | null }>;
  /** The legs against the targets in use; null where this viewer has none. */
  target: ((in_use: readonly Target[], tws_kn: number | null, signal: AbortSignal) => Promise<RaceTargetAnswer>) | null;
  /** The fixes of the tracks of a boat. */
  path: (track_ids: readonly number[], signal: AbortSignal) => Promise<BoatPath>;
}

/** `has_account`: targets belong to an account. */
export function serverSource(address: RaceAddress, version: string, has_account = false): ReportSource {
  const { params, query } = ofRace(address);
  return {
    key: key(address),
    version,
    gaps: async (signal) => racesOfArrow(await call("GET /races/{id}/report/columns/", { params, query, signal })),
    duel: ({ a, b, ...question }, signal) =>
      call("GET /races/{id}/report/duel/", {
        params,
        query: { ...question, a: Number(a), b: Number(b), ...query },
        signal,
      }),
    target: has_account
      ? (_, tws_kn, signal) =>
          call("GET /races/{id}/report/target/", { params, query: { tws_kn: tws_kn ?? undefined, ...query }, signal })
      : null,
    path: async (track_ids, signal) => {
      const columns = track_ids.map(async (track_id) =>
        columnsOfArrow(await fetchRacePositions({ ...address, track_id }, signal)),
      );
      return pathOf(await Promise.all(columns));
    },
  };
}

/** The gaps of the boats, race by race, of this version of the report. */
export const gapOptions = (source: ReportSource) =>
  queryOptions({
    queryKey: [...source.key, "gaps", source.version],
    queryFn: ({ signal }) => source.gaps(signal),
    meta: { silent: true },
    // Megabytes of numbers, which need no comparison with those before.
    structuralSharing: false,
    gcTime: 60_000,
    // The gaps before a correction stay until those after it are there.
    placeholderData: (before) => before,
  });

/** Two boats on a leg of this version of the report. */
export const duelOptions = (source: ReportSource, question: DuelQuestion) =>
  queryOptions({
    queryKey: [...source.key, "duel", source.version, question],
    queryFn: ({ signal }) => source.duel(question, signal),
    meta: { silent: true },
    placeholderData: keepPreviousData,
  });

/** The legs against these targets, in a wind strength by hand where none was measured. */
export const raceTargetOptions = (source: ReportSource, in_use: readonly Target[], tws_kn: number | null) =>
  queryOptions({
    queryKey: [...source.key, "target", source.version, in_use.map(({ id, name }) => [id, name]), tws_kn],
    queryFn: ({ signal }) => source.target!(in_use, tws_kn, signal),
    enabled: source.target !== null && in_use.length > 0,
    meta: { silent: true },
    placeholderData: keepPreviousData,
  });

/** The fixes of a boat; none are requested of one without tracks. */
const pathOptions = (source: ReportSource, { track, track_ids }: PathOf) =>
  queryOptions({
    queryKey: [...source.key, "path", track, track_ids],
    queryFn: ({ signal }) => source.path(track_ids, signal),
    enabled: track_ids.length > 0,
    meta: { silent: true },
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A boat by its name in the report, and its tracks. */
interface PathOf {
  track: string;
  track_ids: readonly number[];
}

interface BoatPaths {
  /** In the order of the boats; null where a path is not loaded yet, could not be loaded, or is of no track. */
  paths: readonly (BoatPath | null)[];
  /** The places, in this order, of the boats whose path could not be loaded. */
  failed: readonly number[];
  /** Loads those again. */
  retry: () => void;
}

/** The paths of the boats, each as soon as it is loaded. */
export const usePaths = (source: ReportSource, boats: readonly PathOf[]): BoatPaths =>
  useQueries({ queries: boats.map((boat) => pathOptions(source, boat)), combine: boatPaths });

const boatPaths = (results: UseQueryResult<BoatPath>[]): BoatPaths => ({
  paths: results.map(({ data }) => data ?? null),
  failed: results.flatMap(({ isError }, at) => (isError ? [at] : [])),
  retry: () => {
    for (const { isError, refetch } of results) if (isError) void refetch();
  },
});
