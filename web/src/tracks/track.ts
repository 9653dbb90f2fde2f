/** One track on the server: what its replay and its report show, and the changes to it. */
import type { RequestTo, Track } from "@leebow/api/contract";
import type { FileAnalysis } from "@leebow/core";
import { mutationOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReplayData } from "../playback/rows";
import { call, mapStyleUrl, showFailure } from "../server/client";
import { ApiFailure } from "../server/failure";
import { notify } from "../server/notices";
import { POLL_INTERVAL_MS, type Polled, pollOptions, quickInterval, whilePending } from "../server/polling";
import { useChange, useRemove } from "../server/read";
import { DATES, fetchTrack, isWorking, refreshTracks, removeTrack, storeTrack } from "./track-list";

const detailKey = (id: number) => ["tracks", "detail", id] as const;
const replayKey = (id: number) => ["tracks", "replay", id] as const;
const reportKey = (id: number) => ["tracks", "report", id] as const;

export const isBroken = (track: Track): boolean => track.processing_status === 2;
/** The wind is being computed again; the analysis there is stays valid until then. */
export const isWindPending = (track: Track): boolean => track.processing_status === 4;
/** An analysis exists, though its wind may be computed again. */
export const isAnalyzed = (track: Track): boolean => !isBroken(track) && track.metric !== null;
export const isUnfinished = (track: Track): boolean => !isBroken(track) && (!isAnalyzed(track) || isWindPending(track));

/** A track, polled until its analysis and its wind are there. */
export const trackOptions = (client: QueryClient, id: number) =>
  pollOptions<Track>({
    queryKey: detailKey(id),
    fetch: async (signal) => {
      const before = client.getQueryData<Polled<Track>>(detailKey(id))?.value;
      const track = await fetchTrack(id, signal);
      if (before && isWindPending(before) && !isWindPending(track))
        await client.invalidateQueries({ queryKey: replayKey(id) });
      return track;
    },
    isUnfinished,
    // The wind of an analyzed track is computed in a second or two. *measured* on the fixtures
    interval_ms: (track, polls) => (isAnalyzed(track) ? quickInterval(polls) : POLL_INTERVAL_MS),
  });

/**
 * Shows a track as just changed and polls it anew, and its report where that is open. A request that was sent before the
 * change is cancelled: its answer would show the track as it was.
 */
export function restartTrack(client: QueryClient, track: Track): void {
  void client.cancelQueries({ queryKey: detailKey(track.id) });
  if (client.getQueryData(reportKey(track.id))) void client.cancelQueries({ queryKey: reportKey(track.id) });
  client.setQueryData<Polled<Track>>(detailKey(track.id), { value: track, polls: 0 });
  client.setQueryData<StoredReport | null>(reportKey(track.id), (report) => report && { ...report, track });
}

export interface StoredReplay {
  data: ReplayData;
  /** The online map style of this server; null for our own chart. */
  style_url: string | null;
}

/** What the replay of an analyzed track needs. It is not cached: the columns of a track take megabytes. */
export const replayOptions = (id: number) =>
  queryOptions({
    queryKey: replayKey(id),
    queryFn: async ({ signal }): Promise<StoredReplay> => {
      // The reader of columns is loaded beside them: the map, which takes longer, does not wait for it.
      const [report, bytes, style_url, { columnsOfArrow }] = await Promise.all([
        fetchReport(id, signal),
        fetchColumns(id, signal),
        mapStyleUrl(),
        import("@leebow/core/arrow"),
      ]);
      return { data: { report, columns: columnsOfArrow(bytes) }, style_url };
    },
    gcTime: 0,
    structuralSharing: false,
    refetchOnMount: false,
  });

export interface StoredReport {
  track: Track;
  analysis: FileAnalysis;
}

/**
 * A track with its analysis; null while the server is processing it. Fails with the server's sentence. The report that is
 * open stays while its wind is computed again, and is polled until then.
 */
