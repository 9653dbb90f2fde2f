import { type Command as Commander, Option } from "commander";
import { TABLE_OR_JSON, type TableOrJson } from "../exporters/layout.ts";
import type { SessionsCommand } from "../io/analyze-sessions.ts";

/** The parsed command line of `leebow passage`. */
export interface PassageCommand extends SessionsCommand {
  name: "passage";
  format: TableOrJson;
  /** Path to write to instead of stdout. */
  output: string | undefined;
}

const HELP = `
Close-hauled is up to 60° of true wind angle, a run from 140°, a reach between, by the mean of each minute; shares are of
the time in the file. Averages are over the ground; where a current is known those through the water stand below.

Examples:
  leebow passage cuxhaven-helgoland.nmea
      a boat's log with its own wind
  leebow passage delivery/ --wind masthead.csv --format json | jq '.passages[].passage.rows'
      several logs, each by itself

Exit code: 0 all files were read, 1 some could not be, 2 the command line is wrong.`;

export function definePassage(program: Commander, boat: Option, onCommand: (command: PassageCommand) => void): void {
  program
    .command("passage")
    .summary("shares close-hauled, reaching, running and under engine, and the winds of a passage")
    .description("What of a passage was sailed close-hauled, on a reach and running, what under engine, in which wind.")
    .argument("<files...>", "logs or folders")
    .option("-w, --wind <log>", "wind log of the passage (NMEA, Signal K or a table)")
    .addOption(boat)
    .addOption(new Option("-f, --format <format>", "output format").choices(TABLE_OR_JSON).default("table"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Omit<PassageCommand, "name" | "paths">) =>
      onCommand({ name: "passage", paths, ...options }),
    );
}
