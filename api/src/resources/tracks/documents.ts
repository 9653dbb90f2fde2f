import { type Analysis, arrowPieces, type FileAnalysis } from "@leebow/core/node";
import { findTrack, type TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { bytePieces, jsonPieces, type Pieces, storeGzipped } from "../../platform/files/pieces.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import type { StoredFile } from "../../platform/storage/storage.ts";
import { identify, segmentIds } from "./facts.ts";
import { detailPieces, segmentsOf } from "./points.ts";
import {
  DOCUMENTS,
  type DocumentName,
  RESULT_FILES,
  readColumns,
  readReport,
  resultsFor,
  segmentsFile,
  writePositions,
} from "./results.ts";
import type { TrackSegment, UserTag } from "./schema.ts";
import { storeFactsOf } from "./store-missing-facts.ts";

/** The larger part of an answer as a gzip file, and the track as it was when the results in it were the present ones. */
interface TrackDocument {
  track: TrackRow;
  segments_version: string;
  /** Of the results that the reader sees. */
  folder: string;
  rest: StoredFile;
}

/** Results may be replaced while they are read: then again. */
const ATTEMPTS = 3;

/**
 * A document about a track that has results. It is written when the analysis finishes, otherwise at its first use: once
 * for each version of the segments' ids.
 */
export async function openDocument(
  context: AppContext,
  reader: { id: number } | null,
  track: TrackRow,
  name: DocumentName,
): Promise<TrackDocument> {
  return documentOf(context, reader, track, name, (write) => inTurn(context, write));
}

/** The same; what has to be written is passed to `whenFree`. */
async function documentOf(
  context: AppContext,
  reader: { id: number } | null,
  track: TrackRow,
  name: DocumentName,
  whenFree: <T>(write: () => Promise<T>) => Promise<T>,
): Promise<TrackDocument> {
  let current = track;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const version = await segmentsVersion(context, current);
    if (version) {
      const folder = await resultsFor(context, reader, { ...current, result_key: current.result_key! });
      const rest =
        (await context.storage.open(`${folder}/${DOCUMENTS[name](version)}`)) ??
        (await whenFree(() => writeDocument(context, current, name, version, folder)));
      if (rest) return { track: current, segments_version: version, folder, rest };
    } else {
      // Either the track was analysed before ids were stored, or it has later results now.
      await whenFree(() => storeFactsOf(context, track.id));
    }
    current = (await findTrack(context.db, track.id)) ?? current;
  }
  throw new Error(`The segments of track ${track.id} have no ids.`);
}

/** The segments beside the points of a document, as JSON, with these tags of a user by segment. */
export async function readSegments(
  { storage }: AppContext,
  { folder, segments_version }: TrackDocument,
  tags: ReadonlyMap<number, UserTag[]>,
): Promise<string> {
  const text = (await storage.read(`${folder}/${segmentsFile(segments_version)}`)).toString();
  if (tags.size === 0) return text;
  const segments = JSON.parse(text) as TrackSegment[];
  return JSON.stringify(segments.map((segment) => ({ ...segment, user_tags: tags.get(segment.id) ?? [] })));
}

/** Writes the documents of an analysis that has just been stored under `result_key`, before they are first requested. */
export async function writeDocuments(
  context: AppContext,
  track_id: number,
  result_key: string,
  analysis: Analysis,
): Promise<void> {
  const track = await findTrack(context.db, track_id);
  // Later results bring documents of their own.
  if (track?.result_key !== result_key) return;
  const version = await segmentsVersion(context, track);
  if (!version) return;
  for (const name of Object.keys(DOCUMENTS) as DocumentName[])
    await writeDocument(context, track, name, version, result_key, analysis);
  await writePositions(context, result_key, analysis.columns);
  const gzip_key = `${result_key}/${RESULT_FILES.columns}.gz`;
  const columns = () => inTurns(bytePieces(arrowPieces(context.core.version, analysis)));
  await once(gzip_key, () => keepGzipped(context, gzip_key, columns()));
}

async function segmentsVersion({ db }: AppContext, { id, result_key }: TrackRow): Promise<string | undefined> {
  const row = await db
    .selectFrom("track_facts")
    .select("segments_version")
    .where("track_id", "=", id)
    .where("result_key", "=", result_key)
    .executeTakeFirst();
  return row?.segments_version;
}

/** Files being written by this process. Another process may write the same one: its bytes are the same. */
const writing = new Map<string, Promise<StoredFile | null>>();

function once(key: string, write: () => Promise<StoredFile | null>): Promise<StoredFile | null> {
  const running = writing.get(key);
  if (running) return running;
  const started = write().finally(() => writing.delete(key));
  writing.set(key, started);
  return started;
}

/** From the analysis when it is still in memory, else from its files. Null when the ids were replaced meanwhile. */
function writeDocument(
  context: AppContext,
  track: TrackRow,
  name: DocumentName,
  version: string,
  folder: string,
  analysis?: Analysis,
): Promise<StoredFile | null> {
  const key = `${folder}/${DOCUMENTS[name](version)}`;
  return once(key, async () => {
    const ids = await segmentIds(context.db, track, version);
    if (!ids) return null;
    const report = identify(analysis?.report ?? (await readReport(context, { result_key: folder })), ids);
    if (name === "analysis") return keepGzipped(context, key, analysisPieces(report));
    // First: they are there whenever the points are.
    await context.storage.write(`${folder}/${segmentsFile(version)}`, Buffer.from(JSON.stringify(segmentsOf(report))));
    const columns = analysis?.columns ?? (await readColumns(context, { result_key: folder }));
    return keepGzipped(context, key, inTurns(detailPieces({ columns }, report, context.core.channels)));
  });
}

/** What follows `"files":[` in an analysis document. */
function* analysisPieces(report: FileAnalysis): Generator<string> {
  yield* jsonPieces(report);
  yield '],"failed":[]}';
}

/** The same pieces; other work has its turn after each. */
async function* inTurns<T>(pieces: Iterable<T>): AsyncGenerator<T> {
  for (const piece of pieces) {
    yield piece;
    await new Promise((turn) => setImmediate(turn));
  }
}

/** The gzip file of a stored file. */
export async function gzippedFile(context: AppContext, key: string): Promise<StoredFile | null> {
  const gzip_key = `${key}.gz`;
  const stored = await context.storage.open(gzip_key);
  if (stored) return stored;
  const plain = await context.storage.open(key);
  return plain && once(gzip_key, () => keepGzipped(context, gzip_key, plain.stream()));
}

async function keepGzipped({ storage }: AppContext, key: string, pieces: Pieces): Promise<StoredFile | null> {
  await storeGzipped(storage, key, pieces);
  return storage.open(key);
}
