import type { InstrumentErrors, Units } from "@leebow/core";
import type { SeasonTable } from "@leebow/core/tables";
import type { FormatName } from "../exporters/index.ts";
import type { TimeSpan } from "./part-times.ts";

/** The parsed command line of `leebow analyze`. */
export interface AnalyzeCommand {
  name: "analyze";
  paths: string[];
  /** Path of a wind log that applies to all recordings. */
  wind: string | undefined;
  boat: string | undefined;
  windHint: number | undefined;
  /** Path of a CSV that names the class, sailor and sail number of recordings. */
  manifest: string | undefined;
  /** Path of a JSON file of corrections. */
  corrections: string | undefined;
  /** What is added to the clock of the recordings, s. */
  clock?: number;
  /** Spans of local time that are left out, and those that are taken in. */
  leaveOut?: TimeSpan[];
  takeIn?: TimeSpan[];
  /** What is added to the clock of the wind log, s. */
  windClock?: number;
  /** Whether instruments that contradict the track are used. */
  trustInstruments?: boolean;
  calibration?: InstrumentErrors;
  /** Whether the parts are listed, also where all of it is sailing. */
  parts?: boolean;
  /** Whether files of one session, and receivers of one boat, stay apart. */
  apart?: boolean;
  /** Whether one wind is estimated for all boats that sailed together. */
  fleet: boolean;
  /** Path of a polar file with which the maneuvers are compared. */
  target?: string;
  /** Wind speed of recordings without one, kn. */
  tws?: number;
  format: FormatName | "parquet";
  /** The chosen ones; absent without a choice. */
  units?: Partial<Units>;
  /** Whether every fix and every channel is written as Arrow, too. */
  points: boolean;
  /** Path to write to instead of stdout. */
  output: string | undefined;
  /** Folder of the tables of --format parquet, and those that are written. */
  out: string | undefined;
  tables: SeasonTable[];
}
