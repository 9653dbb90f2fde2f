import type { Journal } from "@leebow/api/contract";
import type { EntryBody } from "../api/journal-entries";

/** An entry as the server takes it: sent back, it changes nothing. */
export function bodyOfEntry(entry: Journal): EntryBody {
  const { content, tags, kite_brand, kite_model, kite_size, foil_brand, foil_model, foil_wing } = entry;
  return {
    ...{ content, kite_brand, kite_model, kite_size, foil_brand, foil_model, foil_wing },
    tags: tags.map(({ value }) => ({ value })),
    feel: entry.feel as NonNullable<EntryBody["feel"]>,
    s_point: entry.s_point,
    e_point: entry.e_point,
    straight_analysis_id: entry.straight_analysis_id,
    straight_analysis_segments: entry.straight_analysis_segments.map(({ id }) => id),
    regatta_report: entry.regatta_report,
  };
}
