/**
 * `npm run calibrate`: fits the model that tells candidate winds apart on simulated tuning seeds and on the recordings with a
 * known wind (`LEEBOW_RECORDINGS`), and writes its numbers with what they were fitted on to the engine's source.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { main, ROOT } from "../../scripts/step.mjs";
import { cargoEnv, rustLints } from "../../scripts/tools.mjs";
import { engineExample } from "./engine-example.mjs";

const FITTED = "core/engine/src/wind/estimate/side/fitted.rs";

await main(async () => {
  await rustLints();
  console.error("Building the engine and the simulator");
  const program = await engineExample("calibrate", "calibrate");
  const text = execFileSync(program, { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  writeFileSync(join(ROOT, FITTED), text);
  execFileSync("rustfmt", ["--edition", "2024", join(ROOT, FITTED)], { env: { ...process.env, ...cargoEnv() } });
  console.error(`Written: ${FITTED}`);
});
