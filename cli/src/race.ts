import { basename } from "node:path";
import { type Core, racesOfTarget } from "@leebow/core";
import type { RaceCommand } from "./commands/race.ts";
import { raceOutput } from "./exporters/race.ts";
import type { RaceDuel } from "./exporters/race-duel.ts";
import type { RaceTargetResult } from "./exporters/race-target.ts";
import { UsageError } from "./io/errors.ts";
import type { Io } from "./io/io.ts";
import { openOutput } from "./io/output.ts";
import { type FoundRaces, findRaces } from "./io/race-day.ts";
import { type NamedPolar, targetFileOf, targetHead } from "./io/target-file.ts";

/** Finds and reports the races in the recordings of the command; returns the exit code. */
export async function raceFiles(command: RaceCommand, core: Core, io: Io): Promise<number> {
  if (command.format === "parquet" && !command.output)
    throw new UsageError("--format parquet is written to a file: name it with --output.");
  const file = await targetFileOf(command.target, io);
  const output = await openOutput(command.output, io);
  try {
    const found = await findRaces(command, core, io);
    const { day, boats, corrections, failed, total } = found;
    const files = boats.map(({ report }) => report);
    const duels = command.duel ? await duelsOf(command.duel, found, core) : null;
    const target = file && targetOf(file, command, found);
    const setting = {
      engine: core.version,
      parameters: { boat_class: command.boat ?? null, corrections },
      coloured: io.coloured && !command.output,
    };
    await output.write(raceOutput(command.format, { ...setting, day, files, failed, duels, target }));
    await output.finish();
    if (failed.length > 0 && total > 1)
      io.stderr(`leebow: ${failed.length} of ${total} could not be read; the others are complete.\n`);
    return failed.length > 0 ? 1 : 0;
  } catch (error) {
    await output.abandon();
    throw error;
  }
}

/** The legs of all boats against a polar file, whose speeds are taken for speeds through the water. */
function targetOf(file: NamedPolar, { tws }: RaceCommand, { day, boats, options }: FoundRaces): RaceTargetResult {
  const target = { winds: file.polar.winds, over_ground: false };
  const compared = boats.map(({ track, straights }) => ({ track: track.facts.name ?? "", parts: [straights], target }));
  const races = racesOfTarget(day.races, compared, { wind: options.wind ?? null, tws_kn: tws ?? null });
  return { ...targetHead(file), races };
}

/** The two boats on every leg of the day that both sailed. */
async function duelsOf(names: readonly string[], { day, boats, options }: FoundRaces, core: Core): Promise<RaceDuel[]> {
  const tracks = boats.map(({ track }) => track);
  const named = names.map((name) => {
    const found = tracks.filter(({ facts }) => facts.name === name || basename(facts.name ?? "") === name);
    if (found.length !== 1) throw new UsageError(`--duel: ${name} is not one of the recordings.`);
    return found[0]!.facts.name!;
  });
  const [a, b] = named;
  if (named.length !== 2 || a === b) throw new UsageError("--duel compares two recordings: name two.");
  const duels: RaceDuel[] = [];
  for (const [at, { start_time, legs }] of day.races.entries()) {
    for (const leg of legs.keys()) {
      const duel = await core.duel(tracks, { start_time, a: a!, b: b!, leg }, options);
      if (duel) duels.push({ race: at + 1, ...duel });
    }
  }
  return duels;
}
