import { type Remote, releaseProxy, wrap } from "comlink";
import type { EngineWorker } from "./worker";

/** A worker whose engine is loaded. */
export interface EngineThread {
  engine: Remote<EngineWorker>;
  /** Rejects when the worker fails. */
  failed: Promise<never>;
  end: () => void;
}

/** Starts a worker and loads the engine in it. Rejects if the code of either cannot be fetched. */
export async function startThread(): Promise<EngineThread> {
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
