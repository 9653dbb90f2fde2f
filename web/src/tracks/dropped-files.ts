import type { TrackDamage } from "@leebow/api/contract";

/** Files that were dropped on another screen, until the upload screen takes them. */
let dropped: File[] = [];

export const keepDropped = (files: readonly File[]): void => {
  dropped = [...files];
};

export function takeDropped(): File[] {
  const taken = dropped;
  dropped = [];
  return taken;
}

// What the browser found lost of files that were sent from it, until the server has read them: then a row says the same.

const found = new Map<number, TrackDamage>();

export const keepFoundDamage = (track_id: number, damage: TrackDamage): void => void found.set(track_id, damage);

export const foundDamage = (track_id: number): TrackDamage | null => found.get(track_id) ?? null;
