import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import { shownTo } from "../../access/straight.ts";
import { type TrackRow, visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { SegmentRow } from "../segments/queries.ts";
import type { StraightHead } from "./schema.ts";
import type { StraightAnalysesTable } from "./tables.ts";

export type AnalysisRow = Selectable<StraightAnalysesTable>;

/** The same for the same segments in any order. */
export function selectionHash(segment_ids: readonly number[]): string {
  const sorted = [...new Set(segment_ids)].sort((a, b) => a - b);
  return createHash("sha256").update(sorted.join(",")).digest("hex");
}

/** An analysis that the viewer may know of (policy.ts), of a track that he may view. */
export function findVisibleAnalysis(db: Db, viewer: Viewer, id: number): Promise<AnalysisRow | undefined> {
  return db
    .selectFrom("straight_analyses")
    .innerJoin("tracks", "tracks.id", "straight_analyses.track_id")
    .selectAll("straight_analyses")
    .where("straight_analyses.id", "=", id)
    .where(visibleTo(viewer))
    .where(shownTo(viewer))
    .executeTakeFirst();
}

/** What the viewer may find in the list of a track (contract), newest first. */
export async function listAnalyses(db: Db, viewer: Viewer, track: TrackRow): Promise<StraightHead[]> {
  const rows = await db
    .selectFrom("straight_analyses")
    .innerJoin("tracks", "tracks.id", "straight_analyses.track_id")
    .innerJoin("users", "users.id", "straight_analyses.user_id")
    .select(["straight_analyses.id", "straight_analyses.track_id", "straight_analyses.name"])
    .select("straight_analyses.created_at")
    .select(["users.id as maker_id", "users.first_name", "users.last_name"])
    .select((eb) =>
      eb
        .selectFrom("straight_analysis_segments as link")
        .select((count) => count.fn.countAll<number>().as("straights"))
        .whereRef("link.analysis_id", "=", "straight_analyses.id")
        .as("straights"),
    )
    .where("straight_analyses.track_id", "=", track.id)
    .where(shownTo(viewer))
    .orderBy("straight_analyses.created_at", "desc")
    .orderBy("straight_analyses.id", "desc")
    .limit(LIMITS.straight_analyses_listed)
    .execute();
  return rows.map(({ maker_id, first_name, last_name, created_at, straights, ...row }) => ({
    ...row,
    maker: { id: maker_id, first_name, last_name },
    created: created_at.toISOString(),
    straights: Number(straights),
  }));
}

/** How many of these ids are straights of the track's present analysis. */
export async function countStraights(db: Db, track_id: number, segment_ids: readonly number[]): Promise<number> {
  const row = await db
    .selectFrom("segments")
    .select((eb) => eb.fn.countAll<number>().as("straights"))
    .where("track_id", "=", track_id)
    .where("kind", "=", "straight")
    .where("position", "is not", null)
    .where("id", "in", segment_ids)
    .executeTakeFirstOrThrow();
  return Number(row.straights);
}

/** Id of the new analysis; null when the user has one of the same segments. */
export async function insertAnalysis(
  trx: Db,
  { segment_ids, ...analysis }: Pick<AnalysisRow, "user_id" | "track_id" | "name"> & { segment_ids: number[] },
): Promise<number | null> {
  const row = await trx
    .insertInto("straight_analyses")
    .values({ ...analysis, selection_hash: selectionHash(segment_ids) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return null;
  const links = [...new Set(segment_ids)].map((segment_id) => ({ analysis_id: row.id, segment_id }));
  await trx.insertInto("straight_analysis_segments").values(links).execute();
  return row.id;
}

export async function findAnalysisOf(
  db: Db,
  user_id: number,
  track_id: number,
  segment_ids: readonly number[],
): Promise<number> {
  const row = await db
    .selectFrom("straight_analyses")
    .select("id")
    .where("user_id", "=", user_id)
    .where("track_id", "=", track_id)
    .where("selection_hash", "=", selectionHash(segment_ids))
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function renameAnalysis(db: Db, id: number, name: string | null): Promise<void> {
  await db.updateTable("straight_analyses").set({ name }).where("id", "=", id).execute();
}

export async function deleteAnalysis(db: Db, id: number): Promise<void> {
  await db.deleteFrom("straight_analyses").where("id", "=", id).execute();
}

/** The segments of an analysis in the order of time, retired ones among them. */
export function segmentsOfAnalysis(db: Db, analysis_id: number): Promise<SegmentRow[]> {
  return db
    .selectFrom("straight_analysis_segments")
    .innerJoin("segments", "segments.id", "straight_analysis_segments.segment_id")
    .selectAll("segments")
    .where("straight_analysis_segments.analysis_id", "=", analysis_id)
    .orderBy("segments.start_time")
    .orderBy("segments.id")
    .execute();
}
