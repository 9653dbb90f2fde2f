import type { AppContext } from "../app-context.ts";
import { deleteFiles } from "../files/files-of-rows.ts";
import { notFound } from "../http/errors.ts";
import type { Handlers } from "../http/mount.ts";
import { pageOf, readCursor } from "../http/page.ts";
import { LIMITS } from "../limits.ts";
import { isByLinkAlone, peopleInLink, visibleRace } from "../races/visible-race.ts";
import { findTrack, findVisibleTrack } from "../tracks/queries.ts";
import { checkJournal, subjectOf } from "./checks.ts";
import type { JOURNAL_ROUTES } from "./contract.ts";
import { PHOTO_HANDLERS } from "./photo-routes.ts";
import { presentJournals } from "./present.ts";
import { type JournalList, listJournals, photoKeys, type Reader } from "./queries.ts";
import { changeableJournal, presented, readableJournal } from "./readable-journal.ts";
import { REPLY_HANDLERS } from "./reply-routes.ts";
import { deleteJournal, insertJournal, replaceJournal } from "./write-queries.ts";

/** Journals: notes, kite notes, gold stars, straight segments and regatta reports. */
export const JOURNAL_HANDLERS: Handlers<typeof JOURNAL_ROUTES> = {
  "GET /journals/": async ({ context, viewer, query: { cursor, search } }) => ({
    status: 200,
    body: await journalPage(context, viewer, { search }, cursor, LIMITS.page_size),
  }),

  "GET /tracks/{id}/journal/": async ({ context, viewer, params, query: { cursor } }) => {
    const track = await findVisibleTrack(context.db, viewer, params.id);
    if (!track) throw notFound("This track");
    const list = { track_id: track.id };
    return { status: 200, body: await journalPage(context, viewer, list, cursor, LIMITS.journal_page_size) };
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
  const { shown, ...page } = pageOf(rows, cursor, page_size);
  return { results: await presentJournals(context, reader, shown), ...page };
}
