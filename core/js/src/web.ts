/** The engine in the browser and, for tests, in Node: WASM. It runs on the calling thread: load it in a worker. */

import { type Divided, divided } from "./divide.ts";
import type { Core, InputFile, TrackColumns } from "./index.ts";
import { loadWasm, readColumns, startWasm } from "./raw-web.ts";
import { coreOf, toEngineError } from "./typed-core.ts";

export * from "./arrow.ts";
export type { Divided } from "./divide.ts";
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

/** The boats and sessions of a file, each as a file of its own; null for one of one boat and one session. */
export const divide = (file: InputFile): Promise<Divided | null> => divided(file, readRaw);
