import { columnsOfArrow, type FileAnalysis, type RaceTrack, raceTrackOf } from "@leebow/core/node";
import { LRUCache } from "lru-cache";
import type { RaceTrackRow } from "../../access/race.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { RESULT_FILES } from "../tracks/results.ts";
import { boatsOf } from "./boats.ts";

/** Bytes of boats kept in memory in the form of the engine. *guess*: 200 boats for two hours at 4 fixes a second. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Tracks that are read from the storage at the same time. *guess* */
const READ_TOGETHER = 4;

type Context = Pick<AppContext, "storage">;

/** Boats by the keys of their results. The content under a key never changes. */
const kept = new WeakMap<Storage, LRUCache<string, RaceTrack>>();

/**
 * The boats of a race as the engine takes them, each named by the id of the first of its tracks, also where that has no
 * results. Tracks without results are left out.
 */
export async function raceTracksOf(context: Context, tracks: readonly RaceTrackRow[]): Promise<RaceTrack[]> {
  const boats = boatsOf(tracks).filter((boat) => boat.some(({ result_key }) => result_key));
  const found: RaceTrack[] = [];
  for (let i = 0; i < boats.length; i += READ_TOGETHER) {
    found.push(...(await Promise.all(boats.slice(i, i + READ_TOGETHER).map((boat) => boatOf(context, boat)))));
  }
  return found;
}

async function boatOf(context: Context, boat: readonly RaceTrackRow[]): Promise<RaceTrack> {
  const cache = kept.get(context.storage) ?? new LRUCache({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });
  kept.set(context.storage, cache);
  const key = JSON.stringify(boat.map(({ id, result_key }) => [id, result_key]));
  const known = cache.get(key);
  if (known) return known;
  const parts: RaceTrack[] = [];
  for (const { result_key } of boat) if (result_key) parts.push(await partOf(context, result_key));
  const joined = joinedParts(String(boat[0]!.id), parts);
  cache.set(key, joined);
  return joined;
}

async function partOf({ storage }: Context, result_key: string): Promise<RaceTrack> {
  const [report, columns] = await Promise.all(
    [RESULT_FILES.report, RESULT_FILES.columns].map((name) => storage.read(`${result_key}/${name}`)),
  );
  return raceTrackOf(JSON.parse(report!.toString("utf8")) as FileAnalysis, columnsOfArrow(columns!));
}

const COLUMNS = ["time_ms", "lat_deg", "lon_deg", "sog_mps", "cog_deg", "ewd_deg", "ewd_sd_deg"] as const;

/** One track of consecutive ones, with columns of its own: those of the parts are views into whole files. Its times rise. */
export function joinedParts(name: string, tracks: readonly RaceTrack[]): RaceTrack {
  const parts: RaceTrack[] = [];
  for (const track of tracks) parts.push(rowsAfter(track, parts.at(-1)?.time_ms.at(-1) ?? -Infinity));
  const first = parts[0]!;
  const lists = (key: "turns" | "events") => parts.flatMap(({ facts }) => (facts[key] as never[]) ?? []);
  const facts = { ...first.facts, name, turns: lists("turns"), events: lists("events") };
  // The least certain of its winds.
  const flips = parts.flatMap(({ facts }) => facts.flip_probability ?? []);
  const flip_probability = flips.length > 0 ? Math.max(...flips) : null;
  const columns = Object.fromEntries(COLUMNS.map((id) => [id, joinedColumn(parts, id)]));
  return { ...first, ...columns, facts: { ...facts, flip_probability } };
}

/** NaN where a part has no wind and another one has. */
function joinedColumn(parts: readonly RaceTrack[], id: (typeof COLUMNS)[number]): Float64Array | Float32Array {
  const isAbsent = parts.every((part) => part[id].length === 0);
  const lengths = parts.map(({ time_ms }) => time_ms.length);
  const Column = parts[0]![id] instanceof Float64Array ? Float64Array : Float32Array;
  const joined = new Column(isAbsent ? 0 : lengths.reduce((sum, length) => sum + length, 0)).fill(NaN);
  if (isAbsent) return joined;
  let row = 0;
  for (const [i, part] of parts.entries()) {
    joined.set(part[id], row);
    row += lengths[i]!;
  }
  return joined;
}

/** The rows of a track after a time: a recording may begin with the fix that ended the one before. */
function rowsAfter(track: RaceTrack, end_ms: number): RaceTrack {
  const first = track.time_ms.findIndex((time_ms) => time_ms > end_ms);
  if (first === 0) return track;
  const from = first < 0 ? track.time_ms.length : first;
  return { ...track, ...Object.fromEntries(COLUMNS.map((id) => [id, track[id].slice(from)])) };
}

const bytesOf = (track: RaceTrack) => 1000 + COLUMNS.reduce((sum, id) => sum + track[id].byteLength, 0);
