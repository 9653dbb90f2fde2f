import { Readable } from "node:stream";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { documentOf, EngineError, trackOfArrow } from "@leebow/core/node";
import type { Context } from "hono";
import type { AppContext } from "../app-context.ts";
import type { Env } from "../auth/viewer.ts";
import { detailError, fieldError, forbidden, notFound } from "../http/errors.ts";
import { newApp } from "../http/openapi.ts";
import { sendFile } from "../http/send-file.ts";
import { acceptUpload } from "./accept.ts";
import { correctionRoutes } from "./corrections.ts";
import { type Cursor, decodeCursor } from "./cursor.ts";
import { downloadName } from "./download-name.ts";
import { parametersOf } from "./parameters.ts";
import { streamDetail } from "./points.ts";
import { pointsCsv } from "./points-csv.ts";
import { canChangeAnalysis, canChangeVisibility, canDelete, canDownloadSource, canList } from "./policy.ts";
import { presentPage, presentTrack } from "./present.ts";
import {
  deleteTrack,
  findTrack,
  listDates,
  listTracks,
  oldestDate,
  type Revised,
  reviseTrack,
  type TrackRow,
  updateTrack,
} from "./queries.ts";
import { RESULT_FILES } from "./result-files.ts";
import * as routeDefinitions from "./route-definitions.ts";
import { readReport, visibleTrack } from "./visible.ts";
import { startOfDay } from "./zoned-time.ts";

/** Tracks: uploading, listing, reading, changing. */
export function trackRoutes(context: AppContext): OpenAPIHono<Env> {
  const app = newApp();
  readRoutes(app, context);
  changeRoutes(app, context);
  fileRoutes(app, context);
  correctionRoutes(app, context);
  return app;
}

function readRoutes(app: OpenAPIHono<Env>, context: AppContext): void {
  const { db, storage } = context;

  app.openapi(routeDefinitions.list, async (c) => {
    const { cursor: text, owner: mode = "team", tz = "UTC", ...query } = c.req.valid("query");
    if (!canList(c.get("viewer"), mode)) throw forbidden("All Tracks is for administrators.");
    const cursor = readCursor(text);
    const filter = {
      mode,
      search: query.search,
      day: query.day,
      from: query.start_date ? startOfDay(query.start_date, tz) : undefined,
      until: query.end_date ? startOfDay(query.end_date, tz, 1) : undefined,
      user_ids: query.filter_users === undefined ? undefined : [query.filter_users].flat(),
    };
    return c.json(presentPage(await listTracks(db, c.get("viewer"), filter, cursor), cursor, storage), 200);
  });

  app.openapi(routeDefinitions.dates, async (c) => {
    const { owner: mode = "team" } = c.req.valid("query");
    if (!canList(c.get("viewer"), mode)) throw forbidden("All Tracks is for administrators.");
    return c.json({ dates: await listDates(db, c.get("viewer"), mode) }, 200);
  });

  app.openapi(routeDefinitions.oldest, async (c) => {
    const { owner: mode = "team" } = c.req.valid("query");
    if (!canList(c.get("viewer"), mode)) throw forbidden("All Tracks is for administrators.");
    return c.json({ date: await oldestDate(db, c.get("viewer"), mode) }, 200);
  });

  app.openapi(routeDefinitions.detail, async (c) => {
    const row = await visibleTrack(context, c);
    const track = presentTrack(row, storage);
    if (c.req.valid("query").notrackpoints === "true") return c.json(track, 200);
    if (!row.result_key) return c.json({ ...track, trackpoints: [], segments: [], metrics: [] }, 200);
    const stored = trackOfArrow(await storage.read(`${row.result_key}/${RESULT_FILES.columns}`));
    const body = streamDetail(track, stored, await readReport(context, row), context.core.channels);
    return c.body(body, 200, { "Content-Type": "application/json" }) as never;
  });
}

