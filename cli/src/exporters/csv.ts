import { maneuverCsvHead, maneuverCsvLines } from "@leebow/core";
import type { Exporter, Setting } from "./exporter.ts";

/** One row per maneuver; unknown values are empty. */
export function csvExporter({ units, has_target }: Pick<Setting, "units" | "has_target">): Exporter {
  return {
    begin: () => maneuverCsvHead(units, has_target),
    file: (report) => maneuverCsvLines(report, units, has_target),
    end: () => "",
  };
}
