/**
 * `npm run calibrate`: fits the model that tells candidate winds apart on simulated tuning seeds and on the recordings with a
 * known wind (`LEEBOW_RECORDINGS`), and writes its numbers with what they were fitted on to the engine's source.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { main, openLog, ROOT, run } from "./step.mjs";
import { cargoEnv, rust, targetFolder } from "./tools.mjs";

const FITTED = "core/engine/src/wind/estimate/side/fitted.rs";

await main(async () => {
  await rust();
  const args = [
    "build",
    "--locked",
    "--release",
    "-p",
    "leebow-engine",
    "--features",
    "simulate",
    "--example",
    "calibrate",
  ];
  const remedy = "The engine could not be compiled. Correct the errors that the compiler reports and start again.";
  console.error("Building the engine with its simulator");
  await run("cargo", args, { log: openLog("calibrate"), remedy, env: cargoEnv() });
  const program = join(
    targetFolder(),
    "release",
    "examples",
    process.platform === "win32" ? "calibrate.exe" : "calibrate",
  );
  const text = execFileSync(program, { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  writeFileSync(join(ROOT, FITTED), text);
  execFileSync("rustfmt", ["--edition", "2024", join(ROOT, FITTED)], { env: { ...process.env, ...cargoEnv() } });
  console.error(`Written: ${FITTED}`);
});
