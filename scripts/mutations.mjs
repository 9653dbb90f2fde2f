/**
 * The three mutation suites: recordings damaged at random, read natively with overflow checks in `npm test`, in
 * `npm run soak` also by the optimised engine and in WASM.
 * Mutation n of a format depends on n alone. A run takes the mutations from `MUTATION_SEED` × 1,000,000 on, so that two
 * seeds share none and a soak of a million begins with the mutations of the same day's `npm test`.
 */
import { join } from "node:path";
import { cargoCounts, judged, verdict } from "./counts.mjs";
import { openLog, ROOT, run } from "./step.mjs";
import { cargoEnv, cargoTestEnv, targetFolder } from "./tools.mjs";

/** Mutations a format in `npm test`. */
export const MUTATIONS = 1e5;

/** The day in UTC as YYYYMMDD, or `LEEBOW_MUTATION_SEED` to repeat an earlier run. */
export const MUTATION_SEED =
  process.env.LEEBOW_MUTATION_SEED || new Date().toISOString().slice(0, 10).replaceAll("-", "");

/** How a failed run is repeated. */
const REPEAT = `seed ${MUTATION_SEED}: repeat with LEEBOW_MUTATION_SEED=${MUTATION_SEED}`;

/** Built together with the engine for Node: cargo then gives the engine the same features and compiles it once. */
export function mutationsOptimised(count) {
  const packages = ["--profile", "quick", "-p", "leebow-node", "-p", "leebow-engine"];
  return mutationsNative("mutations", [...packages, "--test", "mutations"], count);
}

/** In the program of the engine's unit tests: overflows and failed debug assertions panic. */
export function mutationsChecked(count) {
  return mutationsNative("mutations-checked", ["-p", "leebow-engine", "--all-features", "--lib", "mutations::"], count);
}

async function mutationsNative(name, args, count) {
  const log = openLog(name);
  const env = { ...cargoTestEnv(), LEEBOW_MUTATIONS: String(count), LEEBOW_MUTATION_SEED: MUTATION_SEED };
  const { code, stdout } = await run("cargo", ["test", "--locked", ...args, "--", "--nocapture"], { log, env });
  return repeatable(judged(cargoCounts(stdout), code, name, log));
}

/** The test code and the engine in one WASM module, compiled with the profile of the browser's engine. */
export async function mutationsInWasm(count) {
  const log = openLog("mutations-wasm");
  const env = cargoEnv();
  const target = "wasm32-unknown-unknown";
  const what = ["-p", "leebow-engine", "--features", "internals", "--example", "mutations_wasm"];
  const built = await run("cargo", ["build", "--locked", "--profile", "wasm", "--target", target, ...what], {
    log,
    env,
  });
  if (built.code !== 0) return verdict("mutations-wasm", built.code, log);
  const file = join(targetFolder(), target, "wasm/examples/mutations_wasm.wasm");
  const args = [join(ROOT, "core/engine/examples/mutations_wasm.mjs"), file, String(count), MUTATION_SEED];
  const { code, stdout } = await run(process.execPath, args, { log });
  return repeatable(judged(cargoCounts(stdout), code, "mutations-wasm", log));
}

/** Adds to a failed run how it is repeated. */
function repeatable(counts) {
  return counts.failed === 0 ? counts : { ...counts, failures: [...counts.failures, REPEAT] };
}
