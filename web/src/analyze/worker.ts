/** The engine in a worker thread. No data is sent over the network. */
import {
  type Analysis,
  buffersOf,
  EngineError,
  type InputFile,
  loadCore,
  type Options,
  type Why,
} from "@leebow/core/web";
import { expose, transfer } from "comlink";

export type Outcome =
  | { state: "read"; analysis: Analysis; took_ms: number }
  | { state: "refused"; kind: string; message: string };

export interface EngineFacts {
  version: string;
  boat_classes: string[];
}

const worker = {
  /** Loads the engine and runs it once on a sample: the first call takes two to three times as long as later ones. */
  async warm(sample: Uint8Array): Promise<EngineFacts> {
    const core = await loadCore();
    await core.analyze({ name: "sample.fit", bytes: sample });
    return { version: core.version, boat_classes: core.boat_classes.map(({ name }) => name) };
  },

  /** Explains a moment; errors of the engine as values, because a thrown one would lose its kind. */
  async why(
    name: string,
    bytes: Uint8Array,
    options: Partial<Options>,
    wind: InputFile | null,
    time_ms: number,
  ): Promise<{ why: Why } | { kind: string; message: string }> {
    try {
      return { why: await (await loadCore()).why({ name, bytes }, time_ms, options, wind ?? undefined) };
    } catch (cause) {
      if (cause instanceof EngineError) return { kind: cause.kind, message: cause.message };
      throw cause;
    }
  },

  async analyze(name: string, bytes: Uint8Array, options: Partial<Options>, wind: InputFile | null): Promise<Outcome> {
    const began = performance.now();
    try {
      const analysis = await (await loadCore()).analyze({ name, bytes }, options, wind ?? undefined);
      return transfer({ state: "read", analysis, took_ms: performance.now() - began }, buffersOf(analysis));
    } catch (cause) {
      if (cause instanceof EngineError) return { state: "refused", kind: cause.kind, message: cause.message };
      throw cause;
    }
  },
};

export type EngineWorker = typeof worker;

expose(worker);
