import { canChange } from "../../access/journal.ts";
import { openTrack } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { forbidden, notFound } from "../../platform/http/errors.ts";
import type { CallById } from "../../platform/http/mount.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { presentJournals } from "./present.ts";
import { findReadableJournal, type JournalRow, trackOfEntry } from "./queries.ts";
import type { Journal } from "./schema.ts";

/**
 * The entry of the path. Throws 404 also when it exists and the viewer may not read it, and 409 when an administrator has
 * given no reason to look at its track.
 */
export async function readableJournal({ context, viewer, params }: CallById): Promise<JournalRow> {
  const row = await findReadableJournal(context.db, viewer, params.id);
  if (row) return row;
  const id = await trackOfEntry(context.db, params.id);
  if (id) await openTrack({ context, viewer, params: { id } }, "This entry");
  throw notFound("This entry");
}

/** The same; throws 403 when the viewer may read it but not change it. */
export async function changeableJournal(call: CallById): Promise<JournalRow> {
  const row = await readableJournal(call);
  if (!canChange(call.viewer, row)) throw forbidden();
  return row;
}

/** One entry, for an answer to somebody who may read it; 404 when it has been deleted meanwhile. */
export async function presented(context: AppContext, viewer: Viewer, id: number): Promise<Journal> {
  const row = await findReadableJournal(context.db, viewer, id);
  if (!row) throw notFound("This entry");
  const [journal] = await presentJournals(context, viewer, [row]);
  return journal!;
}
