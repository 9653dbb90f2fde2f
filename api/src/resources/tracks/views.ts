import { type Analysis, arrowPieces, hasLeftOut, sailedAnalysis } from "@leebow/core/node";
import { LRUCache } from "lru-cache";
import type { TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { bytePieces, jsonPieces, storePieces } from "../../platform/files/pieces.ts";
import { LIMITS } from "../../platform/limits.ts";
import { MissingFile } from "../../platform/storage/missing-file.ts";
import { readReport } from "./read-results.ts";
import { RESULT_FILES, SAILED_FOLDER } from "./result-files.ts";

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
