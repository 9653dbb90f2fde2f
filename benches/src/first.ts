/**
 * A first call in its own process: `first ours FILE` compiles and starts the WASM and reads; `first FORMAT PEER FILE` reads
 * with a peer, whose modules are loaded before and not counted. Prints ms and the growth of the WASM memory, bytes.
 */
import { readFileSync } from "node:fs";
import { readRaw } from "@leebow/core/web";
import { PEERS } from "./peers/index.ts";

export async function first(words: string[]): Promise<void> {
  const bytes = new Uint8Array(readFileSync(words.at(-1)!));
  process.stdout.write(
    JSON.stringify(words[0] === "ours" ? await ours(bytes) : await theirs(words[0]!, words[1]!, bytes)),
  );
}

async function ours(bytes: Uint8Array) {
  const watched = watchMemory();
  const start = performance.now();
  await readRaw({ name: "", bytes });
  const ms = performance.now() - start;
  const { before, memory } = watched();
  return { ms, grown: memory.buffer.byteLength - before };
}

async function theirs(format: string, name: string, bytes: Uint8Array) {
  const peer = await PEERS[format]![name]!();
  const start = performance.now();
  await peer.read(bytes);
  return { ms: performance.now() - start };
}

/** The module's memory, which is not exported by the package, and its size before reading. */
function watchMemory(): () => { before: number; memory: WebAssembly.Memory } {
  let found: { before: number; memory: WebAssembly.Memory } | undefined;
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, input: [WebAssembly.Module, WebAssembly.Imports]) {
      const made = new target(...input);
      const memory = made.exports.memory as WebAssembly.Memory;
      found = { before: memory.buffer.byteLength, memory };
      return made;
    },
  });
  return () => {
    if (!found) throw new Error("The WASM instance was not created through WebAssembly.Instance.");
    return found;
  };
}
