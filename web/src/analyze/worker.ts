/** The engine in a worker thread. No data is sent over the network. */
import {
  type Analysis,
  buffersOf,
  EngineError,
  type InputFile,
  loadCore,
  type Options,
  type Regression,
  type Why,
} from "@leebow/core/web";
import { expose, transfer } from "comlink";
import { piecesOf } from "./pieces";

export type Outcome =
  | { state: "read"; analysis: Analysis; took_ms: number }
  | { state: "refused"; kind: string; message: string };

export type Answer = { why: Why } | { kind: string; message: string };

export interface EngineFacts {
  version: string;
  boat_classes: string[];
}

const worker = {
  /** Loads the engine. After a failure this worker cannot load it any more. */
  async start(): Promise<void> {
    await loadCore();
  },

  /** Runs the engine once on a sample: the first call takes two to three times as long as later ones. */
  async warm(sample: File): Promise<EngineFacts> {
    const core = await loadCore();
    await analyze(sample, {}, null);
    return { version: core.version, boat_classes: core.boat_classes.map(({ name }) => name) };
  },

  /** The regression of y on x. */
  async regress(x: Float64Array, y: Float64Array): Promise<Regression> {
    return (await loadCore()).regress(x, y);
  },

  /** Explains a moment; errors of the engine as values, because a thrown one would lose its kind. */
  async why(file: File, options: Partial<Options>, wind: File | null, time_ms: number): Promise<Answer> {
    try {
      const core = await loadCore();
      return { why: await core.why(await bytesOf(file), time_ms, options, wind ? await bytesOf(wind) : undefined) };
    } catch (cause) {
      if (cause instanceof EngineError) return { kind: cause.kind, message: cause.message };
      throw cause;
    }
  },

  async analyze(file: File, options: Partial<Options>, wind: File | null): Promise<Outcome> {
    const began = performance.now();
    try {
      const analysis = await analyze(file, options, wind);
      return transfer({ state: "read", analysis, took_ms: performance.now() - began }, buffersOf(analysis));
    } catch (cause) {
      if (cause instanceof EngineError) return { state: "refused", kind: cause.kind, message: cause.message };
      throw cause;
    }
  },
};

/** Reads the file piece by piece: its bytes are never in memory as a whole. */
async function analyze(file: File, options: Partial<Options>, wind: File | null): Promise<Analysis> {
  const core = await loadCore();
  const reader = core.open(file.name, options, file.size);
  for await (const piece of piecesOf(file)) reader.push(piece);
  return reader.finish(wind ? await bytesOf(wind) : undefined);
}

async function bytesOf(file: File): Promise<InputFile> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

export type EngineWorker = typeof worker;

expose(worker);
