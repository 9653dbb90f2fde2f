import { join } from "node:path";
import { openLog, run } from "./step.mjs";
import { cargoEnv, targetFolder } from "./tools.mjs";

/** Compiles an example of the engine with these features, optimised; gives the path of the program. */
export async function engineExample(name, features, profile = "release") {
  const args = ["build", "--locked", "--profile", profile, "-p", "leebow-engine", "--features", features];
  const remedy = "The engine could not be compiled. Correct the errors that the compiler reports and start again.";
  await run("cargo", [...args, "--example", name], { log: openLog(name), remedy, env: cargoEnv() });
  return join(targetFolder(), profile, "examples", process.platform === "win32" ? `${name}.exe` : name);
}
