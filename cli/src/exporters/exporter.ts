import type { FileAnalysis, FleetAnswer, Options } from "@leebow/core";
import type { Failure } from "../errors.ts";

/** A way to print analyses: text before them, for each, and after them. */
export interface Exporter {
  begin(): string;
  /** `pointsFile`: Arrow file with every fix, beside the output. */
  file(report: FileAnalysis, pointsFile?: string): string;
  end(failed: readonly Failure[]): string;
}

/** What every exporter may want to know. */
export interface Setting {
  engine: string;
  options: Partial<Options>;
  coloured: boolean;
  /** The fleets, when they were asked for. */
  fleets?: readonly FleetAnswer[];
}
