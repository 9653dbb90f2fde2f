/** The race list: its pages, its races that are still being processed, and the changes to a race. */

import type { Race, RacePage, TrackMode } from "@leebow/api/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { shownByForm } from "../api/failure";
import {
  createRace,
  deleteRace,
  endRaceLink,
  fetchDaysWithTracks,
  fetchRaceInfo,
  fetchRaces,
  fetchTracksOfDay,
  leaveRace,
  type RaceFilter,
  renameRace,
  replaceRaceTracks,
  shareRace,
} from "../api/race-list";
import { fetchTrack } from "../api/tracks";
import { raceName } from "../stores/current-track";
import { notify } from "../stores/notices";
import { PagedList, pagedOptions, rowsOf } from "./paged-list";
import { type Progress, useProgress } from "./use-progress";

const LIST = new PagedList<Race>(["races", "list"]);

/** The list of a filter, page by page with the server's cursor. */
export const raceListOptions = (filter: RaceFilter) =>
  pagedOptions([...LIST.key, filter], (cursor, signal) => fetchRaces(filter, cursor, signal));

/** The races of all pages that have a track, each once. */
export const racesOf = (data: { pages: RacePage[] }): Race[] =>
  rowsOf(data).filter(({ track_ids }) => track_ids.length > 0);

/** 1 and 4: the wind of the race is being estimated, for the first time or again. */
export const isRaceWorking = (race: Pick<Race, "processing_status">): boolean =>
  race.processing_status === 1 || race.processing_status === 4;

const RACE_PROGRESS: Progress<Race> = {
  key: ["races", "progress"],
  fetch: fetchRaceInfo,
  isUnfinished: isRaceWorking,
  store: LIST.store,
  remove: LIST.remove,
};

/** Polls the races that are being processed while the component is mounted. */
export const useRaceProgress = (races: readonly Race[]): void => useProgress(RACE_PROGRESS, races);

/** Days with tracks that a race can be made of, newest first. */
export const raceDaysOptions = (mode: TrackMode) =>
  queryOptions({
    queryKey: ["races", "days", mode],
    queryFn: ({ signal }) => fetchDaysWithTracks(mode, signal),
    gcTime: 0,
  });

/** The tracks of a day, and these ones wherever they are listed: those a race has already. */
export const dayTracksOptions = (mode: TrackMode, day: string, also: readonly number[] = []) =>
  queryOptions({
    queryKey: ["races", "tracks", mode, day, also],
    queryFn: async ({ signal }) => {
      const tracks = await fetchTracksOfDay(mode, day, signal);
      const missing = also.filter((id) => !tracks.some((track) => track.id === id));
      const others = await Promise.allSettled(missing.map((id) => fetchTrack(id, signal)));
      return [...others.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])), ...tracks];
    },
    gcTime: 0,
  });

/** The name that the server would give a race without one. */
export const nextRaceNameOptions = (mode: TrackMode) =>
  queryOptions({
    queryKey: ["races", "next name", mode],
    queryFn: async ({ signal }) => (await fetchRaces({ mode, search: "" }, null, signal)).next_name,
    gcTime: 0,
  });

/** Failures of this and of the next two are shown by their forms. */
export function useCreateRace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, tracks }: { name: string; tracks: number[] }) => createRace(name, tracks),
    onError: shownByForm,
    onSuccess: () => void LIST.refresh(client),
  });
}

export function useRenameRace(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => renameRace(id, name),
    onError: shownByForm,
    onSuccess: (race) => LIST.store(client, race),
  });
}

export function useReplaceRaceTracks(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tracks: number[]) => replaceRaceTracks(id, tracks),
    onError: shownByForm,
    onSuccess: (race) => LIST.store(client, race),
  });
}

/** Deletes a race on the server and takes it out of the lists. */
export function useDeleteRace(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteRace(id),
    onSuccess: (isDeleted) => {
      if (!isDeleted) return;
      LIST.remove(client, id);
      notify.success("Race has been deleted.");
    },
  });
}

/** Takes the own tracks out of a race; it stays in the lists where they have tracks of others that are in it. */
export function useLeaveRace(race: Race) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => leaveRace(race.id),
    onSuccess: () => {
      notify.success(`Your tracks are no longer in ${raceName(race)}.`);
      return LIST.refresh(client);
    },
  });
}

/** The share link of a race, made by the first request for it. */
export const shareOptions = (id: number) =>
  queryOptions({ queryKey: ["races", "share", id], queryFn: () => shareRace(id), gcTime: 0, staleTime: 60_000 });

/** Sets when the link of a race ends; null: never. */
export function useLinkEnd(id: number) {
  const client = useQueryClient();
  return useMutation({
    // One after the other: the end that was chosen last stays.
    scope: { id: `link of race ${id}` },
    mutationFn: (expires: string | null) => shareRace(id, expires),
    onSuccess: (share) => client.setQueryData(shareOptions(id).queryKey, share),
  });
}

/** Ends the link of a race at once. */
export function useEndLink(race: Race) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => endRaceLink(race.id),
    onSuccess: () => {
      LIST.store(client, { ...race, share_id: null, share_expires: null });
      notify.success(`The link of ${raceName(race)} has ended.`);
    },
  });
}
