import type { Core } from "@leebow/core";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { UsageError } from "./errors.ts";
import { FORMATS, type FormatName } from "./exporters/index.ts";
import type { Io } from "./io.ts";

/** `leebow analyze`, understood. */
export interface AnalyzeCommand {
  paths: string[];
  /** Path of a wind log that belongs to all of them. */
  wind: string | undefined;
  boat: string | undefined;
  windHint: number | undefined;
  format: FormatName;
  /** Write every fix and every channel as Arrow beside the output. */
  points: boolean;
  /** Path to write to instead of stdout. */
  output: string | undefined;
}

const ANALYZE_HELP = `
Formats are told by content: FIT, GPX, CSV of Vakaros and Velocitek, NMEA 0183.
A folder is walked; in it, files are taken that end as recordings do (.fit, .gpx, .csv, .nmea ...).
A file that cannot be read is named on stderr, and the others go on.

Examples:
  leebow analyze session.fit --boat 49er
      what the crew did and what it cost, as a table
  leebow analyze saturday/ --boat J70 --wind coach-boat.nmea
      a whole folder, with the wind that was measured
  leebow analyze *.gpx --format csv --output maneuvers.csv
      one row a maneuver, for a spreadsheet
  leebow analyze session.fit --format json | jq '.files[0].summary'
      the whole analysis, for a program
  leebow analyze session.fit --format json --points --output out/session.json
      every fix with every channel too, as Arrow in out/session.fit.arrow
  curl -s https://example.org/track.gpx | leebow analyze -
      a recording from a pipe

Exit code: 0 all files were read, 1 some could not be, 2 the command line is wrong.`;

/** Understands the command line; null when it asked for help or the version and was answered. */
export async function readCommandLine(words: string[], core: Core, io: Io): Promise<AnalyzeCommand | null> {
  let understood: AnalyzeCommand | null = null;
  const answers: string[] = [];
  const program = commander(core, (command) => (understood = command));
  const output = { writeOut: (text: string) => void answers.push(text), writeErr: () => undefined };
  for (const command of [program, ...program.commands]) command.exitOverride().configureOutput(output);
  try {
    if (words.length === 0) program.outputHelp();
    else program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(usage(error.message));
  }
  if (answers.length > 0) await io.stdout(answers.join(""));
  return understood;
}

function commander(core: Core, understand: (command: AnalyzeCommand) => void): Command {
  const boats = core.boat_classes.map((boat) => boat.name);
  const program = new Command("leebow")
    .description("Reads GPS tracks and wind logs, finds maneuvers, says what they cost and estimates the wind.")
    .version(core.version, "-V, --version", "the engine's version")
    .helpOption("-h, --help", "this text")
    .helpCommand(false)
    .configureHelp({ helpWidth: 100 });
  program
    .command("analyze")
    .summary("what the crew did in these recordings, and what it cost")
    .description("Analyses recordings: tacks, gybes, bear-aways, douses, straights, losses and the wind.")
    .argument("<files...>", "recordings or folders of them; - is the standard input")
    .option("-w, --wind <log>", "wind log that belongs to these recordings (NMEA 0183)")
    .option("-b, --boat <class>", "boat class: " + boats.join(", "), boatOf(boats))
    .option("--wind-hint <deg>", "where the wind comes from, if you know (0-360)", direction)
    .addOption(new Option("-f, --format <format>", "how to print").choices(FORMATS).default("table"))
    .option("-p, --points", "also write every fix with every channel, as Arrow beside the output", false)
    .option("-o, --output <file>", "write there instead of to the standard output")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", ANALYZE_HELP)
    .action((paths: string[], options: Omit<AnalyzeCommand, "paths">) => understand({ paths, ...options }));
  return program;
}

/** The class by its name in any letter case. */
function boatOf(names: string[]): (word: string) => string {
  return (word) => {
    const name = names.find((name) => name.toLowerCase() === word.toLowerCase());
    if (name === undefined) throw new InvalidArgumentError(`Leebow knows ${names.join(", ")}.`);
    return name;
  };
}

function direction(word: string): number {
  const deg = Number(word);
  if (word.trim() === "" || !(deg >= 0 && deg <= 360)) throw new InvalidArgumentError("It must be a number from 0 to 360.");
  return deg % 360;
}

/** Commander's words as a sentence that says where to look. */
function usage(message: string): string {
  const sentence = message.replace(/^error: /, "").replace(/[.\s]*$/, "");
  return `${sentence}. See leebow analyze --help.`;
}
