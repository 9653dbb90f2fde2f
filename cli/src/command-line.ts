import type { Core } from "@leebow/core";
import { Command as Commander, CommanderError, Option } from "commander";
import { boatOf, direction, instant, number, place, whole } from "./arguments.ts";
import { type ConvertCommand, defineConvert } from "./commands/convert.ts";
import { definePlot, type PlotCommand } from "./commands/plot.ts";
import { defineVerify, type VerifyCommand } from "./commands/verify.ts";
import { defineWhy, type WhyCommand } from "./commands/why.ts";
import { UsageError } from "./errors.ts";
import { FORMATS, type FormatName } from "./exporters/index.ts";
import type { Io } from "./io.ts";
import { CSV_LAYOUTS, type CsvLayout, DEVICES, SCENARIOS, type SimulateOptions, specOf } from "./session-spec.ts";

/** `leebow simulate`, understood. */
export interface SimulateCommand {
  name: "simulate";
  /** Files to write, the format of each by its ending. */
  outputs: string[];
  /** Layout of files that end in .csv. */
  csv: CsvLayout;
  /** What the options say about the session, in the simulator's own names. */
  spec: object;
  /** Path of a file with more of it; the options go before. */
  specFile: string | undefined;
}

/** `leebow analyze`, understood. */
export interface AnalyzeCommand {
  name: "analyze";
  paths: string[];
  /** Path of a wind log that belongs to all of them. */
  wind: string | undefined;
  boat: string | undefined;
  windHint: number | undefined;
  /** Path of a JSON file with what people know better. */
  corrections: string | undefined;
  /** Boats that sailed together are asked for one wind. */
  fleet: boolean;
  format: FormatName;
  /** Write every fix and every channel as Arrow beside the output. */
  points: boolean;
  /** Path to write to instead of stdout. */
  output: string | undefined;
}

const ANALYZE_HELP = `
Formats are told by content, not by name: FIT, GPX, NMEA 0183 and other instrument logs, Vakaros (CSV, VKX),
Velocitek (CSV, VTK), Expedition, any CSV with times and positions; plain, gzipped or in a zip.
A folder is walked; in it, files are taken that end as recordings do (.fit, .gpx, .csv, .nmea ...).
A file that cannot be read is named on stderr, and the others go on.

Examples:
  leebow analyze session.fit --boat 49er
      what the crew did and what it cost, as a table
  leebow analyze saturday/ --boat J70 --wind coach-boat.nmea
      a whole folder, with the wind that was measured
  leebow analyze regatta/ --boat 470 --fleet
      all boats of a regatta: who sailed together is found by time and place
  leebow analyze *.gpx --format csv --output maneuvers.csv
      one row a maneuver, for a spreadsheet
  leebow analyze session.fit --format json | jq '.files[0].summary'
      the whole analysis, for a program
  leebow analyze session.fit --corrections session.corrections.json
      [{"action": "delete", "kind": "tack", "start_time": "2026-06-13T14:00:00Z",
        "end_time": "2026-06-13T14:00:14Z"}, {"action": "pin_wind", "twd_deg": 230}]
  leebow analyze session.fit --format json --points --output out/session.json
      every fix with every channel too, as Arrow in out/session.fit.arrow
  curl -s https://example.org/track.gpx | leebow analyze -
      a recording from a pipe

Exit code: 0 all files were read, 1 some could not be, 2 the command line is wrong.`;

const SIMULATE_HELP = `
The format goes by the ending: .fit, .gpx, .csv, .nmea, .wind.nmea (a wind log), .truth.json (what happened).
The same options give the same bytes on every machine; another seed is another day.

Examples:
  leebow simulate day.fit day.truth.json --boat 49er --seed 7
      a recording, and what really happened in it
  leebow simulate kite.csv --boat "Formula Kite" --tws 16 --rate 5 --csv velocitek
      as Velocitek writes it
  leebow simulate day.gpx day.wind.nmea --twd 95 --place 43.05,6.22 --start 2026-10-24T09:40:00Z
      at a place and time, with the wind log of a coach boat`;

export type Command = AnalyzeCommand | ConvertCommand | PlotCommand | SimulateCommand | VerifyCommand | WhyCommand;

const COMMANDS = ["analyze", "plot", "convert", "verify", "simulate", "why"];

