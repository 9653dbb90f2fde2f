import type { FileAnalysis } from "@leebow/core/node";
import { findTrack, type TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { readReport } from "./read-results.ts";
import type { IdentifiedReport } from "./schema.ts";
import { storeFactsOf } from "./store-missing-facts.ts";

/** Results may be replaced between the reading of the report and of the ids: then both are read again. */
const ATTEMPTS = 3;

/**
 * The report of a track that has results, with its segments' ids, both of the same analysis. `folderOf`: the folder of its
 * results, or that of a view of them.
 */
export async function readIdentifiedReport(
  context: AppContext,
  track: TrackRow,
  folderOf: (context: AppContext, result_key: string) => Promise<string> = async (_, result_key) => result_key,
): Promise<IdentifiedReport> {
  let current = track;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const result_key = current.result_key && (await folderOf(context, current.result_key));
    const report = await readReport(context, { result_key });
    const ids = await segmentIds(context.db, current);
    if (ids) return identify(report, ids);
    // Either the track was analysed before ids were stored, or it has later results now.
    await storeFactsOf(context, track.id);
    current = (await findTrack(context.db, track.id)) ?? current;
  }
  throw new Error(`The segments of track ${track.id} have no ids.`);
}

/** Ids of the segments of these results, maneuvers first; null when the facts stored are of other results, or the ids of another version. */
export async function segmentIds(db: Db, { id, result_key }: TrackRow, version?: string): Promise<number[] | null> {
  const rows = await db
    .selectFrom("track_facts")
    .leftJoin("segments", (join) =>
      join.onRef("segments.track_id", "=", "track_facts.track_id").on("segments.position", "is not", null),
    )
    .select("segments.id")
    .where("track_facts.track_id", "=", id)
    .where("track_facts.result_key", "=", result_key)
    .$if(version !== undefined, (query) => query.where("track_facts.segments_version", "=", version!))
    .orderBy("segments.position")
    .execute();
  if (rows.length === 0) return null;
  return rows.map((row) => row.id).filter((segment_id) => segment_id !== null);
}

/** The report with the ids of its segments, in the order of {@link segmentIds}. */
export function identify(report: FileAnalysis, ids: number[]): IdentifiedReport {
  const maneuvers = report.maneuvers.map((maneuver, i) => ({ id: ids[i]!, ...maneuver }));
  const straights = report.straights.map((straight, i) => ({ id: ids[maneuvers.length + i]!, ...straight }));
  return { ...report, maneuvers, straights };
}
