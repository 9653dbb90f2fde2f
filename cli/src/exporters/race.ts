import type { FileAnalysis, RaceCorrection, RaceDay } from "@leebow/core";
import type { Failure } from "../errors.ts";
import { raceCsv } from "./race-csv.ts";
import { raceTable } from "./race-table.ts";

/** The races of a day, with the recordings in which they were found and those that could not be read. */
export interface RaceResult {
  engine: string;
  parameters: { boat_class: string | null; corrections: RaceCorrection[] };
  day: RaceDay;
  files: readonly FileAnalysis[];
  failed: readonly Failure[];
  coloured: boolean;
}

const FORMATS = { table: raceTable, csv: raceCsv, json: raceJson };

export type RaceFormat = keyof typeof FORMATS;
export const RACE_FORMATS = Object.keys(FORMATS) as RaceFormat[];

export function raceText(format: RaceFormat, result: RaceResult): string {
  return FORMATS[format](result);
}

/** The JSON contract (schema/race.schema.json). */
function raceJson({ engine, parameters, day, files, failed }: RaceResult): string {
  const read = files.map(({ name, sha256, boat_class, start_time, end_time, time_zone }) => ({
    name,
    sha256,
    boat_class,
    start_time,
    end_time,
    time_zone,
  }));
  return `${JSON.stringify({ engine, parameters, files: read, ...day, failed }, null, 1)}\n`;
}
