/** The track, race or wind report of the open page, named in the header. Pages set it when they mount and clear it when they unmount. */
import type { Race, Track, WindReport } from "@leebow/api/contract";
import { proxy, ref } from "valtio";

export type CurrentTrack = Pick<Track, "id" | "full_name" | "start_time" | "tz">;

export type CurrentRace = Pick<Race, "id" | "name" | "start_time" | "tz">;

export type CurrentWindReport = Pick<WindReport, "id" | "name" | "start_time"> & { tz: string };

interface Current {
  track: CurrentTrack | null;
  race: CurrentRace | null;
  windReport: CurrentWindReport | null;
}

export const current = proxy<Current>({ track: null, race: null, windReport: null });

export function setCurrentTrack(track: CurrentTrack): void {
  current.track = ref(track);
}

export function clearCurrentTrack(): void {
  current.track = null;
}

export function setCurrentRace(race: CurrentRace): void {
  current.race = ref(race);
}

export function clearCurrentRace(): void {
  current.race = null;
}

export function setCurrentWindReport(report: CurrentWindReport): void {
  current.windReport = ref(report);
}

export function clearCurrentWindReport(): void {
  current.windReport = null;
}

/** The name of a race, or 'Race {id}'; 'Race' for an answer that has neither. */
export const raceName = ({ id, name }: Partial<Pick<Race, "id" | "name">>): string =>
  name || (id === undefined ? "Race" : `Race ${id}`);
