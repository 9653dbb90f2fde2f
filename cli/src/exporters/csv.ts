import { maneuverCsvHead, maneuverCsvLines } from "@leebow/core";
import type { Exporter, Setting } from "./exporter.ts";

/** One row per maneuver; unknown values are empty. */
export function csvExporter({ units }: Pick<Setting, "units">): Exporter {
  return { begin: () => maneuverCsvHead(units), file: (report) => maneuverCsvLines(report, units), end: () => "" };
}
