import type { Command as Commander } from "commander";
import { boatOf, direction } from "../arguments.ts";

/** `leebow plot`, understood. */
export interface PlotCommand {
  name: "plot";
  paths: string[];
  /** Folder for the pictures. */
  out: string;
  wind: string | undefined;
  boat: string | undefined;
  windHint: number | undefined;
  force: boolean;
}

const HELP = `
A picture a recording, as SVG and as PNG: the track with its maneuvers, the wind it sailed in with its doubt, the
angle to it and the speed.

Examples:
  leebow plot session.fit --boat 49er
      session.svg and session.png
  leebow plot saturday/ --wind coach-boat.nmea --out pictures --force
      a whole folder, with the wind that was measured

Exit code: 0 all were drawn, 1 some could not be, 2 the command line is wrong.`;

export function definePlot(program: Commander, boats: string[], understand: (command: PlotCommand) => void): void {
  program
    .command("plot")
    .summary("a picture of each recording")
    .description("Draws recordings: the track, the wind, the angle to it and the speed.")
    .argument("<files...>", "recordings or folders of them; - is the standard input")
    .option("-o, --out <folder>", "where the pictures go", ".")
    .option("-w, --wind <log>", "wind log that belongs to these recordings (NMEA 0183)")
    .option("-b, --boat <class>", `boat class: ${boats.join(", ")}`, boatOf(boats))
    .option("--wind-hint <deg>", "where the wind comes from, if you know (0-360)", direction)
    .option("--force", "replace pictures that are there", false)
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Omit<PlotCommand, "name" | "paths">) =>
      understand({ name: "plot", paths, ...options }),
    );
}