/** Understands the command line; null when it asked for help or the version and was answered. */
export async function readCommandLine(words: string[], core: Core, io: Io): Promise<Command | null> {
  let understood: Command | null = null;
  const answers: string[] = [];
  const program = commander(core, (command) => (understood = command));
  const output = { writeOut: (text: string) => void answers.push(text), writeErr: () => undefined };
  for (const command of [program, ...program.commands]) command.exitOverride().configureOutput(output);
  try {
    if (words.length === 0) program.outputHelp();
    else program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(usage(error.message, words));
  }
  if (answers.length > 0) await io.stdout(answers.join(""));
  return understood;
}

function commander(core: Core, understand: (command: Command) => void): Commander {
  const boats = core.boat_classes.map((boat) => boat.name);
  const program = new Commander("leebow")
    .description("Reads GPS tracks and wind logs, finds maneuvers, says what they cost and estimates the wind.")
    .version(core.version, "-V, --version", "the engine's version")
    .helpOption("-h, --help", "this text")
    .helpCommand(false)
    .configureHelp({ helpWidth: 100 });
  defineAnalyze(program, boats, understand);
  definePlot(program, boats, understand);
  defineConvert(program, understand);
  defineVerify(program, understand);
  defineSimulate(program, boats, understand);
  defineWhy(program, boats, understand);
  return program;
}

function defineAnalyze(program: Commander, boats: string[], understand: (command: AnalyzeCommand) => void): void {
  program
    .command("analyze")
    .summary("what the crew did in these recordings, and what it cost")
    .description("Analyses recordings: tacks, gybes, bear-aways, douses, straights, losses and the wind.")
    .argument("<files...>", "recordings or folders of them; - is the standard input")
    .option("-w, --wind <log>", "wind log that belongs to these recordings (NMEA 0183)")
    .option("-b, --boat <class>", `boat class: ${boats.join(", ")}`, boatOf(boats))
    .option("--wind-hint <deg>", "where the wind comes from, if you know (0-360)", direction)
    .option(
      "--corrections <file>",
      "what you know better: maneuvers to rename, delete, add or move, winds to pin (JSON)",
    )
    .option("--fleet", "ask boats that sailed together for one wind, and analyse each by it", false)
    .addOption(new Option("-f, --format <format>", "how to print").choices(FORMATS).default("table"))
    .option("-p, --points", "also write every fix with every channel, as Arrow beside the output", false)
    .option("-o, --output <file>", "write there instead of to the standard output")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", ANALYZE_HELP)
    .action((paths: string[], options: Omit<AnalyzeCommand, "name" | "paths">) =>
      understand({ name: "analyze", paths, ...options }),
    );
}

function defineSimulate(program: Commander, boats: string[], understand: (command: SimulateCommand) => void): void {
  program
    .command("simulate")
    .summary("a session that never was, with the truth about it")
    .description("Sails a session in the computer and writes it as devices do, with the truth beside it if you like.")
    .argument("<outputs...>", "files to write")
    .option("-b, --boat <class>", "boat class", boatOf(boats))
    .option("--seed <number>", "which day", whole)
    .option("--minutes <number>", "how long", number)
    .option("--rate <hz>", "fixes a second, 0.05 to 25", number)
    .option("--twd <deg>", "where the wind comes from", direction)
    .option("--tws <kn>", "how much of it", number)
    .option("--current <kn>", "current", number)
    .option("--current-to <deg>", "where it sets", direction)
    .option("--place <lat,lon>", "the middle of the start line", place)
    .option("--start <time>", "when the recording begins (ISO 8601)", instant)
    .addOption(new Option("--scenario <name>", "what is sailed").choices(SCENARIOS))
    .addOption(new Option("--device <kind>", "what records").choices(DEVICES))
    .addOption(new Option("--csv <layout>", "layout of .csv files").choices(CSV_LAYOUTS).default("vakaros"))
    .option("--spec <file>", "JSON with these and all other settings of the simulator")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", SIMULATE_HELP)
    .action((outputs: string[], options: SimulateOptions) =>
      understand({ name: "simulate", outputs, csv: options.csv, spec: specOf(options), specFile: options.spec }),
    );
}

/** Commander's words as a sentence that says where to look. */
function usage(message: string, [command]: string[]): string {
  const sentence = message.replace(/^error: /, "").replace(/[.\s]*$/, "");
  return `${sentence}. See leebow ${COMMANDS.includes(command ?? "") ? `${command} ` : ""}--help.`;
}
