import type { Correction, FileAnalysis } from "@leebow/core/node";
import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { type FoundSegment, matchSegments } from "./match-segments.ts";

/** Ids in the order of the report's maneuvers and straights. */
export interface SegmentIds {
  maneuvers: number[];
  straights: number[];
}

type NamedSegment = FoundSegment & { name: string };

/**
 * Stores the segments of a track's new results, each under the id it had before where it is the same segment, and
 * retires those that were not found again. The caller holds the lock of the track's row.
 */
export async function storeSegments(
  trx: Db,
  track_id: number,
  report: Pick<FileAnalysis, "maneuvers" | "straights">,
  corrections: readonly Correction[],
): Promise<SegmentIds> {
  const found = segmentsOf(report);
  const matched = matchSegments(found, await storedSegments(trx, track_id), corrections);
  const fresh = await newIds(trx, matched.filter((id) => id === null).length);
  const ids = matched.map((id) => id ?? fresh.shift()!);
  const rows = found.map(({ kind, name, start_ms, end_ms }, position) => ({
    id: ids[position]!,
    kind,
    name,
    start_time: new Date(start_ms).toISOString(),
    end_time: new Date(end_ms).toISOString(),
    position,
  }));
  await sql`update segments set position = null, retired_at = coalesce(retired_at, now())
    where track_id = ${track_id}`.execute(trx);
  await sql`insert into segments (id, track_id, kind, name, start_time, end_time, position)
    select id, ${track_id}::integer, kind, name, start_time, end_time, position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row
      (id integer, kind text, name text, start_time timestamptz, end_time timestamptz, position integer)
    on conflict (id) do update set kind = excluded.kind, name = excluded.name, start_time = excluded.start_time,
      end_time = excluded.end_time, position = excluded.position, retired_at = null`.execute(trx);
  return { maneuvers: ids.slice(0, report.maneuvers.length), straights: ids.slice(report.maneuvers.length) };
}

/** Maneuvers, then straights, in the report's order: the order of `position`. */
function segmentsOf({ maneuvers, straights }: Pick<FileAnalysis, "maneuvers" | "straights">): NamedSegment[] {
  return [...maneuvers, ...straights.map((straight) => ({ ...straight, kind: "straight" as const }))].map(
    ({ kind, name, start_time, end_time }) => ({
      kind,
      name,
      start_ms: Date.parse(start_time),
      end_ms: Date.parse(end_time),
    }),
  );
}

/** The segments of a track that any of its analyses has found. */
export async function storedSegments(trx: Db, track_id: number) {
  const rows = await trx.selectFrom("segments").selectAll().where("track_id", "=", track_id).orderBy("id").execute();
  return rows.map(({ id, kind, start_time, end_time, retired_at }) => ({
    id,
    kind,
    start_ms: start_time.getTime(),
    end_ms: end_time.getTime(),
    is_retired: retired_at !== null,
  }));
}

async function newIds(trx: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('segments_id_seq')::integer as id from generate_series(1, ${count}::integer)`.execute(trx);
  return rows.map(({ id }) => id);
}
