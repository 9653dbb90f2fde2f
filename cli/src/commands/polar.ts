import { type Command as Commander, Option } from "commander";
import { POLAR_FORMATS, type PolarFormat } from "../exporters/polar.ts";
import type { SessionsCommand } from "../io/analyze-sessions.ts";
import { apartOption, number } from "../io/arguments.ts";

/** The parsed command line of `leebow polar`. */
export interface PolarCommand extends SessionsCommand {
  name: "polar";
  side: (typeof SIDES)[number];
  bands: (typeof BANDS)[number];
  /** Times at which the season is split. */
  split: string[];
  /** Path of a polar file with which the sessions are compared. */
  target: string | undefined;
  /** Path of a polar file that is written with the boat's own speeds in it. */
  merge: string | undefined;
  /** Wind speed of sessions without one, kn. */
  tws: number | undefined;
  format: PolarFormat;
  /** Path to write to instead of stdout. */
  output: string | undefined;
}

const SIDES = ["both", "port", "starboard"] as const;
const BANDS = ["class", "four_knots"] as const;

const HELP = `
Targets are the angle usually sailed and the best quarter of the speed at it, on straights of all sessions together. They
need a measured wind speed: from instruments in the recordings, or from a wind log (logs of several days may be put
together in one file). Without one the table has thirds of each session's own speed. Figures of less than 30 min or of
fewer than three sessions have one decimal and a "?".

With --target the sessions are compared with a polar file (Expedition, ORC, OpenCPN, qtVlm, known by its content):
upwind and downwind the speed made good, on a reach the speed at the angle, through the water where a current is known.
With --merge the file is written again, with the best quarter of the boat's own speed wherever 30 min of it were sailed.

Examples:
  leebow polar season/ --boat "ILCA 7" --wind season.nmea
      targets of a season, and whether it grew faster
  leebow polar season/ --boat J70 --bands four_knots --format csv --output polar.csv
      the quartiles of the speed at every 5° of the wind angle, for a spreadsheet
  leebow polar season/ --boat J70 --bands four_knots --format routing --output j70.csv
      wind angles by wind speeds, for OpenCPN, qtVlm and Expedition
  leebow polar season/ --boat X-35 --wind season.nmea --target x35-orc.json
      % of target by wind, and every speed of the file beside what was sailed there, with its minutes
  leebow polar season/ --boat X-35 --wind season.nmea --merge x35-orc.json --format expedition --output x35.txt
      the file with the boat's own speeds, for Expedition
  leebow polar season/ --boat 49er --split 2026-08-01T00:00:00Z
      a season with a new sail from August

Exit code: 0 all files were read, 1 some could not be, 2 the command line is wrong.`;

export function definePolar(program: Commander, boat: Option, onCommand: (command: PolarCommand) => void): void {
  program
    .command("polar")
    .summary("speed by wind angle, targets and trend of the sessions of a boat")
    .description(
      "Puts the straights of sessions of one boat together: speed by wind angle, targets, and whether they grew.",
    )
    .argument("<files...>", "recordings or folders of the sessions")
    .option("-w, --wind <log>", "wind log of the sessions (NMEA, Signal K or a table)")
    .addOption(boat)
    .addOption(apartOption())
    .addOption(new Option("--side <tack>", "tack of targets and curves").choices(SIDES).default("both"))
    .addOption(new Option("--bands <bands>", "bands of the wind speed").choices(BANDS).default("class"))
    .option("--split <times...>", "times of a new sail, boat or receiver (ISO 8601)", [])
    .option("--target <polar>", "polar file to compare the sessions with")
    .option("--merge <polar>", "polar file to write with the own speeds in it, in --format or in its own")
    .option("--tws <kn>", "wind speed of sessions that have none", number)
    .addOption(new Option("-f, --format <format>", "output format").choices(POLAR_FORMATS).default("table"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Omit<PolarCommand, "name" | "paths">) =>
      onCommand({ name: "polar", paths, ...options }),
    );
}
