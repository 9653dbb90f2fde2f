import type { CsvLayout } from "./session-spec.ts";

/** The parsed command line of `leebow simulate`. */
export interface SimulateCommand {
  name: "simulate";
  /** Files to write; the extension of each selects its format. */
  outputs: string[];
  /** Layout of .csv files. */
  csv: CsvLayout;
  /** The settings given as options, under the simulator's names. */
  spec: object;
  /** Path of a JSON file with further settings; options take precedence. */
  specFile: string | undefined;
}
