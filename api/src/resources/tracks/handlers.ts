import { canList, findTrack, openTrack, type TrackRow, trackCan } from "../../access/track.ts";
import { forbidden } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { pageOf, readTimeCursor } from "../../platform/http/page.ts";
import { knownClass } from "../boats/known-class.ts";
import { acceptUpload, knownFiles } from "./accept.ts";
import { requestAnalysis } from "./analyze-track.ts";
import type { TRACK_ROUTES } from "./contract.ts";
import { CORRECTION_HANDLERS } from "./corrections.ts";
import { openDocument, readSegments } from "./documents.ts";
import { FILE_HANDLERS, WHY_HANDLERS } from "./file-handlers.ts";
import { afterChange } from "./follow.ts";
import { joinTracks } from "./join-tracks.ts";
import { listDates, listTracks, oldestDate } from "./list-queries.ts";
import { presentTrack } from "./present.ts";
import { type Revised, updateTrack, userTagsOfTrack } from "./queries.ts";
import { removeTrack } from "./remove-track.ts";
import type { Track } from "./schema.ts";
import { separateTrack } from "./separate-track.ts";

const ADMINISTRATORS_ONLY = "All Tracks is for administrators.";

/** Tracks: uploading, listing, reading, changing. */
export const TRACK_HANDLERS: Handlers<typeof TRACK_ROUTES> = {
  "GET /tracks/": async ({ context, viewer, query }) => {
    const { cursor: text, owner: mode = "team", tz: _, filter_users, ...rest } = query;
    if (!canList(viewer, mode)) throw forbidden(ADMINISTRATORS_ONLY);
    const cursor = readTimeCursor(text);
    const filter = { ...rest, mode, user_ids: filter_users };
    const { shown, ...page } = pageOf(await listTracks(context.db, viewer, filter, cursor), cursor);
    const results = shown.map((row) => presentTrack(row, viewer, context.storage));
    return { status: 200, body: { results, ...page } };
  },

  "GET /tracks/dates/": async ({ context, viewer, query: { owner: mode = "team" } }) => {
    if (!canList(viewer, mode)) throw forbidden(ADMINISTRATORS_ONLY);
    return { status: 200, body: { dates: await listDates(context.db, viewer, mode) } };
  },

  "GET /tracks/oldest_date/": async ({ context, viewer, query: { owner: mode = "team" } }) => {
    if (!canList(viewer, mode)) throw forbidden(ADMINISTRATORS_ONLY);
    return { status: 200, body: { date: await oldestDate(context.db, viewer, mode) } };
  },

  "POST /tracks/": async ({ context, viewer, c }) => {
    const { kind, tracks, remarks } = await acceptUpload(context, viewer, c.req.raw);
    const { id, is_new } = tracks.find((track) => track.is_new) ?? tracks[0]!;
    const track = presentTrack((await findTrack(context.db, id))!, viewer, context.storage);
    const isPlain = tracks.length === 1 && remarks.length === 0 && !tracks[0]!.files;
    return { status: is_new ? 201 : 200, body: isPlain ? track : { ...track, archive: { kind, tracks, remarks } } };
  },

  "POST /tracks/known/": async ({ context, viewer, body }) => ({
    status: 200,
    body: { known: await knownFiles(context, viewer.id, body.files) },
  }),

  "GET /tracks/{id}/": async (call) => {
    const { context, viewer, query } = call;
    const row = await openTrack(call);
    const track = presentTrack(row, viewer, context.storage);
    if (query.notrackpoints === "true") return { status: 200, body: track };
    if (!row.result_key) return { status: 200, body: { ...track, trackpoints: [], segments: [], metrics: [] } };
    const found = await openDocument(context, viewer, row, "points");
    const own = JSON.stringify(presentTrack(found.track, viewer, context.storage));
    const segments = await readSegments(context, found, await userTagsOfTrack(context.db, viewer.id, row.id));
    return { status: 200, stored: { head: `${own.slice(0, -1)},"segments":${segments}`, rest: found.rest } };
  },

  "PATCH /tracks/{id}/": async (call) => {
    const { context, viewer } = call;
    const { permissions, same_boat: answer, ...revised } = call.body;
    const track = await openTrack(call);
    const can = trackCan(viewer, track);
    if (permissions && !can.change_visibility) throw forbidden();
    if ((Object.keys(revised).length > 0 || answer !== undefined) && !can.edit) throw forbidden();
    const boat_name = knownClass(context.core, revised.boat_name, "boat_name");
    const changes = changesOf(track, { ...revised, boat_name });
    await context.db.transaction().execute(async (trx) => {
      if (permissions) await updateTrack(trx, track.id, { permissions });
      if (answer !== undefined && track.same_boat) {
        await updateTrack(trx, track.id, { same_boat: JSON.stringify({ ...track.same_boat, answer }) });
        await afterChange(context, trx, { kind: "settled", ids: [track.id] });
      }
      if (Object.keys(changes).length === 0) return;
      await requestAnalysis(context, trx, track.id, changes);
    });
    return { status: 200, body: presentTrack((await findTrack(context.db, track.id))!, viewer, context.storage) };
  },

  "POST /tracks/{id}/join/": async (call) => {
    const { context, viewer } = call;
    const tracks = [await openTrack(call)];
    for (const id of new Set(call.body.track_ids))
      if (id !== tracks[0]!.id) tracks.push(await openTrack({ ...call, params: { id } }));
    const isAllowed = (track: TrackRow) => trackCan(viewer, track).delete && track.user_id === tracks[0]!.user_id;
    if (!tracks.every(isAllowed)) throw forbidden();
    if (tracks.length > 1) await joinTracks(context, tracks);
    return { status: 200, body: presentTrack((await findTrack(context.db, tracks[0]!.id))!, viewer, context.storage) };
  },

  "DELETE /tracks/{id}/join/": async (call) => {
    const { context, viewer } = call;
    const track = await openTrack(call);
    if (!trackCan(viewer, track).delete) throw forbidden();
    const tracks: Track[] = [];
    for (const id of await separateTrack(context, track))
      tracks.push(presentTrack((await findTrack(context.db, id))!, viewer, context.storage));
    return { status: 200, body: { tracks } };
  },

  "DELETE /tracks/{id}/": async (call) => {
    const track = await openTrack(call);
    if (!trackCan(call.viewer, track).delete) throw forbidden();
    await removeTrack(call.context, track);
    return { status: 204 };
  },

  ...FILE_HANDLERS,
  ...CORRECTION_HANDLERS,
  ...WHY_HANDLERS,
};

/** The requested values that differ from the track's. */
function changesOf(track: TrackRow, requested: Revised): Revised {
  const boat_name = requested.boat_name === track.boat_name ? undefined : requested.boat_name;
  const wind_hint_deg = requested.wind_hint_deg === track.wind_hint_deg ? undefined : requested.wind_hint_deg;
  return { ...(boat_name !== undefined && { boat_name }), ...(wind_hint_deg !== undefined && { wind_hint_deg }) };
}
