/**
 * Runs the mutation tests inside WASM: the Rust code of `core/engine/tests/mutated`, as `mutations.rs` runs it natively.
 * `node core/engine/examples/mutations_wasm.mjs FILE.wasm COUNT SEED`: one worker thread a format, one test a format.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const [file, count, seed] = process.argv.slice(2);

if (isMainThread) await checkFormats();
else checkFormat(workerData);

/** Checks every format, as many at a time as there are cores, and prints one line each and cargo's result line. */
async function checkFormats() {
  const engine = instantiate();
  const names = [];
  while (engine.exports.name(names.length)) names.push(engine.message());
  const waiting = names.keys();
  let failed = 0;
  const work = async () => {
    for (const index of waiting) {
      const { reason, each_us } = await inWorker(index);
      const done = `${count} mutations of seed ${seed}, ${each_us.toFixed(2)} µs each`;
      console.log(reason ? `not ok ${names[index]}: ${reason}` : `ok ${names[index]}: ${done}`);
      failed += reason ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`test result: ${failed ? "FAILED" : "ok"}. ${names.length - failed} passed; ${failed} failed; 0 ignored`);
  process.exitCode = failed || names.length === 0 ? 1 : 0;
}

function inWorker(index) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { argv: [file, count, seed], workerData: index });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

function checkFormat(index) {
  const engine = instantiate();
  const start = performance.now();
  let reason;
  try {
    reason = engine.exports.check(index, Number(seed), Number(count)) ? undefined : engine.message();
  } catch (trap) {
    // A panic ends in a trap, after the panic hook has written its message.
    reason = `${engine.message()} (${trap.message})`;
  }
  parentPort.postMessage({ reason, each_us: ((performance.now() - start) * 1e3) / Number(count) });
}

function instantiate() {
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, { host: { now_ms: () => performance.now() } });
  const message = () =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.message(), exports.message_bytes()));
  return { exports, message };
}
