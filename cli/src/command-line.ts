import type { Core } from "@leebow/core";
import { SEASON_TABLES } from "@leebow/core/tables";
import { Command as Commander, CommanderError, Option } from "commander";
import type { AnalyzeCommand } from "./commands/analyze.ts";
import { type CalibrateCommand, calibrationOption, defineCalibrate } from "./commands/calibrate.ts";
import { type ConvertCommand, defineConvert } from "./commands/convert.ts";
import { type DebriefCommand, defineDebrief } from "./commands/debrief.ts";
import { clockShift, timeSpans } from "./commands/part-times.ts";
import { definePassage, type PassageCommand } from "./commands/passage.ts";
import { definePlot, type PlotCommand } from "./commands/plot.ts";
import { definePolar, type PolarCommand } from "./commands/polar.ts";
import { defineRace, type RaceCommand } from "./commands/race.ts";
import { defineSeason, type SeasonCommand } from "./commands/season.ts";
import { CSV_LAYOUTS, DEVICES, SCENARIOS, type SimulateOptions, specOf } from "./commands/session-spec.ts";
import type { SimulateCommand } from "./commands/simulate.ts";
import { defineVerify, type VerifyCommand } from "./commands/verify.ts";
import { defineWhy, type WhyCommand } from "./commands/why.ts";
import { FORMATS } from "./exporters/index.ts";
import {
  apartOption,
  boatOption,
  direction,
  instant,
  integer,
  number,
  place,
  seasonTables,
  simulatedBoat,
  unitsOf,
} from "./io/arguments.ts";
import { UsageError } from "./io/errors.ts";
import type { Io } from "./io/io.ts";

const ANALYZE_HELP = `
Formats are recognised by content, not by name: FIT, GPX, logs of NMEA 0183, NMEA 2000 (canboat, Yacht Devices,
candump, EBL) and Signal K, Vakaros (CSV, VKX), Velocitek (CSV, VTK), Expedition, any CSV with times and positions;
plain, gzipped, or one or several in a zip.
Folders are searched for files with the extensions of recordings (.fit, .gpx, .csv, .nmea ...).
A file that cannot be read is reported on stderr, and the other files are analysed.

Examples:
  leebow analyze session.fit --boat 49er
      maneuvers and their losses, as a table
  leebow analyze saturday/ --boat J70 --wind coach-boat.nmea
      a folder, with measured wind
  leebow analyze regatta/ --boat 470 --fleet
      all boats of a regatta; boats that sailed together are found by time and place
  leebow analyze wingfoil.fit --wind-hint 195
      a session to and fro, whose track fits several winds: without it they are listed with their
      probabilities, and turns have no name
  leebow analyze *.gpx --format csv --output maneuvers.csv
      one row per maneuver, for a spreadsheet
  leebow analyze session.fit --units km/h,km
      speeds and distances in metric units; losses stay in metres
  leebow analyze session.fit --format json | jq '.files[0].summary'
      the complete analysis, for a program
  leebow analyze session.fit --corrections session.corrections.json
      [{"action": "delete", "kind": "tack", "start_time": "2026-06-13T14:00:00Z",
        "end_time": "2026-06-13T14:00:14Z"}, {"action": "pin_wind", "twd_deg": 230}]
  leebow analyze session.fit --leave-out 14:03-14:20 --take-in 11:59-12:04
      without the tow home, and with a part that was taken for one
  leebow analyze log-10.nmea log-11.nmea log-12.nmea
      the hourly files of a logger as the one session they are; --apart analyses each alone
  leebow analyze evening.nmea --boat X-35 --target x35-orc.json
      each turn in % of a polar file: before it, after it, the least, and until nine tenths are sailed again
  leebow analyze old-logger.nmea --clock +1024w
      a receiver that lost count of the weeks
  leebow analyze session.fit --format json --points --output out/session.json
      also every fix with every channel, as Arrow in out/session.fit.arrow
  leebow analyze season/ --boat "ILCA 7" --format parquet --out tables
      a season as tables for DuckDB or pandas (docs/season.md); again, it writes what is new alone
  leebow analyze season/ --manifest boats.csv --format parquet --out tables
      boats of several classes: file,boat_class,sailor,sail_number in the first row of boats.csv
  curl -s https://example.org/track.gpx | leebow analyze -
      a recording from standard input

Losses, speeds and wind directions are followed by ± and half the width of their 90 % interval.

Exit code: 0 all files were read, 1 some could not be, 2 the command line is wrong.`;

