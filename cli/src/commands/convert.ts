import { type Command as Commander, Option } from "commander";
import { TABLES, TARGETS, type Table, type Target } from "../convert/targets.ts";

/** The parsed command line of `leebow convert`. */
export interface ConvertCommand {
  name: "convert";
  /** Recordings or folders of them, then the file or folder to write. */
  paths: string[];
  output: string;
  to: Target | undefined;
  csv: Table;
  force: boolean;
}

const HELP = `
The recording is written as it was read: not smoothed, not sorted, with every channel the format can hold.
Channels that it cannot hold are listed on stderr. docs/formats.md describes each format.

Examples:
  leebow convert session.fit session.gpx
      the extension selects the format: ${TARGETS.map((target) => `.${target}`).join(", ")}
  leebow convert atlas.vkx velocitek.vtk saturday/ out/ --to csv --csv vakaros
      several files into a folder, in Vakaros' layout
  leebow convert session.fit session.parquet --force
      replaces an existing session.parquet

Exit code: 0 all files were written, 1 some could not be, 2 the command line is wrong.`;

export function defineConvert(program: Commander, onCommand: (command: ConvertCommand) => void): void {
  program
    .command("convert")
    .summary("write recordings in another format, unsmoothed")
    .description("Writes recordings in another format: GPX, CSV, GeoJSON, KML, Arrow or Parquet.")
    .argument("<files...>", "recordings or folders, then the file or folder to write")
    .addOption(new Option("-t, --to <format>", "format, if the extension does not select it").choices(TARGETS))
    .addOption(new Option("--csv <layout>", "layout of tables").choices(TABLES).default("generic"))
    .option("--force", "replace existing files", false)
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((files: string[], options: Pick<ConvertCommand, "to" | "csv" | "force">) =>
      onCommand({ name: "convert", paths: files.slice(0, -1), output: files.at(-1)!, ...options }),
    );
}
