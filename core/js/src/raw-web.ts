import init, * as wasm from "../wasm/leebow.js";
import type { RawAnalysis, RawBinding, RawColumns } from "./raw.ts";

let started: Promise<void> | undefined;

/** Starts the module, once. In a browser it fetches itself and is compiled as it arrives; in Node it is read from the disk. */
export function startWasm(): Promise<void> {
  started ??= start();
  started.catch(() => (started = undefined));
  return started;
}

async function start(): Promise<void> {
  const url = new URL("../wasm/leebow_bg.wasm", import.meta.url);
  if (url.protocol !== "file:") return void (await init());
  // Not by `init`: it asks for the classes of fetch, which Node makes when they are first named, in 15 ms.
  wasm.initSync({ module: process.getBuiltinModule("node:fs").readFileSync(url) });
}

/** The WASM binding, started. */
export async function loadWasm(): Promise<RawBinding> {
  await startWasm();
  return {
    version: wasm.version,
    channels: wasm.channels,
    boat_classes: wasm.boat_classes,
    regress: wasm.regress,
    analyze: async (...input) => takeOut(wasm.analyze(...input)),
    why: async (...question) => wasm.why(...question),
    straight_analysis: wasm.straight_analysis,
    RawReader: ChunkReader,
  };
}

/** A file's columns as they were read; after {@link startWasm}. */
export function readColumns(name: string, bytes: Uint8Array): RawColumns {
  const held = wasm.read_raw(name, bytes);
  try {
    const { time_ms, lat_deg, lon_deg, channel_ids, channels } = held;
    return { time_ms, lat_deg, lon_deg, channel_ids, channels };
  } finally {
    held.free();
  }
}

class ChunkReader {
  readonly #reader: wasm.RawReader;

  constructor(name: string, options: string) {
    this.#reader = new wasm.RawReader(name, options);
  }

  push(chunk: Uint8Array): void {
    this.#reader.push(chunk);
  }

  async finish(windName?: string, windBytes?: Uint8Array): Promise<RawAnalysis> {
    return takeOut(this.#reader.finish(windName, windBytes));
  }
}

/** Copies everything out of WASM memory and frees it there: views would detach when the memory grows. */
function takeOut(held: wasm.RawAnalysis): RawAnalysis {
  try {
    return {
      report: held.report,
      time_ms: held.time_ms,
      lat_deg: held.lat_deg,
      lon_deg: held.lon_deg,
      channel_ids: held.channel_ids,
      channels: held.channels,
      fix_flags: held.fix_flags,
      segment_kind: held.segment_kind,
      segment_start: held.segment_start,
      segment_end: held.segment_end,
      metric_ids: held.metric_ids,
      metrics: held.metrics,
    };
  } finally {
    held.free();
  }
}
