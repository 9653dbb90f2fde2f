import { type Selectable, type SqlBool, sql } from "kysely";
import { listedFor, notHiddenFrom, openFor, subjectOwner } from "../../access/journal.ts";
import { peopleInLink } from "../../access/race.ts";
import { visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import { likePattern, searchWords } from "../../platform/db/search.ts";
import { type Cursor, orderFrom } from "../../platform/http/page.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { Subject } from "./checks.ts";
import type { JournalContent, WriteRegattaReport } from "./request-schema.ts";
import type { JournalsTable } from "./tables.ts";

/** The holder of a race's share link, whose right was checked before, and the people whose texts and names it shows. */
interface LinkReader {
  people: readonly number[];
}

/** Who reads: a user, or the holder of a share link. */
export type Reader = Viewer | LinkReader;

/** The user who reads; null for the holder of a link. */
export const viewerOf = (reader: Reader): Viewer | null => ("people" in reader ? null : reader);

/** Ids of the users whose entries the reader may see; null for all users. Where there are none: 0, which no user has. */
export function shownPeople(reader: Reader): readonly number[] | null {
  if (!("people" in reader)) return null;
  return reader.people.length > 0 ? reader.people : [0];
}

export interface AuthorColumns {
  first_name: string;
  last_name: string;
  image: string | null;
}

/** An entry with its author, the results of its track where the reader may view that, and its straight-line analysis. */
export type JournalRow = Selectable<JournalsTable> &
  AuthorColumns & {
    map_key: string | null;
    subject_owner: number | null;
    /** Null, as its name, after the analysis was deleted. */
    present_analysis_id: number | null;
    straight_analysis_name: string | null;
  };

function journals(db: Db, viewer: Viewer | null) {
  return db
    .selectFrom("journals")
    .innerJoin("users", "users.id", "journals.author_id")
    .selectAll("journals")
    .select(["users.first_name", "users.last_name", "users.image", subjectOwner.as("subject_owner")])
    .select((eb) =>
      eb
        .selectFrom("tracks")
        .select("tracks.result_key")
        .whereRef("tracks.id", "=", "journals.track_id")
        .where(viewer ? visibleTo(viewer) : eb.lit(false))
        .as("map_key"),
    )
    .select((eb) => {
      const analysis = eb
        .selectFrom("straight_analyses")
        .whereRef("straight_analyses.id", "=", "journals.straight_analysis_id");
      return [
        analysis.select("straight_analyses.id").as("present_analysis_id"),
        analysis.select("straight_analyses.name").as("straight_analysis_name"),
      ];
    });
}

export function findReadableJournal(db: Db, viewer: Viewer, id: number): Promise<JournalRow | undefined> {
  return journals(db, viewer).where("journals.id", "=", id).where(openFor(viewer)).executeTakeFirst();
}

/** The track that an entry is about; undefined without an entry. */
export async function trackOfEntry(db: Db, id: number): Promise<number | null | undefined> {
  return (await db.selectFrom("journals").select("track_id").where("id", "=", id).executeTakeFirst())?.track_id;
}

/**
 * What a list is about: the viewer's journal, or every entry of one track or race (whose right was checked before). By a
 * link those alone whose author it shows.
 */
export type JournalList = { search?: string | undefined } | { track_id: number } | { race_id: number };

/** An entry of a list with the size of its texts, by which pages are bounded. */
export type ListedJournalRow = JournalRow & { text_bytes: number };

/** Of a row of `journals`: its own text and those of its parts, as lists answer them. *guess*: names and times of a part. */
const textBytes = sql<number>`(octet_length(journals.content)
  + coalesce((select sum(octet_length(last.content)) from (select content from journal_replies as r
      where r.journal_id = journals.id order by r.id desc limit ${LIMITS.journal_replies_listed}) as last), 0)
  + coalesce((select sum(150 + coalesce(octet_length(c.name), 0)) from regatta_competitors as c
      where c.journal_id = journals.id), 0)
  + 150 * (select count(*) from journal_segments as s where s.journal_id = journals.id))::integer`.as("text_bytes");

/** Entries on one side of the cursor, nearest to it first: a page, and one row more when there are more. */
export function listJournals(
  db: Db,
  reader: Reader,
  list: JournalList,
  cursor: Cursor | null,
  page_size: number,
): Promise<ListedJournalRow[]> {
  const viewer = viewerOf(reader);
  const people = shownPeople(reader);
  let query = journals(db, viewer).select(textBytes).where(notHiddenFrom(viewer, "journals"));
  if (people) query = query.where("journals.author_id", "in", people);
  if ("track_id" in list) query = query.where("journals.track_id", "=", list.track_id);
  else if ("race_id" in list) query = query.where("journals.race_id", "=", list.race_id);
  else if (viewer) query = query.where(listedFor(viewer)).where(openFor(viewer));
  if ("search" in list) for (const word of searchWords(list.search)) query = query.where(holds(word, viewer));
  if (cursor) query = query.where("journals.id", cursor.direction === "newer" ? ">" : "<", cursor.id);
  return query
    .orderBy("journals.id", orderFrom(cursor))
    .limit(page_size + 1)
    .execute();
}

/** The word occurs, in any case, in a text of the entry, of its tags, its regatta or those of its replies that are shown. */
function holds(word: string, viewer: Viewer | null) {
  const pattern = likePattern(word);
  return sql<SqlBool>`(concat_ws(' ', users.first_name, users.last_name, journals.content, journals.kite_brand,
      journals.kite_model, journals.foil_brand, journals.foil_model) ilike ${pattern}
    or exists (select from journal_tags as t where t.journal_id = journals.id and t.value ilike ${pattern})
    or exists (select from regatta_reports as r where r.journal_id = journals.id and r.name ilike ${pattern})
    or exists (select from journal_replies where journal_replies.journal_id = journals.id
      and journal_replies.content ilike ${pattern} and ${notHiddenFrom(viewer, "journal_replies")}))`;
}

/** The race of the entry has a link that is valid, and the entry is not hidden. */
const isShared = sql<SqlBool>`journals.hidden_at is null and exists (select from race_shares where race_shares.race_id = journals.race_id
  and (race_shares.expires_at is null or race_shares.expires_at > now()))`;

/** Keys of the photos of an entry. */
export async function photoKeys(db: Db, journal_id: number): Promise<string[]> {
  const rows = await db.selectFrom("journal_photos").select("file_key").where("journal_id", "=", journal_id).execute();
  return rows.map(({ file_key }) => file_key);
}

/** Whether the user, or the holder of a share link (null), may still read the entry of a photo. */
export async function mayReadPhoto(db: Db, viewer: Viewer | null, file_key: string): Promise<boolean> {
  const row = await db
    .selectFrom("journals")
    .innerJoin("journal_photos", "journal_photos.journal_id", "journals.id")
    .select(["journals.author_id", "journals.race_id"])
    .where("journal_photos.file_key", "=", file_key)
    .where(viewer ? openFor(viewer) : isShared)
    .executeTakeFirst();
  if (!row || viewer) return row !== undefined;
  return row.race_id !== null && (await peopleInLink(db, row.race_id)).includes(row.author_id);
}

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
