import { canHide } from "../../access/journal.ts";
import { isByLinkAlone, peopleInLink, visibleRace } from "../../access/race.ts";
import { findTrack, openTrack } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { deleteFiles } from "../../platform/files/files-of-rows.ts";
import { forbidden } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { pageOf, readCursor } from "../../platform/http/page.ts";
import { LIMITS } from "../../platform/limits.ts";
import { checkJournal, subjectOf } from "./checks.ts";
import type { JOURNAL_ROUTES } from "./contract.ts";
import { PHOTO_HANDLERS } from "./photo-handlers.ts";
import { presentJournals } from "./present.ts";
import {
  deleteJournal,
  insertJournal,
  type JournalList,
  type ListedJournalRow,
  listJournals,
  photoKeys,
  type Reader,
  replaceJournal,
} from "./queries.ts";
import { changeableJournal, presented, readableJournal } from "./readable-journal.ts";
import { findReply, REPLY_HANDLERS } from "./reply-handlers.ts";

const NOT_YOURS_TO_HIDE = "What others wrote about your track or race is yours to hide. Your own texts you can delete.";

/** Journals: notes, kite notes, gold stars, straight segments and regatta reports. */
export const JOURNAL_HANDLERS: Handlers<typeof JOURNAL_ROUTES> = {
  "GET /journals/": async ({ context, viewer, query: { cursor, search } }) => ({
    status: 200,
    body: await journalPage(context, viewer, { search }, cursor, LIMITS.page_size),
  }),

  "GET /tracks/{id}/journal/": async (call) => {
    const { context, viewer, query } = call;
    const list = { track_id: (await openTrack(call)).id };
    return { status: 200, body: await journalPage(context, viewer, list, query.cursor, LIMITS.journal_page_size) };
  },

  "GET /races/{id}/journal/": async (call) => {
    const { context, viewer, query } = call;
    const found = await visibleRace(call);
    const list = { race_id: found.race.id };
    const isByLink = viewer === null || isByLinkAlone(found, viewer);
    const reader = isByLink ? { people: await peopleInLink(context.db, found.race.id) } : viewer;
    return { status: 200, body: await journalPage(context, reader, list, query.cursor, LIMITS.journal_page_size) };
  },

  "POST /journals/": async ({ context, viewer, body: { track, race, jType, ...entry } }) => {
    const id = await context.db.transaction().execute(async (trx) => {
      const subject = await subjectOf(trx, viewer, { track, race, jType, ...entry });
      await checkJournal(trx, viewer, subject, entry);
      return insertJournal(trx, subject, entry);
    });
    return { status: 201, body: await presented(context, viewer, id) };
  },

  "GET /journals/{id}/": async (call) => {
    const { id } = await readableJournal(call);
    return { status: 200, body: await presented(call.context, call.viewer, id) };
  },

  "PUT /journals/{id}/": async (call) => {
    const { context, viewer, body } = call;
    const row = await changeableJournal(call);
    await context.db.transaction().execute(async (trx) => {
      const track = row.track_id === null ? undefined : await findTrack(trx, row.track_id);
      await checkJournal(trx, viewer, { ...row, boat_class: track?.boat_name ?? null }, body);
      await replaceJournal(trx, row.id, body);
    });
    return { status: 200, body: await presented(context, viewer, row.id) };
  },

  "PUT /journals/{id}/hidden/": async (call) => {
    const { context, viewer, body } = call;
    const { id, ...row } = await readableJournal(call);
    const reply = body.reply_id === undefined ? null : await findReply(context, viewer, id, body.reply_id);
    if (!canHide(viewer, row.subject_owner, reply ?? row)) throw forbidden(NOT_YOURS_TO_HIDE);
    const hidden_at = body.hidden ? new Date() : null;
    if (reply) await context.db.updateTable("journal_replies").set({ hidden_at }).where("id", "=", reply.id).execute();
    else await context.db.updateTable("journals").set({ hidden_at }).where("id", "=", id).execute();
    return { status: 200, body: await presented(context, viewer, id) };
  },

  "DELETE /journals/{id}/": async (call) => {
    const { id } = await changeableJournal(call);
    await call.context.db.transaction().execute(async (trx) => {
      await deleteFiles(call.context, trx, await photoKeys(trx, id));
      await deleteJournal(trx, id);
    });
    return { status: 204 };
  },

  ...PHOTO_HANDLERS,
  ...REPLY_HANDLERS,
};

async function journalPage(
  context: AppContext,
  reader: Reader,
  list: JournalList,
  cursor_text: string | undefined,
  page_size: number,
) {
  const cursor = readCursor(cursor_text);
  const rows = await listJournals(context.db, reader, list, cursor, page_size);
  const { shown, ...page } = pageOf(rows, cursor, Math.min(page_size, fittingCount(rows)));
  return { results: await presentJournals(context, reader, shown, LIMITS.journal_replies_listed), ...page };
}

/** How many of these entries fit into one answer: one at least. */
function fittingCount(rows: readonly ListedJournalRow[]): number {
  let [count, bytes] = [0, 0];
  for (const { text_bytes } of rows) {
    bytes += text_bytes;
    if (count > 0 && bytes > LIMITS.journal_page_bytes) break;
    count += 1;
  }
  return count;
}
