import { findTrack, openTrack, type TrackRow } from "../../access/track.ts";
import { canChangeWind, visibleWindFile, type WindFileRow, windFileCan } from "../../access/wind.ts";
import type { AppContext } from "../../platform/context.ts";
import { forbidden, notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { pageOf, readTimeCursor } from "../../platform/http/page.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { requestAnalysis } from "../tracks/analyze-track.ts";
import { presentTrack } from "../tracks/present.ts";
import type { Track } from "../tracks/schema.ts";
import { acceptWindFile, issueUpload } from "./accept.ts";
import type { WIND_FILE_ROUTES } from "./contract.ts";
import { presentWindFile } from "./present.ts";
import { attachWindFile, checkWindFits, findWindFile, listWindFiles, removeWindFile } from "./queries.ts";
import { presentReportHeads } from "./report.ts";
import { listReports, reportEntriesOf, unsteadinessOf } from "./report-queries.ts";
import type { WindFile } from "./schema.ts";
import { curveOf } from "./series.ts";

const NOT_YOUR_TRACK = "The wind of this track is for its owner and the coaches of its owner to choose.";

/** Wind files: uploading, listing, reading, using for a track, deleting. */
export const WIND_FILE_HANDLERS: Handlers<typeof WIND_FILE_ROUTES> = {
  "GET /windfiles/path/": async ({ context, viewer }) => ({
    status: 200,
    body: await issueUpload(context, viewer.id),
  }),

  "POST /windfiles/": async ({ context, viewer, body }) => {
    const { id, created } = await acceptWindFile(context, viewer, body);
    const file = await findWindFile(context.db, id);
    if (!file) throw notFound("This wind file");
    return { status: created ? 201 : 200, body: await present(context, viewer, file) };
  },

  "GET /windfiles/": async ({ context, viewer, query }) => {
    const cursor = readTimeCursor(query.cursor);
    const { shown, ...page } = pageOf(await listWindFiles(context.db, viewer.id, cursor), cursor);
    const reports = await reportEntriesOf(context.db, idsOf(shown));
    const results = shown.map((row) => presentWindFile(row, reports, viewer, context.storage));
    return { status: 200, body: { results, ...page } };
  },

  "GET /windfiles/{id}/": async ({ context, viewer, params }) => {
    const file = await visibleWindFile(context, viewer, params.id);
    return { status: 200, body: await present(context, viewer, file) };
  },

  "GET /windfiles/{id}/curve/": async ({ context, viewer, params }) => {
    const file = await visibleWindFile(context, viewer, params.id);
    return { status: 200, body: { points: await curveOf(context, file) } };
  },

  "DELETE /windfiles/{id}/": async ({ context, viewer, params }) => {
    const file = await visibleWindFile(context, viewer, params.id);
    if (!windFileCan(viewer, file).change) throw forbidden();
    await removeWindFile(context, file);
    return { status: 204 };
  },

  "GET /windfiles/{id}/reports/": async ({ context, viewer, params }) => {
    const file = await visibleWindFile(context, viewer, params.id);
    const rows = await listReports(context.db, file.id);
    return { status: 200, body: presentReportHeads(rows, await unsteadinessOf(context.db, file.user_id)) };
  },

  "POST /windfiles/{id}/attach/": async ({ context, viewer, params, body }) => {
    const file = await visibleWindFile(context, viewer, params.id);
    const track = await openTrack({ context, viewer, params: { id: body.track_id } });
    if (!windFileCan(viewer, file).change) throw forbidden("This wind file is not yours to attach.");
    if (!(await canChangeWind(context.db, viewer, track))) throw forbidden(NOT_YOUR_TRACK);
    checkWindFits(file, track);
    if (track.wind_file_id !== file.id) {
      await context.db.transaction().execute((trx) => attachWindFile(context, trx, track.id, file.id));
    }
    return { status: 200, body: await presentAgain(context, viewer, track) };
  },

  "POST /windfiles/{id}/detach/": async ({ context, viewer, params, body }) => {
    const file = await visibleWindFile(context, viewer, params.id);
    const track = await openTrack({ context, viewer, params: { id: body.track_id } });
    const isAllowed = windFileCan(viewer, file).change || (await canChangeWind(context.db, viewer, track));
    if (!isAllowed) throw forbidden(NOT_YOUR_TRACK);
    if (track.wind_file_id === file.id) {
      await context.db.transaction().execute((trx) => requestAnalysis(context, trx, track.id, { wind_file_id: null }));
    }
    return { status: 200, body: await presentAgain(context, viewer, track) };
  },
};

const idsOf = (rows: WindFileRow[]) => rows.map(({ id }) => id);

async function present({ db, storage }: AppContext, viewer: Viewer, file: WindFileRow): Promise<WindFile> {
  return presentWindFile(file, await reportEntriesOf(db, [file.id]), viewer, storage);
}

async function presentAgain({ db, storage }: AppContext, viewer: Viewer, { id }: TrackRow): Promise<Track> {
  const track = await findTrack(db, id);
  if (!track) throw notFound("This track");
  return presentTrack(track, viewer, storage);
}
