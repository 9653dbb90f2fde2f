/** The track of the open page, named in the header. Pages set it when they mount and clear it when they unmount. */
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
