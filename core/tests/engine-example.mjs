import { join } from "node:path";
import { openLog, run } from "../../scripts/step.mjs";
import { cargoEnv, targetFolder } from "../../scripts/tools.mjs";

/**
 * Compiles a program of core/tests with these features, optimised; gives its path. The engine is the one that is compiled
 * for Node, unless a feature changes it.
 */
export async function engineExample(name, features, profile = "release") {
  const args = ["build", "--locked", "--profile", profile, "-p", "leebow-node", "-p", "leebow-tests"];
  const remedy = "The engine could not be compiled. Correct the errors that the compiler reports and start again.";
  await run("cargo", [...args, "--features", `leebow-tests/${features}`, "--example", name], {
    log: openLog(name),
    remedy,
    env: cargoEnv(),
  });
  return join(targetFolder(), profile, "examples", process.platform === "win32" ? `${name}.exe` : name);
}
