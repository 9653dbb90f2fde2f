import { type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";

/** Rows of one transaction. */
const PIECE = 1000;

/** No user's tag, straight-line analysis or journal entry refers to a row of `segments`, nor its present results. */
const isUnused = sql<SqlBool>`position is null
  and not exists (select from segment_tags where segment_id = segments.id)
  and not exists (select from straight_analysis_segments where segment_id = segments.id)
  and not exists (select from journal_segments where segment_id = segments.id)
  and not exists (select from maneuvers where segment_id = segments.id)`;

/**
 * Deletes the segments that no analysis has found for a while and nothing refers to. One that is found again later gets
 * another id.
 */
export async function sweepRetiredSegments(db: Db): Promise<void> {
  const before = new Date(Date.now() - LIMITS.retired_segment_days * 24 * 3600 * 1000);
  while ((await deletePiece(db, before)) === PIECE);
}

/** Answers how many were looked at. */
function deletePiece(db: Db, before: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      select id from segments where retired_at < ${before} and ${isUnused}
      order by retired_at limit ${PIECE}::integer for update skip locked`.execute(trx);
    const ids = rows.map(({ id }) => id);
    // Again, now that no row can begin to refer to them: one that did in between would be deleted with its segment.
    await sql`delete from segments where id = any (${ids}::integer[]) and ${isUnused}`.execute(trx);
    return ids.length;
  });
}
