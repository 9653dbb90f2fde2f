/**
 * A first call in a process of its own: `first ours FILE` compiles and starts the WASM and reads; `first FORMAT PEER FILE`
 * reads with a peer, whose modules are loaded beforehand and not counted. Prints ms, and how much memory the WASM grew.
 */
import { readFileSync } from "node:fs";
import { loadCore, readRaw } from "@leebow/core/web";
import { PEERS } from "./peers/index.ts";

export async function first(words: string[]): Promise<void> {
  const bytes = new Uint8Array(readFileSync(words.at(-1)!));
  process.stdout.write(JSON.stringify(words[0] === "ours" ? await ours(bytes) : await theirs(words[0]!, words[1]!, bytes)));
}

async function ours(bytes: Uint8Array) {
  const memory = watchMemory();
  const start = performance.now();
  await loadCore();
  const before = memory();
  await readRaw({ name: "", bytes });
  return { ms: performance.now() - start, grown: memory() - before };
}

async function theirs(format: string, name: string, bytes: Uint8Array) {
  const peer = await PEERS[format]![name]!();
  const start = performance.now();
  await peer.read(bytes);
  return { ms: performance.now() - start };
}

/** The size of the module's memory, which its face keeps to itself. */
function watchMemory(): () => number {
  let memory: WebAssembly.Memory | undefined;
  const instantiate = WebAssembly.instantiate.bind(WebAssembly) as (...args: unknown[]) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;
  WebAssembly.instantiate = (async (...args: unknown[]) => {
    const made = await instantiate(...args);
    const instance = (made.instance ?? made) as WebAssembly.Instance;
    memory = instance.exports["memory"] as WebAssembly.Memory;
    return made;
  }) as unknown as typeof WebAssembly.instantiate;
  return () => memory?.buffer.byteLength ?? 0;
}
