/** The engine in the browser and, for tests, in Node: WASM. It runs on the calling thread: load it in a worker. */

import type { Core, InputFile, TrackColumns } from "./core.ts";
import {
  dividedFile,
  joinedFile,
  loadWasm,
  type OutlinedFile,
  readColumns,
  relatedNumbers,
  startWasm,
} from "./raw-web.ts";
import { type Relation, relationsOf } from "./relations.ts";
import { coreOf, toEngineError, withEngineErrors } from "./typed-core.ts";
import { type DividedKind, distinctNames, dividedKind } from "./zip-names.ts";

export * from "./arrow.ts";
export * from "./document.ts";
export * from "./index.ts";
export { buffersOf } from "./transfer.ts";

let loaded: Promise<Core> | undefined;

/** The engine, loaded once a thread. After a failure it can be loaded in a new worker alone. */
export function loadCore(): Promise<Core> {
  loaded ??= loadWasm().then(coreOf);
  return loaded;
}

/** The columns of a file in its order, as they were read, without an analysis. */
export async function readRaw({ name, bytes }: InputFile): Promise<TrackColumns> {
  await startWasm();
  try {
    const { time_ms, lat_deg, lon_deg, channel_ids, channels } = readColumns(name, bytes);
    const named = Object.fromEntries(channels.map((values, i) => [channel_ids[i], values]));
    return { n: time_ms.length, time_ms, lat_deg, lon_deg, channels: named };
  } catch (error) {
    throw toEngineError(error);
  }
}

/** A file that was read, and what it is compared with others by; empty where that is not known. */
export interface Divided {
  /** Whether its recordings are boats or days of one boat. */
  kind: DividedKind;
  /** Its boats and sessions, each as a file of its own; none for a file of one boat and one session. */
  recordings: OutlinedFile[];
  outline: Float64Array;
}

/** The boats and sessions of a file. Error: that of its reader. */
export async function divide({ bytes }: InputFile): Promise<Divided> {
  await startWasm();
  const parts = withEngineErrors(() => dividedFile(bytes));
  if (parts.length < 2) return { kind: "days", recordings: [], outline: parts[0]?.outline ?? new Float64Array() };
  const names = distinctNames(parts.map(({ name }) => name));
  const recordings = parts.map((part, i) => ({ ...part, name: names[i]! }));
  return { kind: dividedKind(names), recordings, outline: new Float64Array() };
}

/** How recordings with these file names and outlines belong together. */
export async function related(names: readonly string[], outlines: readonly Float64Array[]): Promise<Relation[]> {
  await startWasm();
  return relationsOf(relatedNumbers([...names], [...outlines]));
}

/** Files of one session as one file. Error: that of a reader. */
export async function joinFiles(files: readonly Uint8Array[]): Promise<Uint8Array> {
  await startWasm();
  return withEngineErrors(() => joinedFile([...files]));
}
