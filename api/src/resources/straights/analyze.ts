import { analyzeStraights, type StraightAnalysis, type TrackColumns, trackOfArrow } from "@leebow/core/node";
import { LRUCache } from "lru-cache";
import { findTrack, type TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { detailError } from "../../platform/http/errors.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { SegmentRow } from "../segments/queries.ts";
import { userTagsOfTrack } from "../tracks/queries.ts";
import { RESULT_FILES } from "../tracks/results.ts";
import type { UserTag } from "../tracks/schema.ts";
import { type AnalysisRow, segmentsOfAnalysis } from "./queries.ts";
import type { SelectionQuery } from "./schema.ts";

/** A straight of an analysis with its rows, under a name that no other straight of the analysis has. */
interface PickedStraight {
  segment: SegmentRow;
  name: string;
  tags: UserTag[];
  /** Half-open range of fixes. */
  start: number;
  end: number;
}

export interface Analyzed {
  track: TrackRow;
  picks: PickedStraight[];
  columns: TrackColumns;
  result: StraightAnalysis;
}

export type Selection = Pick<SelectionQuery, "start_time" | "end_time" | "tag_ids">;

/** Half a millisecond: times of segments are rounded to the millisecond, those of fixes are not. */
const ROUNDING_MS = 0.5;

/** The numbers of an analysis, or of a part of it, for this viewer; correlations of these columns, of all without any. */
export async function analyze(
  context: AppContext,
  viewer: Viewer,
  analysis: AnalysisRow,
  { start_time, end_time, tag_ids }: Selection = {},
  correlate: string[] | null = null,
): Promise<Analyzed> {
  const track = (await findTrack(context.db, analysis.track_id))!;
  const segments = await segmentsOfAnalysis(context.db, analysis.id);
  const tags = await userTagsOfTrack(context.db, viewer.id, track.id);
  return inTurn(context, async () => {
    const columns = await columnsOf(context, track);
    const all = pickStraights(segments, columns, tags);
    const picks = tag_ids ? all.filter((pick) => pick.tags.some(({ id }) => tag_ids.includes(id))) : all;
    const result = await analyzeStraights(columns, {
      segments: picks.map(({ name, start, end, tags }) => ({ name, start, end, tags: tags.map(({ value }) => value) })),
      selection_ms: start_time && end_time ? [Date.parse(start_time), Date.parse(end_time)] : null,
      correlate,
    });
    return { track, picks, columns, result };
  });
}

function pickStraights(
  segments: SegmentRow[],
  columns: TrackColumns,
  tags: ReadonlyMap<number, UserTag[]>,
): PickedStraight[] {
  const names = new Set<string>();
  return segments.map((segment) => ({
    segment,
    name: uniqueName(segment, names),
    tags: tags.get(segment.id) ?? [],
    start: firstRow(columns.time_ms, segment.start_time.getTime() - ROUNDING_MS),
    end: firstRow(columns.time_ms, segment.end_time.getTime() + ROUNDING_MS),
  }));
}

/** The segment's name; with a remark when the last analysis does not have it, since another may have its name now. */
function uniqueName({ name, retired_at }: SegmentRow, taken: Set<string>): string {
  const plain = retired_at ? `${name} (former)` : name;
  let unique = plain;
  for (let i = 2; taken.has(unique); i++) unique = `${plain} ${i}`;
  taken.add(unique);
  return unique;
}

/** Index of the first fix at or after a time. */
export function firstRow(time_ms: Float64Array, at_ms: number): number {
  let [low, high] = [0, time_ms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time_ms[middle]! < at_ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

const PENDING = "Track is pending now, try again in a few seconds";

/** Bytes of columns kept in memory, of one track and of all. *guess*: a page asks for the same track several times. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
const MAX_ALL_BYTES = 64 * 1024 * 1024;

interface Kept {
  bytes: number;
  columns: TrackColumns;
}

/** Columns by result key. The content under a key never changes. */
const kept = new WeakMap<Storage, LRUCache<string, Kept>>();

/** The columns of a track's present results. */
export async function columnsOf({ storage }: AppContext, { result_key }: TrackRow): Promise<TrackColumns> {
  if (!result_key) throw detailError("track_pending", PENDING);
  const known =
    kept.get(storage) ?? new LRUCache<string, Kept>({ maxSize: MAX_ALL_BYTES, sizeCalculation: ({ bytes }) => bytes });
  kept.set(storage, known);
  const found = known.get(result_key);
  if (found) return found.columns;
  const bytes = await storage.read(`${result_key}/${RESULT_FILES.columns}`);
  const { columns } = trackOfArrow(bytes);
  if (bytes.length <= MAX_KEPT_BYTES) known.set(result_key, { bytes: bytes.length, columns });
  return columns;
}
