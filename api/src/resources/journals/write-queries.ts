import { sql } from "kysely";
import type { Db } from "../../platform/db/open.ts";
import type { Subject } from "./checks.ts";
import type { JournalContent, WriteRegattaReport } from "./request-schema.ts";

export async function insertJournal(trx: Db, subject: Subject, entry: JournalContent): Promise<number> {
  const { boat_class: _class, id: _none, ...about } = subject;
  const { id } = await trx
    .insertInto("journals")
    .values({ ...about, ...columnsOf(entry) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeParts(trx, id, entry);
  return id;
}

export async function replaceJournal(trx: Db, id: number, entry: JournalContent): Promise<void> {
  await trx
    .updateTable("journals")
    .set({ ...columnsOf(entry), modified_at: new Date() })
    .where("id", "=", id)
    .execute();
  await writeParts(trx, id, entry);
}

export async function deleteJournal(db: Db, id: number): Promise<void> {
  await db.deleteFrom("journals").where("id", "=", id).execute();
}

function columnsOf({ tags: _t, straight_analysis_segments: _s, regatta_report: _r, ...columns }: JournalContent) {
  return columns;
}

/** Tags, segments and regatta report become those of the entry. Tags that were there before keep their ids. */
async function writeParts(trx: Db, journal_id: number, entry: JournalContent): Promise<void> {
  await writeTags(trx, journal_id, [...new Set(entry.tags.map(({ value }) => value))]);
  await writeSegments(trx, journal_id, entry.straight_analysis_segments);
  await trx.deleteFrom("regatta_reports").where("journal_id", "=", journal_id).execute();
  if (entry.regatta_report) await insertRegatta(trx, journal_id, entry.regatta_report);
}

async function writeTags(trx: Db, journal_id: number, values: readonly string[]): Promise<void> {
  const others = trx.deleteFrom("journal_tags").where("journal_id", "=", journal_id);
  await (values.length ? others.where("value", "not in", values) : others).execute();
  if (values.length === 0) return;
  await trx
    .insertInto("journal_tags")
    .values(values.map((value, position) => ({ journal_id, value, position })))
    .onConflict((on) => on.columns(["journal_id", "value"]).doUpdateSet({ position: sql`excluded.position` }))
    .execute();
}

async function writeSegments(trx: Db, journal_id: number, segment_ids: readonly number[]): Promise<void> {
  await trx.deleteFrom("journal_segments").where("journal_id", "=", journal_id).execute();
  if (segment_ids.length === 0) return;
  const segments = [...new Set(segment_ids)].map((segment_id) => ({ journal_id, segment_id }));
  await trx.insertInto("journal_segments").values(segments).execute();
}

async function insertRegatta(trx: Db, journal_id: number, report: WriteRegattaReport): Promise<void> {
  const { tracks, competitor_results, ...columns } = report;
  await trx
    .insertInto("regatta_reports")
    .values({ journal_id, ...columns })
    .execute();
  const competitors = competitor_results.map(({ user: user_id, name, finish_position }, position) => ({
    journal_id,
    position,
    user_id,
    name,
    finish_position,
  }));
  if (competitors.length) await trx.insertInto("regatta_competitors").values(competitors).execute();
  const links = [...new Set(tracks)].map((track_id) => ({ journal_id, track_id }));
  if (links.length) await trx.insertInto("regatta_tracks").values(links).execute();
}
