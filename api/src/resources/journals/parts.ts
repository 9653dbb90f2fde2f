import { type Selectable, sql } from "kysely";
import { notHiddenFrom } from "../../access/journal.ts";
import { visibleTo } from "../../access/track.ts";
import type { Db } from "../../platform/db/open.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { type AuthorColumns, type Reader, shownPeople, viewerOf } from "./queries.ts";
import type { JournalRepliesTable, RegattaReportsTable } from "./tables.ts";

export type ReplyRow = Selectable<JournalRepliesTable> & AuthorColumns;
/** With the number of the entry's replies that the reader sees. */
type ListedReplyRow = ReplyRow & { reply_count: number };
export type RegattaRow = Selectable<RegattaReportsTable>;

export interface CompetitorRow {
  user_id: number | null;
  name: string | null;
  finish_position: number;
  first_name: string | null;
  last_name: string | null;
}

type ByJournal<T> = Map<number, T[]>;

/** What belongs to the entries of a page, by entry. */
export interface JournalParts {
  tags: ByJournal<{ id: number; value: string }>;
  photos: ByJournal<{ id: number; file_key: string }>;
  replies: ByJournal<ListedReplyRow>;
  segments: ByJournal<{ id: number; name: string; start_time: Date; end_time: Date }>;
  regattas: ByJournal<RegattaRow>;
  competitors: ByJournal<CompetitorRow>;
  tracks: ByJournal<{ track_id: number }>;
}

/**
 * One query a kind, whatever the number of entries. By a link without replies and results of people it does not show. Of the
 * replies to an entry the last `most_replies`.
 */
export async function loadParts(
  db: Db,
  reader: Reader,
  ids: readonly number[],
  most_replies: number = LIMITS.journal_replies,
): Promise<JournalParts> {
  const some = ids.length > 0 ? ids : [0];
  const people = shownPeople(reader);
  return {
    tags: grouped(await tagsOf(db, some)),
    photos: grouped(await photosOf(db, some)),
    replies: grouped(await repliesOf(db, some, reader, most_replies)),
    segments: grouped(await segmentsOf(db, some)),
    regattas: grouped(await db.selectFrom("regatta_reports").selectAll().where("journal_id", "in", some).execute()),
    competitors: grouped(await competitorsOf(db, some, people)),
    tracks: grouped(await regattaTracksOf(db, viewerOf(reader), some)),
  };
}

function grouped<T extends { journal_id: number }>(rows: readonly T[]): ByJournal<T> {
  const groups: ByJournal<T> = new Map();
  for (const row of rows) {
    const group = groups.get(row.journal_id);
    if (group) group.push(row);
    else groups.set(row.journal_id, [row]);
  }
  return groups;
}

function tagsOf(db: Db, ids: readonly number[]) {
  return db.selectFrom("journal_tags").selectAll().where("journal_id", "in", ids).orderBy("position").execute();
}

function photosOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom("journal_photos")
    .select(["id", "journal_id", "file_key"])
    .where("journal_id", "in", ids)
    .orderBy("id")
    .execute();
}

export function repliesWithAuthor(db: Db) {
  return db
    .selectFrom("journal_replies")
    .innerJoin("users", "users.id", "journal_replies.author_id")
    .selectAll("journal_replies")
    .select(["users.first_name", "users.last_name", "users.image"]);
}

/** The last `most` replies of each entry that the reader sees, oldest first, each with their number. */
async function repliesOf(db: Db, ids: readonly number[], reader: Reader, most: number): Promise<ListedReplyRow[]> {
  const people = shownPeople(reader);
  const seen = repliesWithAuthor(db)
    .innerJoin("journals", "journals.id", "journal_replies.journal_id")
    .where("journal_replies.journal_id", "in", ids)
    .where(notHiddenFrom(viewerOf(reader), "journal_replies"))
    .$if(people !== null, (query) => query.where("journal_replies.author_id", "in", people!))
    .select(sql<number>`count(*) over (partition by journal_replies.journal_id)`.as("reply_count"))
    .select(
      sql<number>`row_number() over (partition by journal_replies.journal_id order by journal_replies.id desc)`.as(
        "from_last",
      ),
    );
  return db.selectFrom(seen.as("seen")).selectAll().where("from_last", "<=", most).orderBy("id").execute();
}

function segmentsOf(db: Db, ids: readonly number[]) {
  return db
    .selectFrom("journal_segments")
    .innerJoin("segments", "segments.id", "journal_segments.segment_id")
    .select(["journal_segments.journal_id", "segments.id", "segments.name", "segments.start_time", "segments.end_time"])
    .where("journal_segments.journal_id", "in", ids)
    .orderBy("segments.start_time")
    .orderBy("segments.id")
    .execute();
}

/** Of some people those that are written as users: a name in free text can be anybody's. */
function competitorsOf(db: Db, ids: readonly number[], people: readonly number[] | null) {
  const competitors = db
    .selectFrom("regatta_competitors")
    .leftJoin("users", "users.id", "regatta_competitors.user_id")
    .selectAll("regatta_competitors")
    .select(["users.first_name", "users.last_name"])
    .where("regatta_competitors.journal_id", "in", ids)
    .orderBy("regatta_competitors.position");
  return (people ? competitors.where("regatta_competitors.user_id", "in", people) : competitors).execute();
}

/** Tracks of regattas that the reader may view; of a shared race none, because its link is about the race alone. */
async function regattaTracksOf(db: Db, viewer: Viewer | null, ids: readonly number[]) {
  if (!viewer) return [];
  return db
    .selectFrom("regatta_tracks")
    .innerJoin("tracks", "tracks.id", "regatta_tracks.track_id")
    .select(["regatta_tracks.journal_id", "regatta_tracks.track_id"])
    .where("regatta_tracks.journal_id", "in", ids)
    .where(visibleTo(viewer))
    .orderBy("regatta_tracks.track_id")
    .execute();
}
