import type { Command as Commander, Option } from "commander";
import { direction } from "../io/arguments.ts";

/** The parsed command line of `leebow why`. */
export interface WhyCommand {
  name: "why";
  path: string;
  /** An ISO 8601 instant, or a time of day in the recording's time zone, as in the table. */
  time: string;
  wind: string | undefined;
  boat: string | undefined;
  windHint: number | undefined;
}

const HELP = `
The time is a time of day as in the table (14:03:22, in the recording's time zone) or an instant
(2026-10-03T12:03:22Z).

Examples:
  leebow why session.fit 14:03:22 --boat 49er
      the maneuver at this time, or the test that the turn failed

Exit code: 0 answered, 1 the file could not be read, 2 the command line is wrong.`;

export function defineWhy(program: Commander, boat: Option, onCommand: (command: WhyCommand) => void): void {
  program
    .command("why")
    .summary("explain why a moment is a maneuver or not")
    .description("Describes the course at a moment and explains why that is a maneuver or not.")
    .argument("<file>", "recording")
    .argument("<time>", "time of the moment")
    .option("-w, --wind <log>", "wind log that belongs to the recording (NMEA, Signal K or a table)")
    .addOption(boat)
    .option("--wind-hint <deg>", "direction the wind blows from, if known (0-360)", direction)
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((path: string, time: string, options: Pick<WhyCommand, "wind" | "boat" | "windHint">) =>
      onCommand({ name: "why", path, time, wind: options.wind, boat: options.boat, windHint: options.windHint }),
    );
}
