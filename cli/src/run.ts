import { loadCore } from "@leebow/core/node";
import { analyzeFiles } from "./analyze.ts";
import { readCommandLine } from "./command-line.ts";
import type { Io } from "./io.ts";
import { simulateSession } from "./simulate.ts";

/** Does what the command line says; answers the exit code. */
export async function run(words: string[], io: Io): Promise<number> {
  const core = await loadCore();
  const command = await readCommandLine(words, core, io);
  if (command === null) return 0;
  return command.name === "analyze" ? analyzeFiles(command, core, io) : simulateSession(command, io);
}
