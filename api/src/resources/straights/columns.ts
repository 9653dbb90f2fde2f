import { type TrackColumns, trackOfArrow } from "@leebow/core/node";
import { LRUCache } from "lru-cache";
import type { TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { detailError } from "../../platform/http/errors.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { RESULT_FILES } from "../tracks/result-files.ts";

const PENDING = "Track is pending now, try again in a few seconds";

/** Bytes of columns kept in memory, of one track and of all. *guess*: a page asks for the same track several times. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
const MAX_ALL_BYTES = 64 * 1024 * 1024;

interface Kept {
  bytes: number;
  columns: TrackColumns;
}

/** Columns by result key. The content under a key never changes. */
const kept = new WeakMap<Storage, LRUCache<string, Kept>>();

/** The columns of a track's present results. */
export async function columnsOf({ storage }: AppContext, { result_key }: TrackRow): Promise<TrackColumns> {
  if (!result_key) throw detailError("track_pending", PENDING);
  const known =
    kept.get(storage) ?? new LRUCache<string, Kept>({ maxSize: MAX_ALL_BYTES, sizeCalculation: ({ bytes }) => bytes });
  kept.set(storage, known);
  const found = known.get(result_key);
  if (found) return found.columns;
  const bytes = await storage.read(`${result_key}/${RESULT_FILES.columns}`);
  const { columns } = trackOfArrow(bytes);
  if (bytes.length <= MAX_KEPT_BYTES) known.set(result_key, { bytes: bytes.length, columns });
  return columns;
}
