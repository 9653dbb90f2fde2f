import type { FileAnalysis, RaceCorrection, RaceDay } from "@leebow/core";
import type { Failure } from "../io/errors.ts";
import type { RaceDuel } from "./race-duel.ts";
import { raceCsv, raceParquet } from "./race-rows.ts";
import { raceTable } from "./race-table.ts";
import type { RaceTargetResult } from "./race-target.ts";

/** The races of a day, with the recordings in which they were found and those that could not be read. */
export interface RaceResult {
  engine: string;
  parameters: { boat_class: string | null; corrections: RaceCorrection[] };
  day: RaceDay;
  files: readonly FileAnalysis[];
  failed: readonly Failure[];
  /** Two boats on the legs that both sailed; null when it was not asked for. */
  duels: readonly RaceDuel[] | null;
  /** The legs in % of target; null without a polar file. */
  target: RaceTargetResult | null;
  coloured: boolean;
}

const FORMATS = { table: raceTable, csv: raceCsv, parquet: raceParquet, json: raceJson };

export type RaceFormat = keyof typeof FORMATS;
export const RACE_FORMATS = Object.keys(FORMATS) as RaceFormat[];

export function raceOutput(format: RaceFormat, result: RaceResult): string | Uint8Array {
  return FORMATS[format](result);
}

/** The JSON contract (schema/race.schema.json). */
function raceJson({ engine, parameters, day, files, failed, duels, target }: RaceResult): string {
  const read = files.map(({ name, sha256, boat_class, start_time, end_time, time_zone }) => ({
    name,
    sha256,
    boat_class,
    start_time,
    end_time,
    time_zone,
  }));
  const compared = { ...(duels && { duels }), ...(target && { target }) };
  return `${JSON.stringify({ engine, parameters, files: read, ...day, ...compared, failed }, null, 1)}\n`;
}
