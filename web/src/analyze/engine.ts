import type { Options } from "@leebow/core";
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
  const log = wind ? { name: wind.name, bytes: new Uint8Array(await wind.arrayBuffer()) } : null;
  return worker().analyze(file.name, transfer(bytes, [bytes.buffer]), options, log);
}
