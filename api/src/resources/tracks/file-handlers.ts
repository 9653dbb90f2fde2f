import { extname } from "node:path";
import { Readable } from "node:stream";
import { nameEnd } from "@leebow/core";
import { columnsOfArrow, documentOf, EngineError, trackOfArrow } from "@leebow/core/node";
import { openTrack, type TrackRow, trackCan } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { detailError, forbidden } from "../../platform/http/errors.ts";
import type { AnswerOf, Handlers } from "../../platform/http/mount.ts";
import type { FileToSend } from "../../platform/http/send.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { MissingFile } from "../../platform/storage/missing-file.ts";
import { appliedParametersOf, parametersOf } from "./analyze-track.ts";
import type { TRACK_ROUTES } from "./contract.ts";
import { gzippedFile, openDocument } from "./documents.ts";
import { pointsCsv } from "./points.ts";
import { RESULT_FILES, resultsFor, writePositions } from "./results.ts";
import type { FileAddress } from "./schema.ts";
import { windLogOf } from "./wind-log.ts";

type FileRoute =
  | "GET /tracks/{id}/analysis/"
  | "GET /tracks/{id}/columns/"
  | "GET /tracks/{id}/map/"
  | "GET /download/track/source/{id}/"
  | "GET /download/exportCSV/{id}/";

export const PENDING = "Track is pending now, try again in a few seconds";

/** The files of a track: results of its analysis, its source, its points as CSV. */
export const FILE_HANDLERS: Pick<Handlers<typeof TRACK_ROUTES>, FileRoute> = {
  "GET /tracks/{id}/analysis/": async (call) => {
    const track = await openTrack(call);
    return analysisAnswer(call.context, call.viewer, track);
  },

  "GET /tracks/{id}/columns/": async (call) => {
    const track = await openTrack(call);
    return { status: 200, file: await columnsFile(call.context, call.viewer, track) };
  },

  "GET /tracks/{id}/map/": async (call) => {
    const track = await openTrack(call);
    const name = call.query.theme === "dark" ? RESULT_FILES.map_dark : RESULT_FILES.map_light;
    return { status: 200, file: await resultFile(call.context, track.result_key, name, "image/png") };
  },

  "GET /download/track/source/{id}/": async (call) => {
    const track = await openTrack(call);
    if (!trackCan(call.viewer, track).download_source) {
      throw forbidden("The source file is for its owner and coaches.");
    }
    return { status: 200, body: downloadAddress(call, track.source_key, downloadName(track)) };
  },

  "GET /download/exportCSV/{id}/": async (call) => {
    const track = await openTrack(call);
    if (!track.result_key || !track.points) return { status: 204 };
    const key = await pointsFile(call.context, call.viewer, { ...track, result_key: track.result_key });
    return { status: 200, body: downloadAddress(call, key, downloadName(track, ".csv")) };
  },
};

type AnalysisAnswer = AnswerOf<(typeof TRACK_ROUTES)["GET /tracks/{id}/analysis/"]>;

/** The analysis of a track, or why there is none. */
export async function analysisAnswer(
  context: AppContext,
  reader: Viewer | null,
  track: TrackRow,
): Promise<AnalysisAnswer> {
  const engine = track.engine ?? context.core.version;
  if (track.result_key) {
    const { rest, track: analysed } = await openDocument(context, reader, track, "analysis");
    const own = JSON.stringify({ engine, parameters: appliedParametersOf(analysed) });
    return { status: 200, stored: { head: `${own.slice(0, -1)},"files":[`, rest } };
  }
  if (track.processing_status !== 2) throw detailError("track_pending", PENDING);
  const error = new EngineError(track.error_kind ?? "failed", track.error ?? "");
  const parameters = parametersOf(track);
  const { failed } = documentOf(engine, parameters, [], [{ name: track.file_name, error }]);
  return { status: 200, body: { engine, parameters, files: [], failed } };
}

/** The columns of a track as an Arrow IPC stream. */
export async function columnsFile(context: AppContext, reader: Viewer | null, track: TrackRow): Promise<FileToSend> {
  const folder = await folderFor(context, reader, track);
  const file = await resultFile(context, folder, RESULT_FILES.columns, "application/vnd.apache.arrow.stream");
  const gzip = await gzippedFile(context, `${folder}/${RESULT_FILES.columns}`);
  return { ...file, gzip };
}