export const reportOptions = (client: QueryClient, id: number) =>
  queryOptions({
    queryKey: reportKey(id),
    queryFn: async ({ signal }): Promise<StoredReport | null> => {
      const track = await fetchTrack(id, signal);
      const open = client.getQueryData<StoredReport | null>(reportKey(id));
      if (open && isWindPending(track)) return { ...open, track };
      if (!track.id || isWorking(track)) return null;
      if (isBroken(track)) throw new ApiFailure(0, track.error ?? "There was an error processing this track.");
      return { track, analysis: await fetchReport(id, signal) };
    },
    refetchInterval: whilePending((report) => report !== null && isWindPending(report.track)),
    gcTime: 0,
    structuralSharing: false,
  });

/** Every column of a track as Arrow; the bytes never change while its analysis remains. */
export const fetchColumns = (id: number, signal?: AbortSignal) =>
  call("GET /tracks/{id}/columns/", { params: { id }, signal });

async function fetchReport(id: number, signal: AbortSignal): Promise<FileAnalysis> {
  const [report] = (await call("GET /tracks/{id}/analysis/", { params: { id }, signal })).files;
  if (!report) throw new ApiFailure(0, "The analysis of this track holds no file.");
  return report;
}

type TrackBody = NonNullable<RequestTo<"PATCH /tracks/{id}/">["body"]>;
/** As a form holds it: the boat class is the text of a choice. */
type TrackChange = Omit<TrackBody, "boat_name"> & { boat_name?: string };

export const changeTrack = (id: number, change: TrackChange) =>
  call("PATCH /tracks/{id}/", { params: { id }, body: change as TrackBody });

/** Makes a track again of each file that a track was made of. */
const separateTrack = async (id: number): Promise<Track[]> =>
  (await call("DELETE /tracks/{id}/join/", { params: { id } })).tracks;

/** Puts tracks together as the first of them. */
const joinTracks = ([id, ...track_ids]: readonly number[]): Promise<Track> =>
  call("POST /tracks/{id}/join/", { params: { id: id! }, body: { track_ids } });

/** Changes in this scope are sent one after the other: the server compares each with what is stored. */
export const changesOfTrack = (id: number) => `track ${id}`;

/** Changes a track on the server and in the lists, after the changes to it that are under way. */
export const changeTrackOptions = (client: QueryClient, id: number) =>
  mutationOptions({
    scope: { id: changesOfTrack(id) },
    mutationFn: (change: TrackChange) => changeTrack(id, change),
    onSuccess: (track, { wind_hint_deg }) => {
      storeTrack(client, track);
      // Here, not with the call: an undo is pressed also after its dialog was closed.
      if (wind_hint_deg !== undefined) restartTrack(client, track);
    },
  });

export function useChangeTrack(id: number) {
  return useMutation(changeTrackOptions(useQueryClient(), id));
}

/** Deletes a track on the server and takes it out of the lists. */
export const useDeleteTrack = (id: number) =>
  useRemove("DELETE /tracks/{id}/", () => ({ params: { id } }), {
    notice: "Track has been deleted.",
    holds: (client) => {
      removeTrack(client, id);
      void client.invalidateQueries({ queryKey: DATES });
    },
  });

/** Polls these tracks, which were made of others, and fetches the lists again. */
function restartTracks(client: QueryClient, tracks: readonly Track[]): void {
  for (const track of tracks) restartTrack(client, track);
  void refreshTracks(client);
}

/** Makes several tracks of one again. */
export const useSeparateTrack = (id: number, inForm = false) =>
  useChange(() => separateTrack(id), {
    inForm,
    notice: ({ length }) => `They are ${length} tracks. Their figures are being worked out.`,
    holds: restartTracks,
  });

/** Makes one track of several; a notice takes that back. The form shows failures. */
export function useJoinTracks(ids: readonly number[]) {
  const client = useQueryClient();
  const separate = async (id: number) => {
    const tracks = await separateTrack(id);
    restartTracks(client, tracks);
    notify.success(`They are ${tracks.length} tracks again.`);
  };
  return useChange(() => joinTracks(ids), {
    inForm: true,
    holds: (_, track) => {
      restartTracks(client, [track]);
      const run = () => void separate(track.id).catch(showFailure);
      notify.success("They are one track. Its figures are being worked out.", { label: "Undo", run });
    },
  });
}