const SIMULATE_HELP = `
The extension selects the format: .fit, .gpx, .csv, .nmea, .wind.nmea (a wind log), .truth.json (the
true maneuvers, losses and wind).
The same options give the same bytes on every machine; another seed gives another session.

Examples:
  leebow simulate day.fit day.truth.json --boat 49er --seed 7
      a recording and its truth
  leebow simulate kite.csv --boat "Formula Kite" --tws 16 --rate 5 --csv velocitek
      in Velocitek's layout
  leebow simulate day.gpx day.wind.nmea --twd 95 --place 43.05,6.22 --start 2026-10-24T09:40:00Z
      at a place and time, with the wind log of a coach boat`;

export type Command =
  | AnalyzeCommand
  | CalibrateCommand
  | ConvertCommand
  | PassageCommand
  | PlotCommand
  | DebriefCommand
  | PolarCommand
  | RaceCommand
  | SeasonCommand
  | SimulateCommand
  | VerifyCommand
  | WhyCommand;

const COMMANDS = [
  "analyze",
  "race",
  "debrief",
  "polar",
  "passage",
  "calibrate",
  "season",
  "plot",
  "convert",
  "verify",
  "simulate",
  "why",
];

/** Parses the command line; null when it requested help or the version, which is then printed. Errors: UsageError. */
export async function readCommandLine(words: string[], core: Core, io: Io): Promise<Command | null> {
  let parsed: Command | null = null;
  const printed: string[] = [];
  const tell = (sentence: string) => io.stderr(`leebow: ${sentence}\n`);
  const program = commander(core, tell, (command) => {
    parsed = command;
  });
  const output = { writeOut: (text: string) => void printed.push(text), writeErr: () => undefined };
  for (const command of [program, ...program.commands]) command.exitOverride().configureOutput(output);
  try {
    if (words.length === 0) program.outputHelp();
    else program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(usage(error.message, words));
  }
  if (printed.length > 0) await io.stdout(printed.join(""));
  return parsed;
}

function commander(core: Core, tell: (sentence: string) => void, onCommand: (command: Command) => void): Commander {
  const boat = boatOption(core, tell);
  const program = new Commander("leebow")
    .description("Reads GPS tracks and wind logs, finds maneuvers, measures their losses and estimates the wind.")
    .version(core.version, "-V, --version", "the engine's version")
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .configureHelp({ helpWidth: 100 });
  defineAnalyze(program, boat, onCommand);
  defineRace(program, boat, onCommand);
  defineDebrief(program, boat, onCommand);
  definePolar(program, boat, onCommand);
  definePassage(program, boat, onCommand);
  defineCalibrate(program, boat, onCommand);
  defineSeason(program, boat, onCommand);
  definePlot(program, boat, onCommand);
  defineConvert(program, onCommand);
  defineVerify(program, onCommand);
  defineSimulate(program, core, onCommand);
  defineWhy(program, boat, onCommand);
  return program;
}

