/** The track the screen is about; the header names it. Pages set it on entry and clear it on leave. */
import type { Track } from "@leebow/api/contract";
import { proxy, ref } from "valtio";

export type CurrentTrack = Pick<Track, "id" | "full_name" | "start_time" | "tz">;

export const current = proxy<{ track: CurrentTrack | null }>({ track: null });

export function setCurrentTrack(track: CurrentTrack): void {
  current.track = ref(track);
}

export function clearCurrentTrack(): void {
  current.track = null;
}
