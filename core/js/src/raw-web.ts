import { loadModule } from "#load-wasm";
import type * as Wasm from "../wasm/leebow.js";
import type { InputFile } from "./core.ts";
import {
  debriefOfWasm,
  debriefSummaryOfWasm,
  duelOfWasm,
  polarOfWasm,
  polarSummaryOfWasm,
  racesOfWasm,
} from "./races-web.ts";
import type { RawAnalysis, RawBinding, RawColumns, RawFileRecording } from "./raw.ts";

let wasm: typeof Wasm;
let started: Promise<void> | undefined;

/** Loads the engine, once a thread. */
export function startWasm(): Promise<void> {
  started ??= loadModule().then((loaded) => {
    wasm = loaded;
  });
  return started;
}

/** The WASM binding, loaded. */
export async function loadWasm(): Promise<RawBinding> {
  await startWasm();
  return {
    version: wasm.version,
    channels: wasm.channels,
    boat_classes: wasm.boat_classes,
    boat_class: wasm.boat_class,
    regress: wasm.regress,
    analyze: async (...input) => wasm.analyze(...input),
    read: async (name, bytes) => new HeldRecording(wasm.read(name, bytes)),
    why: async (...question) => wasm.why(...question),
    straight_analysis: wasm.straight_analysis,
    races: racesOfWasm,
    debrief: debriefOfWasm,
    debrief_summary: debriefSummaryOfWasm,
    duel: duelOfWasm,
    polar_summary: polarSummaryOfWasm,
    polar: polarOfWasm,
    RawReader: ChunkReader,
  };
}

/** The columns of a file as they were read. Requires {@link startWasm}. */
export const readColumns = (name: string, bytes: Uint8Array): RawColumns => wasm.read_raw(name, bytes);

/** A boat or session of a file, and what it is compared with others by. */
export interface OutlinedFile extends InputFile {
  outline: Float64Array;
}

/** The boats and sessions of a file; of another file one without bytes, which has its outline. Requires {@link startWasm}. */
export const dividedFile = (bytes: Uint8Array): OutlinedFile[] => wasm.divided(bytes);

/** Three numbers of each recording (`read::Relation`). Requires {@link startWasm}. */
export const relatedNumbers = (names: string[], outlines: Float64Array[]): Float64Array =>
  wasm.related(names, outlines);

/** Files of one session as one. Requires {@link startWasm}. */
export const joinedFile = (files: Uint8Array[]): Uint8Array => wasm.joined(files);

class ChunkReader {
  readonly #reader: Wasm.RawReader;

  constructor(name: string, options: string, expected?: number) {
    this.#reader = new wasm.RawReader(name, options, expected);
  }

  push(chunk: Uint8Array): void {
    this.#reader.push(chunk);
  }

  async finish(windName?: string, windBytes?: Uint8Array): Promise<RawAnalysis> {
    return this.#reader.finish(windName, windBytes);
  }

  async recording(): Promise<RawFileRecording> {
    return new HeldRecording(this.#reader.recording());
  }
}

class HeldRecording implements RawFileRecording {
  readonly #recording: Wasm.RawFileRecording;

  constructor(recording: Wasm.RawFileRecording) {
    this.#recording = recording;
  }

  get bytes(): number {
    return this.#recording.bytes;
  }

  /** A handle of WASM that may be passed by value. */
  shared(): Wasm.RawFileRecording {
    return this.#recording.share();
  }

  async analyze(options: string, wind?: HeldRecording): Promise<RawAnalysis> {
    return this.#recording.analyze(options, wind?.shared());
  }

  async why(options: string, timeMs: number, wind?: HeldRecording): Promise<string> {
    return this.#recording.why(options, timeMs, wind?.shared());
  }

  free(): void {
    this.#recording.free();
  }
}
