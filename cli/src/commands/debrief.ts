import { type Command as Commander, Option } from "commander";
import { TABLE_OR_JSON, type TableOrJson } from "../exporters/layout.ts";
import { number } from "../io/arguments.ts";

/** The parsed command line of `leebow debrief`. */
export interface DebriefCommand {
  name: "debrief";
  path: string;
  /** Earlier sessions of the same sailor. */
  earlier: string[];
  /** Recordings of the other boats of the day. */
  with: string[];
  /** Path of a wind log that applies to all recordings of its time; others have the wind of their own instruments. */
  wind: string | undefined;
  boat: string | undefined;
  /** Path of a polar file with which the session is compared. */
  target: string | undefined;
  /** Wind speed of the session where none was measured, kn. */
  tws: number | undefined;
  format: TableOrJson;
  /** Path to write to instead of stdout. */
  output: string | undefined;
}

const HELP = `
What cost distance in a session, against earlier sessions of the same class in about the same wind and against the boats of the same
race, as far as it is more than chance; where the distance went, in parts that add up; and what of the best third of the
day could be repeated. Four earlier sessions are needed to compare with.

Examples:
  leebow debrief sunday.fit --boat "ILCA 7" --earlier season/
      against the sessions of a season
  leebow debrief me.gpx --boat 470 --with fleet/ --format json
      against the boats of the races of the day
  leebow debrief sunday.fit --boat X-35 --wind sunday.nmea --target x35-orc.json
      and its straights in % of a polar file, upwind and downwind

Exit code: 0 all files were read, 1 some could not be, 2 the command line is wrong.`;

export function defineDebrief(program: Commander, boat: Option, onCommand: (command: DebriefCommand) => void): void {
  program
    .command("debrief")
    .summary("say what cost most in a session, and what could be repeated")
    .description("Compares a session with earlier ones, with the boats of its races and with its own best third.")
    .argument("<file>", "recording of the session")
    .option("-e, --earlier <files...>", "recordings or folders of earlier sessions", [])
    .option("--with <files...>", "recordings or folders of the other boats of the day", [])
    .option("-w, --wind <log>", "wind log of the recordings of its time (NMEA, Signal K or a table)")
    .addOption(boat)
    .option("--target <polar>", "polar file to compare the session with")
    .option("--tws <kn>", "wind speed where none was measured, for --target", number)
    .addOption(new Option("-f, --format <format>", "output format").choices(TABLE_OR_JSON).default("table"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((path: string, options: Omit<DebriefCommand, "name" | "path">) =>
      onCommand({ name: "debrief", path, ...options }),
    );
}
