import type { Command as Commander } from "commander";
import { boatOf, direction } from "../arguments.ts";

/** `leebow why`, understood. */
export interface WhyCommand {
  name: "why";
  path: string;
  /** An instant, or a time of day as the tables show it. */
  time: string;
  wind: string | undefined;
  boat: string | undefined;
  windHint: number | undefined;
}

const HELP = `
The time is one of the tables' (14:03:22, where the boat was) or an instant (2026-10-03T12:03:22Z).

Examples:
  leebow why session.fit 14:03:22 --boat 49er
      which maneuver this is, or which test the turn failed

Exit code: 0 it was answered, 1 the file cannot be read, 2 the command line is wrong.`;

export function defineWhy(program: Commander, boats: string[], understand: (command: WhyCommand) => void): void {
  program
    .command("why")
    .summary("why nothing was found at a moment")
    .description("Says what the course did at a moment, and why that is a maneuver or none.")
    .argument("<file>", "the recording")
    .argument("<time>", "the moment")
    .option("-w, --wind <log>", "wind log that belongs to the recording (NMEA 0183)")
    .option("-b, --boat <class>", `boat class: ${boats.join(", ")}`, boatOf(boats))
    .option("--wind-hint <deg>", "where the wind comes from, if you know (0-360)", direction)
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((path: string, time: string, options: Pick<WhyCommand, "wind" | "boat" | "windHint">) =>
      understand({ name: "why", path, time, wind: options.wind, boat: options.boat, windHint: options.windHint }),
    );
}
