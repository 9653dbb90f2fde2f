/** One race on the server, and what its replay shows. */
import type { Race, ResponseFrom } from "@leebow/api/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ReplayData } from "../playback/rows";
import { call, mapStyleUrl } from "../server/client";
import { ApiFailure, failureSentence } from "../server/failure";
import { type Polled, pollOptions } from "../server/polling";
import { boatNames } from "../session/boat-names";
import { mergeTracks } from "../session/merge-tracks";
import { RaceColumnsReader } from "../session/race-columns";
import { raceWind } from "../session/race-wind";
import type { RaceBoatData, RaceData } from "../session/replay-model";
import type { WindTrack } from "../session/wind-now";

type RaceDetails = ResponseFrom<"GET /races/{id}/">["body"];
/** A race with its wind and its boats, without their points. */
export type RaceSummary = Exclude<RaceDetails, { points_every: number }>;

/** What names a race in a request. */
export interface RaceAddress {
  id: number;
  /** Null for a viewer with a session. */
  share_id: string | null;
}

interface TrackAddress extends RaceAddress {
  track_id: number;
}

/** What a request has of a race. */
export const ofRace = ({ id, share_id }: RaceAddress) => ({
  params: { id },
  query: { share_id: share_id ?? undefined },
});

/** And of one of its tracks. */
const ofTrack = ({ track_id, ...race }: TrackAddress) => {
  const { params, query } = ofRace(race);
  return { params: { ...params, track_id }, query };
};

export async function fetchRaceSummary(address: RaceAddress, signal?: AbortSignal): Promise<RaceSummary> {
  const { params, query } = ofRace(address);
  const race = await call("GET /races/{id}/", { params, query: { ...query, notrackpoints: "true" }, signal });
  return race as RaceSummary;
}

/** Time and position of a track of a race, a fix a second, as Arrow. */
export const fetchRacePositions = (address: TrackAddress, signal?: AbortSignal) => {
  const { params, query } = ofTrack(address);
  return call("GET /races/{id}/tracks/{track_id}/columns/", { params, query: { ...query, only: "positions" }, signal });
};

/** Tracks requested at the same time. *guess* */
const PARALLEL = 6;

const infoKey = ({ id }: RaceAddress) => ["race-replay", "info", id] as const;
const replayKey = ({ id }: RaceAddress) => ["race-replay", "boats", id] as const;
const progressKey = ({ id }: RaceAddress) => ["race-replay", "progress", id] as const;

/** The wind of the race is being estimated for the first time (1) or again (4). */
export const isRaceUnfinished = ({ processing_status }: Race): boolean =>
  processing_status === 1 || processing_status === 4;

/** A race, polled until its wind is estimated; then its boats are loaded again. */
export const raceInfoOptions = (client: QueryClient, address: RaceAddress) =>
  pollOptions<Race>({
    queryKey: infoKey(address),
    fetch: async (signal) => {
      const before = client.getQueryData<Polled<Race>>(infoKey(address))?.value;
      const race = await call("GET /races/info/{id}/", { ...ofRace(address), signal });
      if (before && isRaceUnfinished(before) && !isRaceUnfinished(race))
        await client.invalidateQueries({ queryKey: replayKey(address) });
      return race;
    },
    isUnfinished: isRaceUnfinished,
  });

export interface LoadProgress {
  loaded: number;
  total: number;
}

/** How many tracks of the race are loaded; written while {@link raceReplayOptions} runs. */
export const raceProgressOptions = (address: RaceAddress) =>
  queryOptions<LoadProgress | null>({ queryKey: progressKey(address), queryFn: () => null, enabled: false, gcTime: 0 });

export interface StoredRace {
  data: RaceData;
  /** Why boats are absent, a sentence each. */
  missing: string[];
  style_url: string | null;
}

/** What the replay of a race needs. It is not cached: the columns of a race take megabytes. */
export const raceReplayOptions = (client: QueryClient, address: RaceAddress) =>
  queryOptions({
    queryKey: replayKey(address),
    queryFn: async ({ signal }): Promise<StoredRace> => {
      const [race, style_url] = await Promise.all([fetchRaceSummary(address, signal), mapStyleUrl()]);
      const progress = { loaded: 0, total: race.track.flatMap(({ track_ids }) => track_ids).length };
      const report = (by: number) => {
        progress.loaded += by;
        client.setQueryData<LoadProgress | null>(progressKey(address), { ...progress });
      };
      report(0);
      const wind = raceWind(race.wind_estimates, race.track.filter(({ has_vote }) => has_vote).length);
      const reader = new RaceColumnsReader();
      try {
        const load = (id: number) => loadTrack({ ...address, track_id: id }, reader, wind, signal);
        const tracks = await loadTracks(race, load, () => report(1));
        return { ...raceDataOf(race, tracks, wind), style_url };
      } finally {
        reader.end();
      }
    },
    gcTime: 0,
    structuralSharing: false,
    refetchOnMount: false,
  });

/** A track, or the sentence that says why it can not be shown. */
type Loaded = ReplayData | string;

/** The tracks of all boats, some at a time. */
async function loadTracks(race: RaceSummary, load: (id: number) => Promise<Loaded>, onLoaded: () => void) {
  const ids = race.track.flatMap(({ track_ids }) => track_ids);
  const loaded = new Map<number, Loaded>();
  let next = 0;
  const work = async () => {
    for (let id = ids[next++]; id !== undefined; id = ids[next++]) {
      loaded.set(id, await load(id));
      onLoaded();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return loaded;
}

async function loadTrack(
  address: RaceAddress & { track_id: number },
  reader: RaceColumnsReader,
  wind: WindTrack | null,
  signal: AbortSignal,
): Promise<Loaded> {
  const request = { ...ofTrack(address), signal };
  try {
    const [{ files }, columns] = await Promise.all([
      call("GET /races/{id}/tracks/{track_id}/analysis/", request),
      call("GET /races/{id}/tracks/{track_id}/columns/", request).then((bytes) => reader.read(bytes, wind)),
    ]);
    return files[0] && columns.n > 0 ? { report: files[0], columns } : "Its recording has no positions.";
  } catch (cause) {
    if (signal.aborted || !(cause instanceof ApiFailure) || cause.status === 0) throw cause;
    return failureSentence(cause);
  }
}

function raceDataOf(
  race: RaceSummary,
  tracks: Map<number, Loaded>,
  wind: WindTrack | null,
): Omit<StoredRace, "style_url"> {
  const missing: string[] = [];
  const shown = race.track.flatMap((boat) => {
    const all = boat.track_ids.map((id) => tracks.get(id)!);
    const parts = all.filter((one) => typeof one !== "string");
    for (const one of all) if (typeof one === "string") missing.push(`${boat.full_name}: ${one}`);
    return parts.length > 0 ? [{ boat, data: mergeTracks(parts) }] : [];
  });
  const names = boatNames(shown.map(({ boat: { user }, data }) => ({ ...user, file: data.report.name })));
  const boats = shown.map(
    ({ boat, data }, i): RaceBoatData => ({ ...data, id: boat.id, name: names[i]!, sailor: boat.full_name }),
  );
  return { data: { boats, wind }, missing };
}
