/**
 * `npm run truth`: every bar the engine is held to in one table, measured on what was tuned on and on what was not.
 * `--quick` sails one seed a class, `--group simulated|silence|fleet|rhythm|recordings|elsewhere` measures that part alone,
 * `--conditions` gives a row for every class and way of sailing. Recordings: `LEEBOW_RECORDINGS`, else beside the project.
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
  const remedy = "The engine could not be compiled: read the compiler's words, repair and start again.";
  console.error("Build the engine and its simulator");
  await run("cargo", args, { log: openLog("truth"), remedy, env: cargoEnv() });
  const code = await measured(process.argv.slice(2));
  if (code !== 0) throw new Failure("The measuring ended early: its last words are above.");
});

/** The table goes out as it is printed; how far it is stands on the error stream. */
function measured(words) {
  const program = join(targetFolder(), "release", "examples", process.platform === "win32" ? "truth.exe" : "truth");
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: "inherit" });
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}
