import { KIND_COLORS, SEGMENT_KINDS } from "@leebow/core";
import type { TrackRow } from "../../access/track.ts";
import { metricsOf, segmentsOf } from "../tracks/points.ts";
import type { IdentifiedReport, UserTag } from "../tracks/schema.ts";
import type { SegmentRow, UserTagRow } from "./queries.ts";
import type { Segment } from "./schema.ts";

export function presentUserTag({ id, value, color, hidden }: UserTagRow): UserTag {
  return { id, value, color, visible: !hidden };
}

/** A segment with its place and metrics in the present analysis; those are null where the report does not have it. */
export function presentSegment(
  row: SegmentRow,
  track: Pick<TrackRow, "processing_status">,
  report: IdentifiedReport | null,
  user_tags: UserTag[],
): Segment {
  const found = report ? segmentsOf(report).find(({ id }) => id === row.id) : undefined;
  const label = SEGMENT_KINDS[row.kind].letter as Segment["label"];
  const metric = found && metricsOf(report!).find((one) => one.segment_name === found.seg_name);
  return {
    id: row.id,
    track: row.track_id,
    seg_name: found?.seg_name ?? row.name,
    tag: label,
    label,
    color: KIND_COLORS[row.kind],
    start: found?.start ?? null,
    finish: found?.finish ?? null,
    start_time: found?.start_time ?? row.start_time.toISOString(),
    end_time: found?.end_time ?? row.end_time.toISOString(),
    user_tags,
    present: found !== undefined,
    processing_status: track.processing_status as Segment["processing_status"],
    metric: metric ?? null,
  };
}
