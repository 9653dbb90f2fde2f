import type { Track } from "@leebow/api/contract";
import { trackOfArrow } from "@leebow/core/arrow";
import { mapStyleUrl } from "../../api/config";
import { fetchAnalysis, fetchColumns, fetchTrack } from "../../api/tracks";
import type { ReplayData } from "../../replay/replay-model";

export interface LoadedTrack {
  track: Track;
  data: ReplayData;
  style_url: string | null;
}

/** What became of a track on the server. */
export type TrackLoad =
  | { state: "pending"; track: Track }
  | { state: "broken"; track: Track }
  | ({ state: "ready" } & LoadedTrack);

const BROKEN = 2;
const WIND_COMES = 4;

export const isWindComing = (track: Pick<Track, "processing_status">): boolean =>
  track.processing_status === WIND_COMES;

/** True while the server still works on it. */
export const isUnfinished = (load: TrackLoad): boolean => load.state === "pending" || isWindComing(load.track);

/** Everything a stored track's replay needs. While its wind is being updated, what is shown stays. Throws an ApiFailure. */
export async function loadTrack(id: number, signal: AbortSignal, shown: TrackLoad | null): Promise<TrackLoad> {
  const track = await fetchTrack(id, signal);
  if (isWindComing(track) && shown?.state === "ready") return { ...shown, track };
  if (track.processing_status === BROKEN) return { state: "broken", track };
  if (track.metric === null) return { state: "pending", track };
  const [document, bytes, style_url] = await Promise.all([
    fetchAnalysis(id, signal),
    fetchColumns(id, signal),
    mapStyleUrl(),
  ]);
  const [report] = document.files;
  if (!report) return { state: "broken", track };
  return { state: "ready", track, data: { report, columns: trackOfArrow(bytes).columns }, style_url };
}
