/**
 * `npm run bench`: our readers and other libraries. `npm run bench -- FOLDER…`: these recordings, native and in WASM.
 * `npm run bench -- --batch`: the share of the cores that the command line uses for many recordings.
 * Builds what the benchmarks need, and runs them.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { engineExample } from "../core/tests/engine-example.mjs";
import { build } from "../scripts/build.mjs";
import { main, ROOT, step } from "../scripts/step.mjs";

await main(async () => {
  const words = process.argv.slice(2);
  // A first call, in a process that the table started after the build.
  if (words[0] !== "--first") {
    const batch = words[0] === "--batch";
    const folders = words.some((word) => existsSync(word));
    await build(batch ? ["native", "cli"] : folders ? ["native", "wasm"] : ["wasm"]);
    const profile = words.includes("--quick") ? "quick" : "release";
    if (!folders && !batch)
      await step("Build the other readers in Rust", async () => {
        await engineExample("read_bench", "benches", profile);
      });
  }
  await runnerImport(join(ROOT, "benches/src/main.ts"), { configFile: false, logLevel: "error" });
});
