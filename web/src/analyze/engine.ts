import { EngineError, type Options, type Why } from "@leebow/core";
import { type Remote, releaseProxy, wrap } from "comlink";
import sampleAddress from "./sample.fit?url";
import type { Answer, EngineFacts, EngineWorker, Outcome } from "./worker";

/**
 * A file of this size is read by a worker of its own, bytes: the memory of WASM never shrinks, and is returned with the
 * worker. *guess*: such files take seconds, and starting a worker some 50 ms.
 */
const LARGE_BYTES = 8 * 1024 * 1024;

let common: Remote<EngineWorker> | null = null;
let facts: Promise<EngineFacts> | null = null;
let sample: Promise<File> | null = null;

const makeWorker = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

function commonWorker(): Remote<EngineWorker> {
  common ??= wrap<EngineWorker>(makeWorker());
  return common;
}

/** Loads the engine and runs it once; afterwards it needs no network. After a failure the next call tries again. */
export function warmEngine(): Promise<EngineFacts> {
  facts ??= sampleFile().then(startCommon);
  facts.catch(() => (facts = sample = null));
  return facts;
}

/** Starts the common worker. A worker whose code could not be fetched never answers, and is replaced by the next call. */
function startCommon(file: File): Promise<EngineFacts> {
  const own = makeWorker();
  const worker = wrap<EngineWorker>(own);
  common = worker;
  const failed = new Promise<never>((_, reject) => {
    own.onerror = () => {
      if (common === worker) common = null;
      reject(new Error("The worker of the engine could not be started."));
    };
  });
  return Promise.race([failed, worker.warm(file)]);
}

/** A sample: a simulated race of a 49er. */
export function sampleFile(): Promise<File> {
  sample ??= fetch(sampleAddress)
    .then((response) => response.arrayBuffer())
    .then((bytes) => new File([bytes], "sample-race.fit"));
  return sample;
}

/** Reads and analyses one file on this computer. */
export function analyzeFile(file: File, options: Partial<Options>, wind: File | null): Promise<Outcome> {
  return withWorker<Outcome>(file, (worker) => worker.analyze(file, options, wind));
}

/** Why a moment of a file is a maneuver or not. Rejects with an {@link EngineError}. */
export async function explainFile(
  file: File,
  options: Partial<Options>,
  wind: File | null,
  time_ms: number,
): Promise<Why> {
  const answer = await withWorker<Answer>(file, (worker) => worker.why(file, options, wind, time_ms));
  if ("why" in answer) return answer.why;
  throw new EngineError(answer.kind, answer.message);
}

/** Runs with the worker for this file. Where one of its own cannot be started, as without a network, the common one reads it. */
async function withWorker<T>(file: File, run: (worker: Remote<EngineWorker>) => Promise<T>): Promise<T> {
  const module =
    file.size < LARGE_BYTES
      ? null
      : await warmEngine().then(
          (warm) => warm.module,
          () => null,
        );
  if (!module) return run(commonWorker());
  const own = makeWorker();
  const worker = wrap<EngineWorker>(own);
  const failed = new Promise<never>((_, reject) => {
    own.onerror = () => reject(new Error("The worker of this file failed."));
  });
  try {
    const isStarted = await Promise.race([failed, worker.start(module)]).then(
      () => true,
      () => false,
    );
    return await (isStarted ? Promise.race([failed, run(worker)]) : run(commonWorker()));
  } finally {
    worker[releaseProxy]();
    own.terminate();
  }
}
