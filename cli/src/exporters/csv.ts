import { maneuverCsvHead, maneuverCsvLines } from "@leebow/core";
import type { Exporter } from "./exporter.ts";

/** One row per maneuver; unknown values are empty. */
export function csvExporter(): Exporter {
  return { begin: maneuverCsvHead, file: maneuverCsvLines, end: () => "" };
}
