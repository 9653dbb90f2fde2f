/** The report of a race: what it found, the gaps, the paths of the boats; and its corrections by hand. */
import type { Duel, RaceColumns } from "@leebow/core";
import { columnsOfArrow, racesOfArrow } from "@leebow/core/arrow";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchRaceColumns, fetchRaceInfo, fetchRaceSummary } from "../api/race-replay";
import {
  type DuelQuestion,
  fetchDuel,
  fetchGapColumns,
  fetchRaceReport,
  type RaceAddress,
  type RaceReportAnswer,
} from "../api/race-report";
import { type BoatPath, pathOf } from "../session/boat-path";
import { pollOptions } from "./polling";
import { isRaceUnfinished } from "./race-replay";

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

/** The race as lists and dialogs have it. */
export const reportRaceInfoOptions = (address: RaceAddress) =>
  queryOptions({ queryKey: [...key(address), "info"], queryFn: ({ signal }) => fetchRaceInfo(address, signal) });

/** Where the gaps, comparisons and paths of a report are from: the server, or files that are open. */
export interface ReportSource {
  /** Of this source in the cache. */
  key: readonly unknown[];
  /** Differs between reports with other corrections. */
  version: string;
  isLocal: boolean;
  /** How far every boat was behind the leader, race by race. */
  gaps: (signal: AbortSignal) => Promise<RaceColumns[][]>;
  duel: (question: DuelQuestion, signal: AbortSignal) => Promise<{ duel: Duel | null }>;
  /** The fixes of the tracks of a boat. */
  path: (track_ids: readonly number[], signal: AbortSignal) => Promise<BoatPath>;
}

export const serverSource = (address: RaceAddress, version: string): ReportSource => ({
  key: key(address),
  version,
  isLocal: false,
  gaps: async (signal) => racesOfArrow(await fetchGapColumns(address, signal)),
  duel: (question, signal) => fetchDuel(address, question, signal),
  path: async (track_ids, signal) => {
    const { id, share_id } = address;
    const columns = track_ids.map(async (track_id) =>
      columnsOfArrow(await fetchRaceColumns({ id, share_id, track_id }, signal)),
    );
    return pathOf(await Promise.all(columns));
  },
});

const networkOf = ({ isLocal }: ReportSource) => (isLocal ? "always" : "online");

/** The gaps of the boats, race by race, of this version of the report. */
export const gapOptions = (source: ReportSource) =>
  queryOptions({
    queryKey: [...source.key, "gaps", source.version],
    queryFn: ({ signal }) => source.gaps(signal),
    networkMode: networkOf(source),
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
    networkMode: networkOf(source),
    meta: { silent: true },
    placeholderData: keepPreviousData,
  });

const NONE: (BoatPath | null)[] = [];

/** The paths of the boats, each as soon as it is loaded; null where it is not yet or could not be. */
export function usePaths(
  source: ReportSource,
  boats: readonly { track_ids: readonly number[] }[],
): readonly (BoatPath | null)[] {
  const client = useQueryClient();
  const queryKey = [...source.key, "paths", boats.map(({ track_ids }) => track_ids)];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const paths: (BoatPath | null)[] = boats.map(() => null);
      const load = async (track_ids: readonly number[], at: number) => {
        paths[at] = await source.path(track_ids, signal);
        client.setQueryData(queryKey, [...paths]);
      };
      // A boat that could not be loaded is absent from the map; the others are shown.
      await Promise.allSettled(boats.map(({ track_ids }, at) => track_ids.length > 0 && load(track_ids, at)));
      signal.throwIfAborted();
      return paths;
    },
    networkMode: networkOf(source),
    meta: { silent: true },
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? NONE;
}