function changeRoutes(app: OpenAPIHono<Env>, context: AppContext): void {
  const { db, storage } = context;

  app.openAPIRegistry.registerPath(routeDefinitions.upload);
  app.post("/tracks", async (c) => {
    const id = await acceptUpload(context, c.get("viewer"), c.req.raw);
    return c.json(presentTrack((await findTrack(db, id))!, storage), 201);
  });

  app.openapi(routeDefinitions.update, async (c) => {
    const track = await visibleTrack(context, c);
    const { permissions, ...asked } = c.req.valid("json");
    if (permissions && !canChangeVisibility(c.get("viewer"), track)) throw forbidden();
    if (Object.keys(asked).length > 0 && !canChangeAnalysis(c.get("viewer"), track)) throw forbidden();
    const changes = changesOf(track, asked);
    await db.transaction().execute(async (trx) => {
      if (permissions) await updateTrack(trx, track.id, { permissions });
      if (Object.keys(changes).length === 0) return;
      const revision = await reviseTrack(trx, track.id, changes);
      await context.jobs.enqueueAnalysis(trx, { track_id: track.id, revision });
    });
    return c.json(presentTrack((await findTrack(db, track.id))!, storage), 200);
  });

  app.openapi(routeDefinitions.remove, async (c) => {
    const track = await visibleTrack(context, c);
    if (!canDelete(c.get("viewer"), track)) throw forbidden();
    // The row first: files without a row are swept, a row without files would be a track that cannot be opened.
    await deleteTrack(db, track.id);
    await storage.remove(track.source_key);
    await storage.remove(`results/${track.id}`);
    return c.body(null, 204);
  });
}

/** What is asked for and is not so already. */
function changesOf(track: TrackRow, asked: Revised): Revised {
  const boat_name = asked.boat_name === track.boat_name ? undefined : asked.boat_name;
  const wind_hint_deg = asked.wind_hint_deg === track.wind_hint_deg ? undefined : asked.wind_hint_deg;
  return { ...(boat_name !== undefined && { boat_name }), ...(wind_hint_deg !== undefined && { wind_hint_deg }) };
}

function fileRoutes(app: OpenAPIHono<Env>, context: AppContext): void {
  app.openapi(routeDefinitions.analysis, async (c) => {
    const track = await visibleTrack(context, c);
    const parameters = parametersOf(track);
    const engine = track.engine ?? context.core.version;
    if (track.result_key) {
      return c.json(documentOf(engine, parameters, [{ report: await readReport(context, track) }]), 200) as never;
    }
    if (track.processing_status !== 2) throw detailError(404, "Track is pending now, try again in a few seconds");
    const error = new EngineError(track.error_kind ?? "failed", track.error ?? "");
    return c.json(documentOf(engine, parameters, [], [{ name: track.file_name, error }]), 200) as never;
  });

  app.openapi(routeDefinitions.columns, async (c) => {
    const track = await visibleTrack(context, c);
    return sendResult(context, c, track, RESULT_FILES.columns, "application/vnd.apache.arrow.stream") as never;
  });

  app.openapi(routeDefinitions.map, async (c) => {
    const track = await visibleTrack(context, c);
    const file = c.req.valid("query").theme === "dark" ? RESULT_FILES.map_dark : RESULT_FILES.map_light;
    return sendResult(context, c, track, file, "image/png") as never;
  });

  app.openapi(routeDefinitions.source, async (c) => {
    const track = await visibleTrack(context, c);
    if (!canDownloadSource(c.get("viewer"), track)) throw forbidden("The source file is for its owner and coaches.");
    return c.json({ url: context.storage.signedPath(track.source_key, downloadName(track)) }, 200);
  });

  app.openapi(routeDefinitions.points, async (c) => {
    const track = await visibleTrack(context, c);
    if (!track.result_key || !track.points) return c.body(null, 204);
    const key = await pointsFile(context, track);
    return c.json({ url: context.storage.signedPath(key, downloadName(track, ".csv")) }, 200);
  });
}

/** The track's points as a CSV file in the storage; they never change under its key, so it is made once. */
async function pointsFile(context: AppContext, track: TrackRow): Promise<string> {
  const key = `${track.result_key}/${RESULT_FILES.points_csv}`;
  if (await context.storage.open(key)) return key;
  const { columns } = trackOfArrow(await context.storage.read(`${track.result_key}/${RESULT_FILES.columns}`));
  const made = await context.storage.receive(Readable.from(pointsCsv(columns, context.core.channels)));
  await made.keep(key);
  return key;
}

function readCursor(text: string | undefined): Cursor | null {
  if (!text) return null;
  const cursor = decodeCursor(text);
  if (!cursor) throw fieldError({ cursor: ["This page is not known. Start from the first one."] });
  return cursor;
}

/** A file of the analysis: it never changes under its key, so the key is its tag. */
async function sendResult(
  context: AppContext,
  c: Context<Env>,
  track: TrackRow,
  name: string,
  type: string,
): Promise<Response> {
  if (!track.result_key) throw detailError(404, "Track is pending now, try again in a few seconds");
  const key = `${track.result_key}/${name}`;
  const file = await context.storage.open(key);
  if (!file) throw notFound("This file");
  // Checked each time (visibility may change), sent once.
  return sendFile(c, file, { type, etag: `"${key}"`, cache: "private, no-cache" });
}
