/**
 * `npm run bench`: our readers and other libraries. `npm run bench -- FOLDER…`: these recordings, native and in WASM.
 * Builds what the benchmarks need, and runs them.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { build } from "./build.mjs";
import { main, openLog, ROOT, run, step } from "./step.mjs";
import { cargoEnv } from "./tools.mjs";

await main(async () => {
  const words = process.argv.slice(2);
  // A first call, in a process that the table started after the build.
  if (words[0] !== "--first") {
    const folders = words.some((word) => existsSync(word));
    await build(folders ? ["native", "wasm"] : ["wasm"]);
    if (!folders) await step("Build the other readers in Rust", () => buildPeers(words.includes("--quick")));
  }
  await runnerImport(join(ROOT, "benches/src/main.ts"), { configFile: false, logLevel: "error" });
});

async function buildPeers(quick) {
  const args = [
    "build",
    "--locked",
    "--profile",
    quick ? "quick" : "release",
    "-p",
    "leebow-engine",
    "--features",
    "judges,simulate",
    "--example",
    "read_bench",
  ];
  const remedy = "The benchmarks in Rust could not be compiled: read the compiler's messages, repair and start again.";
  await run("cargo", args, { log: openLog("bench"), remedy, env: cargoEnv() });
}
