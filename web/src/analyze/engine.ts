import { EngineError, type Options, type Regression, type Why } from "@leebow/core";
import { type Remote, releaseProxy, wrap } from "comlink";
import sampleAddress from "./sample.fit?url";
import type { Answer, EngineFacts, EngineWorker, Outcome } from "./worker";

/**
 * A file of this size is read by a worker of its own, bytes: the memory of WASM never shrinks, and is returned with the
 * worker. *guess*: such files take seconds, and starting a worker some 50 ms.
 */
const LARGE_BYTES = 8 * 1024 * 1024;

/** A worker whose engine is loaded. */
interface EngineThread {
  engine: Remote<EngineWorker>;
  /** Rejects when the worker fails. */
  failed: Promise<never>;
  end: () => void;
}

let common: Promise<EngineThread> | null = null;
let facts: Promise<EngineFacts> | null = null;
let sample: Promise<File> | null = null;

/** Starts a worker and loads the engine in it. Rejects if the code of either cannot be fetched. */
async function startThread(): Promise<EngineThread> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const engine = wrap<EngineWorker>(worker);
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Error("The worker of the engine failed."));
  });
  const end = () => {
    engine[releaseProxy]();
    worker.terminate();
  };
  try {
    await Promise.race([failed, engine.start()]);
    return { engine, failed, end };
  } catch (cause) {
    end();
    throw cause;
  }
}

/** The engine of all calls but those on large files. One that was not loaded or failed is replaced by the next call. */
async function commonEngine(): Promise<Remote<EngineWorker>> {
  if (!common) {
    const started = startThread();
    const forget = () => {
      if (common === started) common = null;
    };
    started.then(({ failed }) => failed).catch(forget);
    common = started;
  }
  return (await common).engine;
}

/** Loads the engine and runs it once; afterwards it needs no network. After a failure the next call tries again. */
export function warmEngine(): Promise<EngineFacts> {
  facts ??= Promise.all([commonEngine(), sampleFile()]).then(([engine, file]) => engine.warm(file));
  facts.catch(() => (facts = sample = null));
  return facts;
}

/** A sample: a simulated race of a 49er. */
export function sampleFile(): Promise<File> {
  sample ??= fetch(sampleAddress)
    .then((response) => response.arrayBuffer())
    .then((bytes) => new File([bytes], "sample-race.fit"));
  return sample;
}

/** The regression of y on x. */
export async function regress(x: Float64Array, y: Float64Array): Promise<Regression> {
  return (await commonEngine()).regress(x, y);
}

/** Reads and analyses one file on this computer. */
export function analyzeFile(file: File, options: Partial<Options>, wind: File | null): Promise<Outcome> {
  return withEngine<Outcome>(file, (engine) => engine.analyze(file, options, wind));
}

/** Why a moment of a file is a maneuver or not. Rejects with an {@link EngineError}. */
export async function explainFile(
  file: File,
  options: Partial<Options>,
  wind: File | null,
  time_ms: number,
): Promise<Why> {
  const answer = await withEngine<Answer>(file, (engine) => engine.why(file, options, wind, time_ms));
  if ("why" in answer) return answer.why;
  throw new EngineError(answer.kind, answer.message);
}

/** Runs with the engine for this file. Where none of its own can be started, as without a network, the common one runs. */
async function withEngine<T>(file: File, run: (engine: Remote<EngineWorker>) => Promise<T>): Promise<T> {
  const own = file.size < LARGE_BYTES ? null : await startThread().catch(() => null);
  if (!own) return run(await commonEngine());
  try {
    return await Promise.race([own.failed, run(own.engine)]);
  } finally {
    own.end();
  }
}
