import type { Core } from "@leebow/core";
import { loadCore } from "@leebow/core/node";
import { analyzeFiles } from "./analyze.ts";
import { calibrateFiles } from "./calibrate.ts";
import { readCommandLine } from "./command-line.ts";
import { convertFiles } from "./convert.ts";
import { debriefFile } from "./debrief.ts";
import type { Io } from "./io/io.ts";
import { passageFiles } from "./passage.ts";
import { plotFiles } from "./plot.ts";
import { plotRaces } from "./plot-races.ts";
import { polarFiles } from "./polar.ts";
import { raceFiles } from "./race.ts";
import { seasonFiles } from "./season.ts";
import { simulateSession } from "./simulate.ts";
import { verifyFiles } from "./verify.ts";
import { explainMoment } from "./why.ts";

/** Runs a command line; returns the exit code. Errors: UsageError for a wrong one. */
export async function run(words: string[], io: Io): Promise<number> {
  const core = await engine();
  const command = await readCommandLine(words, core, io);
  if (command === null) return 0;
  if (command.name === "analyze") return analyzeFiles(command, core, io);
  if (command.name === "calibrate") return calibrateFiles(command, core, io);
  if (command.name === "convert") return convertFiles(command, io);
  if (command.name === "debrief") return debriefFile(command, core, io);
  if (command.name === "passage") return passageFiles(command, core, io);
  if (command.name === "plot") return (command.races ? plotRaces : plotFiles)(command, core, io);
  if (command.name === "polar") return polarFiles(command, core, io);
  if (command.name === "race") return raceFiles(command, core, io);
  if (command.name === "season") return seasonFiles(command, core, io);
  if (command.name === "verify") return verifyFiles(command, io);
  if (command.name === "why") return explainMoment(command, core, io);
  return simulateSession(command, io);
}

/** The engine for Node. Throws a sentence that says how to build it where it is missing. */
async function engine(): Promise<Core> {
  try {
    return await loadCore();
  } catch (cause) {
    throw new Error(
      "The engine is not built for this machine yet. Run node scripts/build.mjs native, or npm start, once.",
      { cause },
    );
  }
}