function defineAnalyze(program: Commander, boat: Option, onCommand: (command: AnalyzeCommand) => void): void {
  program
    .command("analyze")
    .summary("find maneuvers, their losses and the wind in recordings")
    .description("Analyses recordings: tacks, gybes, bear-aways, douses, straights, losses and the wind.")
    .argument("<files...>", "recordings or folders; - is standard input")
    .option("-w, --wind <log>", "wind log that belongs to these recordings (NMEA, Signal K or a table)")
    .addOption(boat)
    .option(
      "--wind-hint <deg>",
      "direction the wind blows from, if known (0-360); decides which way it blew",
      direction,
    )
    .option("--manifest <file>", "class, sailor and sail number of each recording (CSV)")
    .option("--corrections <file>", "maneuvers to rename, delete, add or move, and winds to pin (JSON)")
    .option("--clock <shift>", "set a wrong clock: +2h, -3min, +59d, +1024w, or several as +1d2h", clockShift)
    .option("--wind-clock <shift>", "set the wrong clock of the wind log", clockShift)
    .option("--trust-instruments", "use instruments where they contradict the track, too", false)
    .option(
      "--calibration <errors>",
      "correct the instruments on board: vane=-3.8,log=1.06,compass=2",
      calibrationOption,
    )
    .option("--leave-out <from-to>", "leave a time out, in local time: 14:03-14:20; can be given again", timeSpans)
    .option("--take-in <from-to>", "take a time in that was left out; can be given again", timeSpans)
    .addOption(apartOption())
    .option("--parts", "list the parts of each recording with their reasons", false)
    .option("--fleet", "estimate one wind from all boats that sailed together, and use it for each", false)
    .option("--target <polar>", "polar file to compare the maneuvers with")
    .option("--tws <kn>", "wind speed of recordings that have none, for --target", number)
    .addOption(new Option("-f, --format <format>", "output format").choices([...FORMATS, "parquet"]).default("table"))
    .option(
      "-u, --units <units>",
      "units of the table and CSV: one or more of mi, nm, km, kn, m/s, km/h, m, ft with commas between",
      unitsOf,
    )
    .option("-p, --points", "also write every fix with every channel as Arrow beside the output", false)
    .option("-o, --output <file>", "write to a file instead of standard output")
    .option("--out <folder>", "folder of the tables of --format parquet; those that are there stay")
    .addOption(
      new Option("--tables <names>", `those of --format parquet to write, with commas: ${SEASON_TABLES.join(", ")}`)
        .argParser(seasonTables)
        .default([...SEASON_TABLES], "all"),
    )
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", ANALYZE_HELP)
    .action((paths: string[], options: Omit<AnalyzeCommand, "name" | "paths">) =>
      onCommand({ name: "analyze", paths, ...options }),
    );
}

function defineSimulate(program: Commander, core: Core, onCommand: (command: SimulateCommand) => void): void {
  program
    .command("simulate")
    .summary("write a simulated session and its truth")
    .description("Simulates a session and writes it in the formats of devices, with its truth on request.")
    .argument("<outputs...>", "files to write")
    .option("-b, --boat <class>", "boat class", simulatedBoat(core))
    .option("--seed <number>", "seed of the random numbers", integer)
    .option("--minutes <number>", "duration", number)
    .option("--rate <hz>", "fixes per second, 0.05 to 25", number)
    .option("--twd <deg>", "direction the wind blows from", direction)
    .option("--tws <kn>", "wind speed", number)
    .option("--current <kn>", "speed of the current", number)
    .option("--current-to <deg>", "direction the current flows to", direction)
    .option("--place <lat,lon>", "middle of the start line", place)
    .option("--start <time>", "start of the recording (ISO 8601)", instant)
    .addOption(new Option("--scenario <name>", "course sailed").choices(SCENARIOS))
    .addOption(new Option("--device <kind>", "kind of recording device").choices(DEVICES))
    .addOption(new Option("--csv <layout>", "layout of .csv files").choices(CSV_LAYOUTS).default("vakaros"))
    .option("--spec <file>", "JSON file with these and the other settings of the simulator")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", SIMULATE_HELP)
    .action((outputs: string[], options: SimulateOptions) =>
      onCommand({ name: "simulate", outputs, csv: options.csv, spec: specOf(options), specFile: options.spec }),
    );
}

/** Commander's message as a sentence that names the help. */
function usage(message: string, [command]: string[]): string {
  const [problem = "", guess = ""] = message.replace(/^error: /, "").split(/\s*\((?=Did you mean )/);
  const sentence = problem.replace(/[.\s]*$/, ".") + (guess && ` ${guess.replace(/\)$/, "")}`);
  return `${sentence} See leebow ${COMMANDS.includes(command ?? "") ? `${command} ` : ""}--help.`;
}
