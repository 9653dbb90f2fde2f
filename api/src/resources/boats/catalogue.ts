import catalogue from "./catalogue.json" with { type: "json" };
import type { BoatCatalogue, BoatCatalogueEntry } from "./schema.ts";

const SOURCES: Record<string, string> = catalogue.sources;

/** The date, YYYY-MM-DD, on which the sources were read. */
export const LOOKED_AT = catalogue.looked_at;

/** Kites and foils that the form of a journal offers; the form takes other texts as well. */
export const CATALOGUE: BoatCatalogue = catalogue.entries.map((entry) => ({
  ...(entry as Omit<BoatCatalogueEntry, "sources">),
  sources: entry.sources.map((name) => SOURCES[name]!),
}));
