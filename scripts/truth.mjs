/**
 * `npm run truth`: every requirement on the engine in one table, measured on tuning data and on held-out data.
 * `--quick` simulates one seed per class; `--group NAME` measures one group (simulated, asymmetric-helm, records, no-wind,
 * reciprocal-reaches, wind, fleet, rhythm, recordings, external); `--conditions` prints one row per class and condition.
 * Recordings are read from `LEEBOW_RECORDINGS`.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Failure, main, openLog, run } from "./step.mjs";
import { cargoEnv, rust, targetFolder } from "./tools.mjs";

await main(async () => {
  await rust();
  const args = [
    "build",
    "--locked",
    "--release",
    "-p",
    "leebow-engine",
    "--features",
    "fleet,simulate",
    "--example",
    "truth",
  ];
  const remedy = "The engine could not be compiled. Correct the errors that the compiler reports and start again.";
  console.error("Building the engine with its simulator");
  await run("cargo", args, { log: openLog("truth"), remedy, env: cargoEnv() });
  const code = await measure(process.argv.slice(2));
  if (code !== 0) throw new Failure("The measurement ended early; its last output is above.");
});

/** Runs the measurement: the table goes to the output stream, progress to the error stream; gives the exit code. */
function measure(words) {
  const program = join(targetFolder(), "release", "examples", process.platform === "win32" ? "truth.exe" : "truth");
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: "inherit" });
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}
