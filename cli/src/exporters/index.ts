import { csvExporter } from "./csv.ts";
import type { Exporter, Setting } from "./exporter.ts";
import { jsonExporter } from "./json.ts";
import { tableExporter } from "./table.ts";

const EXPORTERS = { table: tableExporter, json: jsonExporter, csv: csvExporter };

export type FormatName = keyof typeof EXPORTERS;

/** Names of the formats; the first is the default. */
export const FORMATS = Object.keys(EXPORTERS) as FormatName[];

export function exporterOf(format: FormatName, setting: Setting): Exporter {
  return EXPORTERS[format](setting);
}
