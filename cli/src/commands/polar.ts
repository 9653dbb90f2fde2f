import { type Command as Commander, Option } from "commander";
import type { SessionsCommand } from "../analyze-sessions.ts";

/** The parsed command line of `leebow polar`. */
export interface PolarCommand extends SessionsCommand {
  name: "polar";
  side: (typeof SIDES)[number];
  bands: (typeof BANDS)[number];
  /** Times at which the season is split. */
  split: string[];
  format: PolarFormat;
  /** Path to write to instead of stdout. */
  output: string | undefined;
}

const SIDES = ["both", "port", "starboard"] as const;
const BANDS = ["class", "four_knots"] as const;
const FORMATS = ["table", "json", "csv", "routing"] as const;
export type PolarFormat = (typeof FORMATS)[number];

const HELP = `
Targets are the angle usually sailed and the best quarter of the speed at it, on straights of all sessions together. They
need a measured wind speed: from instruments in the recordings, or from a wind log (logs of several days may be put
together in one file). Without one the table has thirds of each session's own speed. Figures of less than 30 min or of
fewer than three sessions have one decimal and a "?".

Examples:
  leebow polar season/ --boat "ILCA 7" --wind season.nmea
      targets of a season, and whether it grew faster
  leebow polar season/ --boat J70 --bands four_knots --format csv --output polar.csv
      the quartiles of the speed at every 5° of the wind angle, for a spreadsheet
  leebow polar season/ --boat J70 --bands four_knots --format routing --output j70.csv
      wind angles by wind speeds, for OpenCPN, qtVlm and Expedition
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
    .option("-w, --wind <log>", "wind log of the sessions (NMEA 0183 or a table)")
    .addOption(boat)
    .addOption(new Option("--side <tack>", "tack of targets and curves").choices(SIDES).default("both"))
    .addOption(new Option("--bands <bands>", "bands of the wind speed").choices(BANDS).default("class"))
    .option("--split <times...>", "times of a new sail, boat or receiver (ISO 8601)", [])
    .addOption(new Option("-f, --format <format>", "output format").choices(FORMATS).default("table"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Omit<PolarCommand, "name" | "paths">) =>
      onCommand({ name: "polar", paths, ...options }),
    );
}
