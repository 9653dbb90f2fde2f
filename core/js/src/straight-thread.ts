/**
 * {@link Core.straight_analysis} on a thread of its own: over hours of straights it takes longer than the event loop of
 * a server may be blocked. Node only.
 */
import { Worker } from "node:worker_threads";
import type { StraightAnalysis, StraightAnalysisRequest, TrackColumns } from "./core.ts";
import { STRAIGHT_CHANNELS, toEngineError } from "./typed-core.ts";

/** Source of the thread. A text, so that a bundle needs no second file. */
const SOURCE = `
const { parentPort, workerData } = require("node:worker_threads");
const native = require("node:module").createRequire(workerData)("@leebow/core/native");
parentPort.on("message", ({ id, time_ms, ids, values, question }) => {
  try {
    parentPort.postMessage({ id, answer: native.straight_analysis(time_ms, ids, values, question) });
  } catch (error) {
    parentPort.postMessage({ id, fault: error.message });
  }
});`;

interface Asked {
  resolve(answer: StraightAnalysis): void;
  reject(error: Error): void;
}

let thread: Worker | undefined;
let last_id = 0;
const asked = new Map<number, Asked>();

/** The analysis of these straights, one request after the other. */
export function analyzeStraights(
  { time_ms, channels }: Pick<TrackColumns, "time_ms" | "channels">,
  question: Partial<StraightAnalysisRequest>,
): Promise<StraightAnalysis> {
  const ids = Object.keys(channels).filter((id) => STRAIGHT_CHANNELS.has(id));
  // Copies: the columns may be views into one buffer, which is in use.
  const [times, values] = [time_ms.slice(), ids.map((id) => channels[id]!.slice())];
  const id = ++last_id;
  thread ??= startThread();
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    const message = { id, time_ms: times, ids, values, question: JSON.stringify(question) };
    thread!.postMessage(message, [times.buffer, ...values.map(({ buffer }) => buffer as ArrayBuffer)]);
  });
}

function startThread(): Worker {
  const worker = new Worker(SOURCE, { eval: true, workerData: import.meta.url });
  worker.on("message", ({ id, answer, fault }: { id: number; answer?: string; fault?: string }) => {
    const { resolve, reject } = asked.get(id)!;
    asked.delete(id);
    if (answer === undefined) reject(toEngineError(new Error(fault)));
    else resolve(JSON.parse(answer));
  });
  const end = (error: unknown) => {
    if (thread === worker) thread = undefined;
    for (const { reject } of asked.values()) reject(toEngineError(error));
    asked.clear();
  };
  worker.on("error", end);
  worker.on("exit", end);
  worker.unref();
  return worker;
}
