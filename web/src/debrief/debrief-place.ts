import type { DebriefEvidence } from "@leebow/core";
import type { ReportTab } from "../report/report-place";
import type { IdentifiedManeuver } from "../report/rows";

/** Where the evidence of findings is shown. */
export interface DebriefPlace {
  /** Of the analysis, in its order: evidence names them by their indices. */
  maneuvers: readonly IdentifiedManeuver[];
  zone: string | null;
  /** Address of a map with just this; without it the map is on the same page. */
  mapAddress?: (evidence: DebriefEvidence) => string;
  onMap: (evidence: DebriefEvidence) => void;
  /** Opens a table with just these rows ticked. */
  onRows: (tab: ReportTab, ids: readonly string[]) => void;
}
