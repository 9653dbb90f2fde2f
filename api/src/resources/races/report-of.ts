import type { RaceCorrection } from "@leebow/core/node";
import type { VisibleRace } from "../../access/race.ts";
import type { ReportOf } from "./report.ts";

/** A race with its corrections, those in the database or new ones. */
export type Corrected = Pick<VisibleRace, "race" | "tracks" | "sees_all_tracks">;

/** What the report that a viewer receives is made of; undefined until the race's wind is estimated. */
export function reportOf(found: Corrected): ReportOf | undefined {
  const { result_key, id } = found.race;
  return result_key === null
    ? undefined
    : { race: { id, result_key }, tracks: found.tracks, corrections: shownOf(found) };
}

/** The corrections about the race, and about those of its tracks that are visible. */
export function shownOf({ race, tracks }: Corrected): RaceCorrection[] {
  const visible = new Set(tracks.map(({ id }) => String(id)));
  return race.corrections.filter((correction) => !("track" in correction) || visible.has(correction.track));
}
