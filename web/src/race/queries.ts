/** The race list: its pages, its races that are still being processed, and the changes to a race. */
import type { Race, RacePage, TrackMode } from "@leebow/api/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../server/client";
import { allRows, PagedList, pagedOptions, rowsOf } from "../server/paged-list";
import { type Progress, useProgress } from "../server/polling";
import { read, useRemove, useSend } from "../server/read";
import { raceName } from "../tracks/current-track";
import { fetchTrack } from "../tracks/track-list";

const LIST = new PagedList<Race>(["races", "list"]);

interface RaceFilter {
  mode: TrackMode;
  search: string;
}

const fetchRaces = ({ mode, search }: RaceFilter, cursor: string | null, signal?: AbortSignal): Promise<RacePage> =>
  call("GET /races/", { query: { owner: mode, search: search || undefined, cursor: cursor ?? undefined }, signal });

/** The list of a filter, page by page with the server's cursor. */
export const raceListOptions = (filter: RaceFilter) =>
  pagedOptions([...LIST.key, filter], (cursor, signal) => fetchRaces(filter, cursor, signal));

/** The races of all pages that have a track, each once. */
export const racesOf = (data: { pages: RacePage[] }): Race[] =>
  rowsOf(data).filter(({ track_ids }) => track_ids.length > 0);

/** 1 and 4: the wind of the race is being estimated, for the first time or again. */
const isRaceWorking = (race: Pick<Race, "processing_status">): boolean =>
  race.processing_status === 1 || race.processing_status === 4;

const RACE_PROGRESS: Progress<Race> = {
  key: ["races", "progress"],
  fetch: (id, signal) => call("GET /races/info/{id}/", { params: { id }, signal }),
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
    queryFn: async ({ signal }) => (await call("GET /tracks/dates/", { query: { owner: mode }, signal })).dates,
    gcTime: 0,
  });

/** The tracks of a day, YYYY-MM-DD in their own zones, first started first, and these ones wherever they are listed: those a race has already. */
export const dayTracksOptions = (mode: TrackMode, day: string, also: readonly number[] = []) =>
  queryOptions({
    queryKey: ["races", "tracks", mode, day, also],
    queryFn: async ({ signal }) => {
      const newest = await allRows((cursor) =>
        call("GET /tracks/", { query: { owner: mode, day, cursor: cursor ?? undefined }, signal }),
      );
      const tracks = newest.reverse();
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

export const useCreateRace = () =>
  useSend("POST /races/", (body: { name: string; tracks: number[] }) => ({ body }), {
    inForm: true,
    holds: (client) => void LIST.refresh(client),
  });

/** Of a form, which shows failures; the lists hold the race that the server answers. */
const OF_FORM = { inForm: true, holds: LIST.store };

export const useRenameRace = (id: number) =>
  useSend("PATCH /races/{id}/", (name: string) => ({ params: { id }, body: { name } }), OF_FORM);

export const useReplaceRaceTracks = (id: number) =>
  useSend("PATCH /races/{id}/tracks/", (tracks: number[]) => ({ params: { id }, body: { race: id, tracks } }), OF_FORM);

/** Deletes a race on the server and takes it out of the lists. */
export const useDeleteRace = (id: number) =>
  useRemove("DELETE /races/{id}/", () => ({ params: { id } }), {
    notice: "Race has been deleted.",
    holds: (client) => LIST.remove(client, id),
  });

/** Takes the own tracks out of a race; it stays in the lists where they have tracks of others that are in it. */
export const useLeaveRace = (race: Race) =>
  useSend("DELETE /races/{id}/participation/", () => ({ params: { id: race.id } }), {
    notice: `Your tracks are no longer in ${raceName(race)}.`,
    touches: [LIST.key],
  });

/** The share link of a race, made at the first call; without `expires` its end stays. */
const linkOf = (id: number, expires?: string | null) => ({ params: { id }, body: { expires }, shows_forbidden: true });

export const shareRace = (id: number) => call("POST /races/{id}/share/", linkOf(id));

/** The share link of a race, made by the first request for it. */
export const shareOptions = (id: number) =>
  read(["races", "share", id], "POST /races/{id}/share/", linkOf(id), { gcTime: 0, staleTime: 60_000 });

/** Sets when the link of a race ends; null: never. */
export const useLinkEnd = (id: number) =>
  useSend("POST /races/{id}/share/", (expires: string | null) => linkOf(id, expires), {
    // The end that was chosen last stays.
    scope: `link of race ${id}`,
    holds: (client, share) => client.setQueryData(shareOptions(id).queryKey, share),
  });

/** Ends the link of a race at once. */
export const useEndLink = (race: Race) =>
  useSend("DELETE /races/{id}/share/", () => ({ params: { id: race.id } }), {
    notice: `The link of ${raceName(race)} has ended.`,
    holds: (client) => LIST.store(client, { ...race, share_id: null, share_expires: null }),
  });
