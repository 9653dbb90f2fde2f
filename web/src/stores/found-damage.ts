/** What the browser found lost of files that were sent from it, until the server has read them: then a row says the same. */
import type { TrackDamage } from "@leebow/api/contract";

const found = new Map<number, TrackDamage>();

export const keepFoundDamage = (track_id: number, damage: TrackDamage): void => void found.set(track_id, damage);

export const foundDamage = (track_id: number): TrackDamage | null => found.get(track_id) ?? null;
