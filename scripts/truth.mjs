/**
 * `npm run truth`: every requirement on the engine in one table, measured on tuning data and on held-out data.
 * `--quick` simulates one seed per class; `--group NAME` measures one group (simulated, asymmetric-helm, unlike-class,
 * records, no-wind, reciprocal-reaches, wind, fleet, races, fleets, debrief, polar,
 * rhythm, parts, recordings, external); `--without PART` leaves out a part of
 * the estimate of the wind; `--conditions` prints one row per class and condition.
 * Recordings are read from `LEEBOW_RECORDINGS`.
 */
import { spawnSync } from "node:child_process";
import { engineExample } from "./engine-example.mjs";
import { Failure, main } from "./step.mjs";
import { rust } from "./tools.mjs";

await main(async () => {
  await rust();
  console.error("Building the engine and the simulator");
  const program = await engineExample("truth", "calibrate");
  const { status } = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
  if (status !== 0) throw new Failure("The measurement ended early; its last output is above.");
});
