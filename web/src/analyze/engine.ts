import { EngineError, type Options, type Why } from "@leebow/core";
import { type Remote, transfer, wrap } from "comlink";
import sampleAddress from "./sample.fit?url";
import type { EngineFacts, EngineWorker, Outcome } from "./worker";

let remote: Remote<EngineWorker> | null = null;
let facts: Promise<EngineFacts> | null = null;
let sample: Promise<ArrayBuffer> | null = null;

function worker(): Remote<EngineWorker> {
  remote ??= wrap<EngineWorker>(new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
  return remote;
}

/** Loads the engine and runs it once; afterwards it needs no network. After a failure the next call tries again. */
export function warmEngine(): Promise<EngineFacts> {
  facts ??= sampleBytes().then((bytes) => worker().warm(new Uint8Array(bytes)));
  facts.catch(() => (facts = sample = null));
  return facts;
}

/** A sample: a simulated race of a 49er. */
export async function sampleFile(): Promise<File> {
  return new File([await sampleBytes()], "sample-race.fit");
}

function sampleBytes(): Promise<ArrayBuffer> {
  sample ??= fetch(sampleAddress).then((response) => response.arrayBuffer());
  return sample;
}

/** Reads and analyses one file on this computer. */
export async function analyzeFile(file: File, options: Partial<Options>, wind: File | null): Promise<Outcome> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return worker().analyze(file.name, transfer(bytes, [bytes.buffer]), options, await logOf(wind));
}

/** Why a moment of a file is a maneuver or not. Rejects with an {@link EngineError}. */
export async function explainFile(
  file: File,
  options: Partial<Options>,
  wind: File | null,
  time_ms: number,
): Promise<Why> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const answer = await worker().why(file.name, transfer(bytes, [bytes.buffer]), options, await logOf(wind), time_ms);
  if ("why" in answer) return answer.why;
  throw new EngineError(answer.kind, answer.message);
}

async function logOf(wind: File | null): Promise<{ name: string; bytes: Uint8Array } | null> {
  return wind && { name: wind.name, bytes: new Uint8Array(await wind.arrayBuffer()) };
}
