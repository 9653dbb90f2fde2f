import type { ComparedReport, FileAnalysis, FleetAnswer, Options, Units } from "@leebow/core";
import type { Failure } from "../io/errors.ts";

/** An output format: the text before the analyses, of each, and after them. */
export interface Exporter {
  begin(): string;
  /** `pointsFile`: name of the Arrow file with every fix, if there is one. */
  file(report: FileAnalysis | ComparedReport, pointsFile?: string): string;
  end(failed: readonly Failure[]): string;
}

/** The settings of an exporter. */
export interface Setting {
  engine: string;
  options: Partial<Options>;
  coloured: boolean;
  /** Of the table and of CSV; JSON has the standard ones. */
  units: Units;
  /** Whether the parts of each recording are listed with their reasons. */
  parts?: boolean;
  /** Whether maneuvers are compared with a polar file. */
  has_target?: boolean;
  /** The fleets, when they were requested. */
  fleets?: readonly FleetAnswer[];
}
