import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { readableBy } from "../../access/journal.ts";
import { visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Database } from "../../platform/db/schema.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { ReportFilter } from "./queries.ts";
import type { RegattaResult } from "./schema.ts";

type Regattas = SelectQueryBuilder<Database, "journals" | "regatta_reports", object>;

/**
 * A person's regatta results by the last day of the regatta, oldest first: those of the person's own regatta reports,
 * and those of reports by others that name the person as a competitor, of the entries that the viewer may read. A regatta
 * with the same name and days is listed once, as in the own report when there is one.
 */
export async function regattaResults(db: Db, filter: ReportFilter): Promise<RegattaResult[]> {
  const own = await filtered(regattas(db, filter.viewer), filter)
    .where("journals.author_id", "=", filter.user_id)
    .where("regatta_reports.finish_position", "is not", null)
    .select(["name", "start_date", "end_date", "number_competitors", "regatta_reports.finish_position as position"])
    .select(["journals.id as journal_id", "journals.track_id"])
    .execute();
  const named = await filtered(regattas(db, filter.viewer), filter)
    .innerJoin("regatta_competitors", "regatta_competitors.journal_id", "journals.id")
    .where("regatta_competitors.user_id", "=", filter.user_id)
    .select(["regatta_reports.name", "start_date", "end_date", "number_competitors"])
    .select(["regatta_competitors.finish_position as position", "journals.id as journal_id", "journals.track_id"])
    .execute();
  const rows = [...own, ...named];
  const tracks = await tracksOf(db, filter.viewer, rows);
  const once = new Map<string, RegattaResult>();
  for (const { name, start_date, end_date, number_competitors, position, journal_id } of rows) {
    const key = JSON.stringify([name?.toLowerCase(), start_date, end_date]);
    if (once.has(key) || position === null) continue;
    once.set(key, {
      date: end_date,
      pos: position,
      num_competitors: number_competitors,
      regatta_name: name,
      regatta_start: start_date,
      regatta_end: end_date,
      journal_id,
      track_ids: tracks.get(journal_id) ?? [],
    });
  }
  return [...once.values()].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The tracks of the regattas and of the entries themselves that the viewer may view, by entry. */
async function tracksOf(db: Db, viewer: Viewer, rows: { journal_id: number; track_id: number | null }[]) {
  const byEntry = new Map<number, number[]>();
  if (rows.length === 0) return byEntry;
  const linked = await db
    .selectFrom("regatta_tracks")
    .select(["journal_id", "track_id"])
    .where("journal_id", "in", [...new Set(rows.map(({ journal_id }) => journal_id))])
    .orderBy("track_id")
    .execute();
  const all = [...rows, ...linked];
  const ids = [...new Set(all.flatMap(({ track_id }) => (track_id === null ? [] : [track_id])))];
  if (ids.length === 0) return byEntry;
  const visible = await db.selectFrom("tracks").select("id").where("id", "in", ids).where(visibleTo(viewer)).execute();
  const isVisible = new Set(visible.map(({ id }) => id));
  for (const { journal_id, track_id } of all) {
    if (track_id === null || !isVisible.has(track_id)) continue;
    const known = byEntry.get(journal_id) ?? [];
    if (!known.includes(track_id)) byEntry.set(journal_id, [...known, track_id]);
  }
  return byEntry;
}

function regattas(db: Db, viewer: Viewer): Regattas {
  return db
    .selectFrom("journals")
    .innerJoin("regatta_reports", "regatta_reports.journal_id", "journals.id")
    .where(readableBy(viewer))
    .orderBy("end_date", "desc")
    .orderBy("journals.id", "desc")
    .limit(LIMITS.regatta_results);
}

/** Regattas that end on one of these days, in this class: that of the entry's track or of a track of the regatta. */
function filtered(query: Regattas, { start, end, boat_class }: ReportFilter): Regattas {
  let q = query;
  if (start) q = q.where("end_date", ">=", start);
  if (end) q = q.where("end_date", "<=", end);
  if (!boat_class) return q;
  // Scalar subqueries, which look for the few tracks of an entry: of an "exists" PostgreSQL may read all tracks of a class.
  return q.where(
    sql<SqlBool>`(${boat_class} = (select boat_name from tracks where tracks.id = journals.track_id)
      or ${boat_class} = any (array(select sailed.boat_name from regatta_tracks as link
        join tracks as sailed on sailed.id = link.track_id where link.journal_id = journals.id)))`,
  );
}
