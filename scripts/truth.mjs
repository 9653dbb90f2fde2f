/**
 * `npm run truth`: every requirement on the engine in one table, measured on tuning data and on held-out data.
 * `--quick` simulates one seed per class; `--group NAME` measures one group (simulated, asymmetric-helm, unlike-class,
 * records, no-wind, reciprocal-reaches, wind, fleet, races, fleets, debrief, polar,
 * rhythm, parts, recordings, external); `--without PART` leaves out a part of
 * the estimate of the wind; `--conditions` prints one row per class and condition.
 * Recordings are read from `LEEBOW_RECORDINGS`.
 */
import { spawn } from "node:child_process";
import { engineExample } from "./engine-example.mjs";
import { Failure, main } from "./step.mjs";
import { rust } from "./tools.mjs";

await main(async () => {
  await rust();
  console.error("Building the engine and the simulator");
  const code = await measure(await engineExample("truth", "calibrate"), process.argv.slice(2));
  if (code !== 0) throw new Failure("The measurement ended early; its last output is above.");
});

/** Runs the measurement: the table goes to the output stream, progress to the error stream; gives the exit code. */
function measure(program, words) {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: "inherit" });
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}
