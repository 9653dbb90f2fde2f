import type { RaceAnalysis, RaceColumns } from "./core.ts";
import type { RawRaceAnalysis } from "./raw.ts";

/** A result of a binding, with the columns by race. */
export function raceAnalysisOf(raw: RawRaceAnalysis): RaceAnalysis {
  const day: RaceAnalysis["day"] = JSON.parse(raw.day);
  const columns: RaceColumns[][] = day.races.map(() => []);
  for (const { race, ...boat } of raw.columns) columns[race]?.push(boat);
  return { day, columns };
}
