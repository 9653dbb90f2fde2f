import { type Command as Commander, Option } from "commander";

/** Endings of files and the formats they name. */
export const TARGETS = ["gpx", "csv", "geojson", "kml", "arrow", "parquet"] as const;
export type Target = (typeof TARGETS)[number];
export const TABLES = ["generic", "vakaros"] as const;
export type Table = (typeof TABLES)[number];

/** `leebow convert`, understood. */
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
What is written is the recording as it was read: not smoothed, not sorted, every channel the format can hold.
What it cannot hold is named on stderr. docs/formats.md says what each format holds.

Examples:
  leebow convert session.fit session.gpx
      the format by the ending: ${TARGETS.map((target) => `.${target}`).join(", ")}
  leebow convert atlas.vkx velocitek.vtk saturday/ out/ --to csv --csv vakaros
      several into a folder, as Vakaros' table
  leebow convert session.fit session.parquet --force
      also where there is a session.parquet already

Exit code: 0 all were written, 1 some could not be, 2 the command line is wrong.`;

export function defineConvert(program: Commander, understand: (command: ConvertCommand) => void): void {
  program
    .command("convert")
    .summary("a recording in another format, nothing smoothed")
    .description("Writes recordings in another format: GPX, CSV, GeoJSON, KML, Arrow or Parquet.")
    .argument("<files...>", "recordings or folders of them, then the file or the folder to write")
    .addOption(new Option("-t, --to <format>", "the format, where the ending does not say it").choices(TARGETS))
    .addOption(new Option("--csv <layout>", "layout of tables").choices(TABLES).default("generic"))
    .option("--force", "replace files that are there", false)
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((files: string[], options: Pick<ConvertCommand, "to" | "csv" | "force">) =>
      understand({ name: "convert", paths: files.slice(0, -1), output: files.at(-1)!, ...options }),
    );
}
