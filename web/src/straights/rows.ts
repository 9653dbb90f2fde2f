import type { AnalyzedSegment, StraightAnalysis } from "@leebow/api/contract";
import type { TackSide } from "@leebow/core";
import type { Span } from "./time-window";

/** A straight of an analysis with its name. */
export interface StraightRow extends AnalyzedSegment {
  name: string;
}

/** A straight as the charts need it. */
export interface ChartSpan extends Span {
  name: string;
  side: TackSide | null;
}

export const rowsOf = ({ segments }: Pick<StraightAnalysis, "segments">): StraightRow[] =>
  Object.entries(segments).map(([name, segment]) => ({ ...segment, name }));

export const spanOf = ({ start_time, end_time }: Pick<AnalyzedSegment, "start_time" | "end_time">): Span => ({
  from_ms: Date.parse(start_time),
  to_ms: Date.parse(end_time),
});

export const durationOf = (rows: readonly Pick<StraightRow, "duration_s">[]): number =>
  rows.reduce((sum, { duration_s }) => sum + duration_s, 0);
