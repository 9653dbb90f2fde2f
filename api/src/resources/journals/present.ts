import { canChange, canHide } from "../../access/journal.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { RESULT_FILES } from "../tracks/results.ts";
import { type CompetitorRow, type JournalParts, loadParts, type RegattaRow, type ReplyRow } from "./parts.ts";
import { type AuthorColumns, type JournalRow, type Reader, viewerOf } from "./queries.ts";
import type { Journal, JournalReply, RegattaReport } from "./schema.ts";
import { subjectsOf } from "./subjects.ts";

type Context = Pick<AppContext, "db" | "storage">;

/** Entries as this reader receives them, each with its last replies. */
export async function presentJournals(
  { db, storage }: Context,
  reader: Reader,
  rows: readonly JournalRow[],
  most_replies?: number,
): Promise<Journal[]> {
  const ids = rows.map(({ id }) => id);
  const parts = await loadParts(db, reader, ids, most_replies);
  const subjects = await subjectsOf({ db, storage }, reader, rows);
  return rows.map((row) => ({
    ...presentJournal(row, parts, viewerOf(reader), storage),
    subject: subjects.get(row.id) ?? null,
  }));
}

function presentJournal(
  row: JournalRow,
  parts: JournalParts,
  viewer: Viewer | null,
  storage: Storage,
): Omit<Journal, "subject"> {
  const { id, subject_owner } = row;
  const of_viewer = viewer ? { user_id: viewer.id } : {};
  const edit = canChange(viewer, row);
  const replies = parts.replies.get(id) ?? [];
  return {
    id,
    track: row.track_id,
    race: row.race_id,
    jType: row.j_type,
    content: row.content,
    tags: (parts.tags.get(id) ?? []).map(({ id, value }) => ({ id, value })),
    photos: (parts.photos.get(id) ?? []).map(({ id, file_key }) => ({
      id,
      file: storage.signedPath(file_key, of_viewer),
    })),
    author: presentAuthor(row, storage),
    created: row.created_at.toISOString(),
    modified: row.modified_at.toISOString(),
    replies: replies.map((reply) => presentReply(reply, subject_owner, viewer, storage)),
    reply_count: Number(replies[0]?.reply_count ?? 0),
    hidden: row.hidden_at !== null,
    straight_analysis_id: row.present_analysis_id,
    straight_analysis_name: row.straight_analysis_name,
    straight_analysis_segments: presentSegments(parts, id),
    regatta_report: presentRegatta(parts, id),
    kite_brand: row.kite_brand,
    kite_model: row.kite_model,
    kite_size: row.kite_size,
    foil_brand: row.foil_brand,
    foil_model: row.foil_model,
    foil_wing: row.foil_wing,
    feel: row.feel,
    s_point: row.s_point?.toISOString() ?? null,
    e_point: row.e_point?.toISOString() ?? null,
    static_map: row.map_key && storage.signedPath(`${row.map_key}/${RESULT_FILES.map_light}`, of_viewer),
    can: { edit, delete: edit, reply: viewer !== null, hide: canHide(viewer, subject_owner, row) },
  };
}

/** A reply to an entry about something of this person's. */
export function presentReply(
  row: ReplyRow,
  subject_owner: number | null,
  viewer: Viewer | null,
  storage: Storage,
): JournalReply {
  const can = canChange(viewer, row);
  return {
    id: row.id,
    journal: row.journal_id,
    content: row.content,
    author: presentAuthor(row, storage),
    created: row.created_at.toISOString(),
    modified: row.modified_at.toISOString(),
    hidden: row.hidden_at !== null,
    can: { edit: can, delete: can, hide: canHide(viewer, subject_owner, row) },
  };
}

function presentAuthor(row: AuthorColumns & { author_id: number }, storage: Storage): Journal["author"] {
  const { author_id: id, first_name, last_name, image } = row;
  return { id, first_name, last_name, profile_img: image && storage.signedPath(image) };
}

function presentSegments(parts: JournalParts, id: number): Journal["straight_analysis_segments"] {
  return (parts.segments.get(id) ?? []).map(({ id, name, start_time, end_time }) => ({
    id,
    name,
    start_time: start_time.toISOString(),
    end_time: end_time.toISOString(),
  }));
}

function presentRegatta({ regattas, competitors, tracks }: JournalParts, id: number): RegattaReport | null {
  const report: RegattaRow | undefined = regattas.get(id)?.[0];
  if (!report) return null;
  const { journal_id: _, ...fields } = report;
  return {
    ...fields,
    tracks: (tracks.get(id) ?? []).map(({ track_id }) => track_id),
    competitor_results: (competitors.get(id) ?? []).map((one) => ({
      user: one.user_id,
      name: one.name,
      user_name: nameOf(one),
      finish_position: one.finish_position,
    })),
  };
}

const nameOf = ({ name, first_name, last_name }: CompetitorRow) => name ?? `${first_name} ${last_name}`;
