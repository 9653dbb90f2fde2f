import {
  type Analysis,
  arrowOfPositions,
  arrowPieces,
  columnsOfArrow,
  type FileAnalysis,
  hasLeftOut,
  sailedAnalysis,
  type TrackColumns,
} from "@leebow/core/node";
import { LRUCache } from "lru-cache";
import type { TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { bytePieces, jsonPieces, storePieces } from "../../platform/files/pieces.ts";
import { LIMITS } from "../../platform/limits.ts";
import { MissingFile } from "../../platform/storage/missing-file.ts";

/** Files of one analysis in the storage, below the track's `result_key`. */
export const RESULT_FILES = {
  report: "report.json",
  columns: "columns.arrow",
  map_light: "map-light.png",
  map_dark: "map-dark.png",
  /** Written for the first race the track is in. */
  wind_evidence: "wind-evidence.json",
  /** For the map of a race report. */
  positions: "positions.arrow",
  /** Written at the first download. */
  points_csv: "points.csv",
} as const;

/** Folder of the same files without the parts that are left out, as others than the owner see them; where a part is left out. */
export const SAILED_FOLDER = "sailed";

/** Of the documents' content. Raise it with every change of their form: those of before are then written again. */
const DOCUMENT_FORM = 1;

/** Ends of JSON answers as gzip files, by the version of the segments' ids in them. */
export const DOCUMENTS = {
  points: (segments_version: string) => `points-${DOCUMENT_FORM}-${segments_version}.json.gz`,
  analysis: (segments_version: string) => `analysis-${DOCUMENT_FORM}-${segments_version}.json.gz`,
} as const;
/** The segments as JSON, without tags of a user. */
export const segmentsFile = (segments_version: string) => `segments-${DOCUMENT_FORM}-${segments_version}.json`;
export type DocumentName = keyof typeof DOCUMENTS;

export const RESULTS_FOLDER = "results";

/** Folder of the results of a track, a folder each analysis (retired-results.ts). */
export const resultsOfTrack = (track_id: number) => `${RESULTS_FOLDER}/${track_id}`;

type Stored = Pick<AppContext, "storage">;
type Analysed = Pick<TrackRow, "result_key">;

export async function readReport({ storage }: Stored, { result_key }: Analysed): Promise<FileAnalysis> {
  const bytes = await storage.read(`${result_key}/${RESULT_FILES.report}`);
  return JSON.parse(bytes.toString("utf8")) as FileAnalysis;
}

export async function readColumns({ storage }: Stored, { result_key }: Analysed): Promise<TrackColumns> {
  return columnsOfArrow(await storage.read(`${result_key}/${RESULT_FILES.columns}`));
}

/** Who sees results; null is somebody without an account. */
type Reader = { id: number } | null;

/** By storage, the folders of results of which nothing is left out. Results never change under their key. */
const known_whole = new WeakMap<AppContext["storage"], LRUCache<string, true>>();

function wholeIn(storage: AppContext["storage"]): LRUCache<string, true> {
  const whole = known_whole.get(storage) ?? new LRUCache<string, true>({ max: LIMITS.whole_results });
  known_whole.set(storage, whole);
  return whole;
}

/**
 * Folder of the results without the parts that are left out: that of all results where nothing is. Throws where the former is
 * missing, so that it is made again: all results are nothing for others.
 */
export async function sailedResults({ storage }: Pick<AppContext, "storage">, result_key: string): Promise<string> {
  const whole = wholeIn(storage);
  if (whole.has(result_key)) return result_key;
  const folder = `${result_key}/${SAILED_FOLDER}`;
  const report = `${folder}/${RESULT_FILES.report}`;
  if (await storage.stat(report)) return folder;
  if (hasLeftOut(await readReport({ storage }, { result_key }))) throw new MissingFile(report);
  whole.set(result_key, true);
  return result_key;
}

/** Folder of the results of a track as this reader sees them: all is for its owner alone, since a drive ends where somebody lives. */
export async function resultsFor(
  context: Pick<AppContext, "storage">,
  reader: Reader,
  { user_id, result_key }: Pick<TrackRow, "user_id"> & { result_key: string },
): Promise<string> {
  return reader?.id === user_id ? result_key : sailedResults(context, result_key);
}

/** Writes the results as others see them below the key of the results, where a part is left out. */
export async function writeSailed(
  { storage, core }: Pick<AppContext, "storage" | "core">,
  result_key: string,
  analysis: Analysis,
): Promise<Analysis> {
  const sailed = sailedAnalysis(analysis);
  if (sailed === analysis) {
    wholeIn(storage).set(result_key, true);
    return sailed;
  }
  const folder = `${result_key}/${SAILED_FOLDER}`;
  await storePieces(storage, `${folder}/${RESULT_FILES.columns}`, bytePieces(arrowPieces(core.version, sailed)));
  await storePieces(storage, `${folder}/${RESULT_FILES.report}`, jsonPieces(sailed.report));
  return sailed;
}

export type Positions = Pick<TrackColumns, "time_ms" | "lat_deg" | "lon_deg">;

/** Fixes nearer than this to the one before are left out, ms: of a fix a second none, although receivers are not exact. */
const MIN_STEP_MS = 900;

/** Time and position of a track, a fix a second at most; fixes without a position are left out. */
export function thinnedPositions({ time_ms, lat_deg, lon_deg }: Positions): Positions {
  const rows: number[] = [];
  let next_ms = -Infinity;
  for (const [row, at_ms] of time_ms.entries()) {
    if (at_ms < next_ms || Number.isNaN(lat_deg[row]!)) continue;
    next_ms = at_ms + MIN_STEP_MS;
    rows.push(row);
  }
  const taken = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]!);
  return { time_ms: taken(time_ms), lat_deg: taken(lat_deg), lon_deg: taken(lon_deg) };
}

/** Writes the positions of a track beside its other results. */
export async function writePositions(
  { storage, core }: AppContext,
  result_key: string,
  columns: Positions,
): Promise<void> {
  await storage.write(
    `${result_key}/${RESULT_FILES.positions}`,
    arrowOfPositions(core.version, thinnedPositions(columns)),
  );
}
