/** The track, race or wind report of the open page, named in the header. */
import type { Race, Track, WindReport } from "@leebow/api/contract";
import { useEffect } from "react";
import { proxy, ref } from "valtio";

interface Current {
  track: Pick<Track, "id" | "full_name" | "start_time" | "tz"> | null;
  race: Pick<Race, "id" | "name" | "start_time" | "tz"> | null;
  windReport: (Pick<WindReport, "id" | "name" | "start_time"> & { tz: string }) | null;
}

export const current = proxy<Current>({ track: null, race: null, windReport: null });

/** Names this in the header until it changes or the page is left. */
export function useCurrent<Kind extends keyof Current>(kind: Kind, value: Current[Kind] | undefined): void {
  useEffect(() => {
    current[kind] = value ? ref(value) : null;
    return clearCurrent;
  }, [kind, value]);
}

export function clearCurrent(): void {
  Object.assign(current, { track: null, race: null, windReport: null });
}

/** The name of a race, or 'Race {id}'; 'Race' for an answer that has neither. */
export const raceName = ({ id, name }: Partial<Pick<Race, "id" | "name">>): string =>
  name || (id === undefined ? "Race" : `Race ${id}`);
