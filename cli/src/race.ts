import { basename } from "node:path";
import {
  type Core,
  EngineError,
  type FileAnalysis,
  type FileRecording,
  type FleetAnswer,
  joinedWind,
  type Options,
  type RaceCorrection,
  type RaceDay,
  type RaceOptions,
  type RaceTrack,
  raceTrackOf,
} from "@leebow/core";
import type { RaceCommand } from "./commands/race.ts";
import { type Failure, sentence, UsageError } from "./errors.ts";
import { raceText } from "./exporters/race.ts";
import type { RaceDuel } from "./exporters/race-duel.ts";
import { estimateFleets } from "./fleet.ts";
import { inOrder } from "./in-order.ts";
import { findSources, readNamed, type Source, whyNot, windLog } from "./inputs.ts";
import type { Io } from "./io.ts";
import { openOutput } from "./output.ts";
import { progressOf } from "./progress.ts";

/** A recording as the analysis of races takes it. */
interface Boat {
  report: FileAnalysis;
  track: RaceTrack;
}

/** Finds and reports the races in the recordings of the command; returns the exit code. */
export async function raceFiles(command: RaceCommand, core: Core, io: Io): Promise<number> {
  const options: Partial<Options> = { boat_class: command.boat ?? null };
  const wind = await windLog(command.wind, io);
  const log = wind && core.read(wind);
  // The analysis of each recording reports that it cannot be read.
  log?.catch(() => undefined);
  const corrections = await readRaceCorrections(command.corrections, core, io);
  const { sources, missing: failed } = await findSources(command.paths, io);
  const total = sources.length + failed.length;
  const output = await openOutput(command.output, io);
  try {
    const estimated = await estimateFleets(sources, core, options, log);
    const boats: Boat[] = [];
    const progress = progressOf(sources.length, io);
    const work = (source: Source, i: number) =>
      analyzeBoat(
        source,
        async () => estimated.recordings.get(i) ?? core.read({ name: source.name, bytes: await source.read() }),
        { ...options, fleet_wind: estimated.winds.get(i) ?? null },
        log,
      );
    for (const failure of failed) progress.print(sentence(failure));
    for await (const outcome of inOrder(sources, work)) {
      if ("failure" in outcome) failed.push(outcome.failure);
      else boats.push(outcome);
      progress.step("failure" in outcome ? outcome.failure.name : outcome.report.name);
      if ("failure" in outcome) progress.print(sentence(outcome.failure));
    }
    progress.done();
    const race_options = { wind: windOf(estimated.fleets, wind !== undefined), corrections };
    const { day } = await core.races(
      boats.map(({ track }) => track),
      race_options,
    );
    const files = boats.map(({ report }) => report);
    const duels = command.duel ? await duelsOf(command.duel, day, boats, race_options, core) : null;
    const setting = {
      engine: core.version,
      parameters: { boat_class: command.boat ?? null, corrections },
      coloured: io.coloured && !command.output,
    };
    await output.write(raceText(command.format, { ...setting, day, files, failed, duels }));
    await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  }
  if (failed.length > 0 && total > 1)
    io.stderr(`leebow: ${failed.length} of ${total} could not be read; the others are complete.\n`);
  return failed.length > 0 ? 1 : 0;
}

/** The two boats on every leg of the day that both sailed. */
async function duelsOf(
  names: readonly string[],
  { races }: RaceDay,
  boats: readonly Boat[],
  options: Partial<RaceOptions>,
  core: Core,
): Promise<RaceDuel[]> {
  const tracks = boats.map(({ track }) => track);
  const named = names.map((name) => {
    const found = tracks.filter(({ facts }) => facts.name === name || basename(facts.name ?? "") === name);
    if (found.length !== 1) throw new UsageError(`--duel: ${name} is not one of the recordings.`);
    return found[0]!.facts.name!;
  });
  const [a, b] = named;
  if (named.length !== 2 || a === b) throw new UsageError("--duel compares two recordings: name two.");
  const duels: RaceDuel[] = [];
  for (const [at, { start_time, legs }] of races.entries()) {
    for (const leg of legs.keys()) {
      const duel = await core.duel(tracks, { start_time, a: a!, b: b!, leg }, options);
      if (duel) duels.push({ race: at + 1, ...duel });
    }
  }
  return duels;
}

async function analyzeBoat(
  { name, notes = [] }: Source,
  read: () => Promise<FileRecording>,
  options: Partial<Options>,
  log: Promise<FileRecording> | undefined,
): Promise<Boat | { failure: Failure }> {
  let recording: FileRecording | undefined;
  try {
    recording = await read();
    const { report, columns } = await recording.analyze(options, await log);
    report.damage.lacks.push(...notes);
    return { report, track: raceTrackOf(report, columns) };
  } catch (error) {
    const { kind, message } = error instanceof EngineError ? error : whyNot(error);
    return { failure: { name, kind, message } };
  } finally {
    recording?.free();
  }
}

/** The wind of the fleets. Null leaves the mean of the boats' own: without one, and where fleets sailed at the same time. */
export function windOf(fleets: readonly FleetAnswer[], is_measured: boolean): RaceOptions["wind"] {
  const wind = joinedWind(fleets.flatMap((fleet) => fleet.wind ?? []));
  return wind && { source: is_measured ? "measured" : "fleet", ...wind };
}

/** Reads a file of corrections: a JSON list, which the engine validates before anything is analysed. */
async function readRaceCorrections(path: string | undefined, core: Core, io: Io): Promise<RaceCorrection[]> {
  if (path === undefined) return [];
  const text = new TextDecoder().decode(await readNamed(path, "file of corrections", io));
  const corrections = listOf(text);
  if (!corrections) throw new UsageError(`${path} holds no corrections: it must be a JSON list.`);
  try {
    await core.races([], { corrections });
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
  return corrections;
}

function listOf(text: string): RaceCorrection[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