/**
 * Time and position of a track, a fix a second at most, as an Arrow IPC stream. Of a track that was analysed before there
 * were such files it is written at its first use.
 */
export async function positionsFile(context: AppContext, reader: Viewer | null, track: TrackRow): Promise<FileToSend> {
  const { storage } = context;
  const result_key = await folderFor(context, reader, track);
  if (result_key && !(await storage.open(`${result_key}/${RESULT_FILES.positions}`))) {
    await inTurn(context, async () => {
      const columns = columnsOfArrow(await storage.read(`${result_key}/${RESULT_FILES.columns}`));
      await writePositions(context, result_key, columns);
    });
  }
  return resultFile(context, result_key, RESULT_FILES.positions, "application/vnd.apache.arrow.stream");
}

/** Folder of the results that this reader sees; null before the first analysis. */
async function folderFor(context: AppContext, reader: Viewer | null, track: TrackRow): Promise<string | null> {
  const { result_key, user_id } = track;
  return result_key && resultsFor(context, reader, { user_id, result_key });
}

/** A signed address for this viewer, valid for minutes. */
function downloadAddress(
  { context, viewer }: { context: AppContext; viewer: Viewer },
  key: string,
  download_name: string,
): FileAddress {
  const lifetime_s = LIMITS.download_address_s;
  return { url: context.storage.signedPath(key, { download_name, user_id: viewer.id, lifetime_s }) };
}

/**
 * Key of the track's points as CSV in the storage, a file for each choice of units. They never change under a result
 * key, so a file is made once.
 */
async function pointsFile(
  context: AppContext,
  viewer: Viewer,
  track: { user_id: number; result_key: string },
): Promise<string> {
  const { units } = viewer;
  const folder = await resultsFor(context, viewer, track);
  const chosen = [units.speed, units.length].map((unit) => unit && nameEnd(unit)).join("-");
  const key = `${folder}/${chosen === "-" ? "" : `${chosen}-`}${RESULT_FILES.points_csv}`;
  if (await context.storage.open(key)) return key;
  return inTurn(context, async () => {
    const { columns } = trackOfArrow(await context.storage.read(`${folder}/${RESULT_FILES.columns}`));
    const made = await context.storage.receive(Readable.from(pointsCsv(columns, context.core.channels, units)));
    await made.keep(key);
    return key;
  });
}

/** A file of the analysis. Its content never changes under its key, so the key is its tag. */
async function resultFile(
  { storage }: AppContext,
  folder: string | null,
  name: string,
  content_type: string,
): Promise<FileToSend> {
  if (!folder) throw detailError("track_pending", PENDING);
  const key = `${folder}/${name}`;
  const stored = await storage.open(key);
  if (!stored) throw new MissingFile(key);
  // Permission is checked on each request (visibility may change); the content is transferred once.
  return { stored, content_type, etag: `"${key}"`, cache_control: "private, no-cache" };
}

/** The specification's name of a download: date as MMDDYY plus the owner's last name, then the ending (the source's own by default). */
export function downloadName(track: TrackRow, ending = extname(track.file_name).toLowerCase()): string {
  const [year = "", month = "", day = ""] = (track.local_date ?? track.created_at.toISOString().slice(0, 10)).split(
    "-",
  );
  // The name is used in a header and as a file name: letters and digits of any language, and dashes.
  const last_name = track.last_name.replaceAll(/[^\p{L}\p{N}-]+/gu, "");
  return `${month}${day}${year.slice(2)}${last_name}${ending}`;
}

/** Why a moment of a track is a maneuver or not, by the engine and with the parameters of its analysis. */
export const WHY_HANDLERS: Pick<Handlers<typeof TRACK_ROUTES>, "GET /tracks/{id}/why/"> = {
  "GET /tracks/{id}/why/": async (call) => {
    const { context, query } = call;
    const track = await openTrack(call);
    try {
      const body = await inTurn(context, async () => {
        const file = { name: track.file_name, bytes: await context.storage.read(track.source_key) };
        const { file: wind } = await windLogOf(context, track);
        return context.core.why(file, Date.parse(query.time), appliedParametersOf(track), wind);
      });
      return { status: 200, body };
    } catch (error) {
      if (error instanceof EngineError) throw detailError("track_not_explained", error.message);
      throw error;
    }
  },
};
