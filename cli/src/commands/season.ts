import type { Units } from "@leebow/core";
import { type Command as Commander, Option } from "commander";
import { TABLE_OR_JSON, type TableOrJson } from "../exporters/layout.ts";
import type { SessionsCommand } from "../io/analyze-sessions.ts";
import { apartOption, unitsOf } from "../io/arguments.ts";

/** The parsed command line of `leebow season`. */
export interface SeasonCommand extends SessionsCommand {
  name: "season";
  format: TableOrJson;
  /** The chosen ones; absent without a choice. */
  units?: Partial<Units>;
  /** Path to write to instead of stdout. */
  output: string | undefined;
}

const HELP = `
By month: sessions, time and distance, tacks and gybes with a measured loss, their median loss and its middle half.
Medians are compared between months with 10 turns; those of fewer have a "?". A change or a trend is named only where it
is greater than half of its 90 % interval. The recordings are those of one sailor; copies of one count once.

Examples:
  leebow season 2026/ --boat 49er
      time on the water, losses by month, and the best speeds with their days and recordings
  leebow season 2026/ --boat "Formula Kite" --units km/h,km
      in metric units
  leebow season 2026/ --boat 49er --format json | jq '.tack.change'
      the change of the tacks' loss, for a program

Exit code: 0 all files were read, 1 some could not be, 2 the command line is wrong.`;

export function defineSeason(program: Commander, boat: Option, onCommand: (command: SeasonCommand) => void): void {
  program
    .command("season")
    .summary("time, losses by month and best speeds of the sessions of a sailor")
    .description("Puts the sessions of one sailor together: time on the water, losses of turns by month, best speeds.")
    .argument("<files...>", "recordings or folders of the sessions")
    .option("-w, --wind <log>", "wind log of the sessions (NMEA, Signal K or a table)")
    .addOption(boat)
    .addOption(apartOption())
    .option(
      "-u, --units <units>",
      "units of the table: one or more of mi, nm, km, kn, m/s, km/h, m, ft with commas between",
      unitsOf,
    )
    .addOption(new Option("-f, --format <format>", "output format").choices(TABLE_OR_JSON).default("table"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Omit<SeasonCommand, "name" | "paths">) =>
      onCommand({ name: "season", paths, ...options }),
    );
}
