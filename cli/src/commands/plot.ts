import type { Command as Commander, Option } from "commander";
import { apartOption, direction } from "../io/arguments.ts";

/** The parsed command line of `leebow plot`. */
export interface PlotCommand {
  name: "plot";
  paths: string[];
  /** Folder for the pictures. */
  out: string;
  wind: string | undefined;
  boat: string | undefined;
  /** Files of one session, and receivers of one boat, stay apart. */
  apart?: boolean;
  windHint: number | undefined;
  /** Draws the races of the recordings, not the recordings. */
  races: boolean;
  corrections: string | undefined;
  force: boolean;
}

const HELP = `
One picture per recording, as SVG and PNG: the track with its maneuvers, the wind direction with its interval, the
wind angle and the speed. With --races one per race: the course with the boats' tracks, places at the marks, and how
far each boat was behind the leader.

Examples:
  leebow plot session.fit --boat 49er
      session.svg and session.png
  leebow plot saturday/ --wind coach-boat.nmea --out pictures --force
      a folder, with measured wind
  leebow plot saturday/ --races --boat "ILCA 7"
      race-1.svg, race-1.png and so on

Exit code: 0 all files were drawn, 1 some could not be, 2 the command line is wrong.`;

export function definePlot(program: Commander, boat: Option, onCommand: (command: PlotCommand) => void): void {
  program
    .command("plot")
    .summary("draw a picture of each recording")
    .description("Draws recordings: the track, the wind direction, the wind angle and the speed.")
    .argument("<files...>", "recordings or folders; - is standard input")
    .option("-o, --out <folder>", "folder of the pictures", ".")
    .option("-w, --wind <log>", "wind log that belongs to these recordings (NMEA, Signal K or a table)")
    .addOption(boat)
    .addOption(apartOption())
    .option("--wind-hint <deg>", "direction the wind blows from, if known (0-360)", direction)
    .option("--races", "draw the races in the recordings, not the recordings", false)
    .option("--corrections <file>", "with --races: guns, marks, lines, boats, ratings and scores (JSON)")
    .option("--force", "replace existing pictures", false)
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Omit<PlotCommand, "name" | "paths">) =>
      onCommand({ name: "plot", paths, ...options }),
    );
}
