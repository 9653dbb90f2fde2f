/**
 * Breaks recordings by chance inside WASM, as `core/engine/tests/mutations.rs` does natively: the same Rust code.
 * `node scripts/broken-wasm.mjs FILE.wasm COUNT`: the formats side by side, a test each.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const [file, count] = process.argv.slice(2);

if (isMainThread) await formats();
else check(workerData);

/** So many formats at a time as there are cores. */
async function formats() {
  const engine = opened();
  const names = [];
  while (engine.exports.name(names.length)) names.push(engine.said());
  const waiting = names.keys();
  let failed = 0;
  const work = async () => {
    for (const place of waiting) {
      const { why, each_us } = await checked(place);
      console.log(
        why ? `not ok ${names[place]}: ${why}` : `ok ${names[place]}: ${count} broken, ${each_us.toFixed(2)} µs each`,
      );
      failed += why ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`test result: ${failed ? "FAILED" : "ok"}. ${names.length - failed} passed; ${failed} failed; 0 ignored`);
  process.exitCode = failed || names.length === 0 ? 1 : 0;
}

function checked(place) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { argv: [file, count], workerData: place });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

function check(place) {
  const engine = opened();
  const start = performance.now();
  let why;
  try {
    why = engine.exports.check(place, 0, Number(count)) ? undefined : engine.said();
  } catch (trap) {
    // A panic ends in a trap; its words were left behind.
    why = `${engine.said()} (${trap.message})`;
  }
  parentPort.postMessage({ why, each_us: ((performance.now() - start) * 1e3) / Number(count) });
}

function opened() {
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, { driver: { now_ms: () => performance.now() } });
  const said = () =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.said(), exports.said_bytes()));
  return { exports, said };
}
