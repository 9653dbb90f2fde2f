import { type Command as Commander, Option } from "commander";
import { RACE_FORMATS, type RaceFormat } from "../exporters/race.ts";
import { apartOption, number } from "../io/arguments.ts";
import type { DayCommand } from "../io/race-day.ts";

/** The parsed command line of `leebow race`. */
export interface RaceCommand extends DayCommand {
  name: "race";
  /** Names of two recordings to compare leg by leg. */
  duel: string[] | undefined;
  /** Path of a polar file with which the legs are compared. */
  target: string | undefined;
  /** Wind speed where no boat measured one, kn. */
  tws: number | undefined;
  format: RaceFormat;
  /** Path to write to instead of stdout. */
  output: string | undefined;
}

const HELP = `
Races are found in the recordings of a day: their gun, line, marks and legs, the place of each boat at each mark and
the gaps, each with its uncertainty. What the recordings do not tell is left out, with a sentence that says why.

With --target the straights of each boat and leg are compared with a polar file (Expedition, ORC, OpenCPN, qtVlm): upwind
and downwind the speed made good, on a reach the speed at the angle, through the water where a current is known. All boats
are compared in one wind strength: that of --wind, of the boats' instruments, or of --tws.

Examples:
  leebow race saturday/ --boat "ILCA 7"
      every race of the day, as tables
  leebow race *.gpx --boat J70 --wind committee.nmea --format csv --output races.csv
      one row per boat and leg, for a spreadsheet; --format parquet has the same rows with their types
  leebow race saturday/ --corrections race.corrections.json
      [{"action": "set_gun", "at": "2026-06-13T10:20:00Z", "gun_time": "2026-06-13T10:05:00Z"},
       {"action": "exclude_boat", "at": "2026-06-13T10:20:00Z", "track": "coach.gpx"}]
      each correction belongs to the race in which its moment "at" is
  leebow race saturday/ --corrections ratings.json
      [{"action": "set_rating", "track": "ada.gpx", "rating": 0.965},
       {"action": "set_score", "at": "2026-06-13T10:20:00Z", "track": "ben.gpx", "score": "ocs"}]
      places by corrected time, too
  leebow race saturday/ --duel ada.gpx ben.gpx
      what Ada gained on Ben by speed, height, shifts and turns
  leebow race saturday/ --target ilca7.pol --tws 12
      each leg of each boat in % of target, in 12 kn of wind

Exit code: 0 all files were read, 1 some could not be, 2 the command line is wrong.`;

export function defineRace(program: Commander, boat: Option, onCommand: (command: RaceCommand) => void): void {
  program
    .command("race")
    .summary("find the races in recordings of a day, and report each")
    .description("Finds the races in recordings of boats that sailed together, and reports each.")
    .argument("<files...>", "recordings or folders of one day")
    .option("-w, --wind <log>", "wind log that belongs to these recordings (NMEA, Signal K or a table)")
    .addOption(boat)
    .addOption(apartOption())
    .option("--corrections <file>", "guns, marks, lines, boats, ratings and scores (JSON)")
    .option("--duel <boats...>", "two of the recordings: why one gained on the other on each leg")
    .option("--target <polar>", "polar file to compare the legs with")
    .option("--tws <kn>", "wind speed where no boat measured one", number)
    .addOption(new Option("-f, --format <format>", "output format").choices(RACE_FORMATS).default("table"))
    .option("-o, --output <file>", "write to a file instead of standard output")
    .configureHelp({ helpWidth: 100 })
    .addHelpText("after", HELP)
    .action((paths: string[], options: Omit<RaceCommand, "name" | "paths">) =>
      onCommand({ name: "race", paths, ...options }),
    );
}
