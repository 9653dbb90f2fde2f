import { loadCore } from "@leebow/core/node";
import { analyzeFiles } from "./analyze.ts";
import { readCommandLine } from "./command-line.ts";
import type { Io } from "./io.ts";

/** Does what the command line says; answers the exit code. */
export async function run(words: string[], io: Io): Promise<number> {
  const core = await loadCore();
  const command = await readCommandLine(words, core, io);
  if (command === null) return 0;
  return analyzeFiles(command, core, io);
}
