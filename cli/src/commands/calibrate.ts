import type { InstrumentErrors } from "@leebow/core";
import { type Command as Commander, InvalidArgumentError, Option } from "commander";
import { TABLE_OR_JSON, type TableOrJson } from "../exporters/layout.ts";
import type { SessionsCommand } from "../io/analyze-sessions.ts";

/** The parsed command line of `leebow calibrate`. */
export interface CalibrateCommand extends SessionsCommand {
  name: "calibrate";
  format: TableOrJson;
  /** Path to write to instead of stdout. */
  output: string | undefined;
}

const HELP = `
An offset is what to add to the instrument's reading, the log's factor what to multiply it by; leeway is positive to
leeward. ± is half the width of the 90 % interval. What is set at the instrument, or given to leebow analyze
--calibration, is up to you: nothing is corrected here.

Examples:
  leebow calibrate evening-race.nmea --boat J70
      vane, log, compass, leeway and heel of one log, and port against starboard
  leebow calibrate logs/ --format json | jq '.logs[].calibration.rows'
      several logs, each by itself
  leebow analyze evening-race.nmea --calibration vane=-3.8,log=1.06
      the session with what was found

Exit code: 0 all files were read, 1 some could not be, 2 the command line is wrong.`;

export function defineCalibrate(
  program: Commander,
  boat: Option,
  onCommand: (command: CalibrateCommand) => void,
): void {
  program
    .command("calibrate")
    .summary("errors of vane, log, compass and heel, by a boat's own logs")
    .description(
      "What a boat's instruments read too much or too little, by what they say of each other and of the track.",
    )
    .argument("<files...>", "logs or folders")
    .addOption(boat)
    .addOption(new Option("-f, --format <format>", "output format").choices(TABLE_OR_JSON).default("table"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Omit<CalibrateCommand, "name" | "paths" | "wind">) =>
      onCommand({ name: "calibrate", paths, wind: undefined, ...options }),
    );
}

const NAMES = { vane: "vane_deg", log: "log_factor", compass: "compass_deg", heel: "heel_deg" } as const;

/** `vane=-3.8,log=1.06` */
export function calibrationOption(words: string): InstrumentErrors {
  const errors: InstrumentErrors = {};
  for (const word of words.split(",")) {
    const [, name, number] = /^\s*(\w+)\s*=\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(word) ?? [];
    const key = NAMES[name as keyof typeof NAMES];
    if (!key) throw new InvalidArgumentError("It must be like vane=-3.8,log=1.06,compass=2,heel=-1.");
    errors[key] = Number(number);
  }
  return errors;
}
