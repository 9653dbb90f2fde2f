import type { Generated } from "kysely";
import type { CreatedAt } from "../../platform/db/columns.ts";

/** Straight-line analyses. The numbers are computed from the track's present results whenever one is read. */
export interface StraightAnalysesTable {
  id: Generated<number>;
  user_id: number;
  track_id: number;
  name: string | null;
  /** Hash of the set of segments: a user has one analysis of a set. */
  selection_hash: string;
  created_at: CreatedAt;
}

interface StraightAnalysisSegmentsTable {
  analysis_id: number;
  segment_id: number;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    straight_analyses: StraightAnalysesTable;
    straight_analysis_segments: StraightAnalysisSegmentsTable;
  }
}
