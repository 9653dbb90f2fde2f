/** `npm run bench -- FOLDER…`: builds what the benchmarks need and runs them over these recordings, or the fixtures. */
import { join } from "node:path";
import { runnerImport } from "vite";
import { build } from "./build.mjs";
import { ROOT, main } from "./step.mjs";

await main(async () => {
  await build(["native", "wasm"]);
  await runnerImport(join(ROOT, "benches/src/main.ts"), { configFile: false, logLevel: "error" });
});
