import {
  type Core,
  EngineError,
  type FileAnalysis,
  type FileRecording,
  type FleetAnswer,
  joinedWind,
  type Options,
  type RaceAnalysis,
  type RaceCorrection,
  type RaceOptions,
  type RaceTrack,
  raceTrackOf,
  type StraightRows,
  straightRows,
} from "@leebow/core";
import { type Failure, sentence, UsageError } from "./errors.ts";
import { estimateFleets } from "./fleet.ts";
import { inOrder } from "./in-order.ts";
import { findSources, readNamed, readWindLog, recordingOf, type Source, whyNot } from "./inputs.ts";
import type { Io } from "./io.ts";
import { progressOf } from "./progress.ts";
import { oneOfEachBoat } from "./together.ts";

/** The arguments of a command on the recordings of a day. */
export interface DayCommand {
  paths: string[];
  /** Path of a wind log that applies to all recordings. */
  wind: string | undefined;
  boat: string | undefined;
  /** Path of a JSON file of corrections. */
  corrections: string | undefined;
  /** Files of one session, and receivers of one boat, stay apart. */
  apart?: boolean;
}

/** A recording as the analysis of races takes it. */
export interface Boat {
  report: FileAnalysis;
  track: RaceTrack;
  straights: StraightRows;
}

/** The recordings of a day and the races in them. */
export interface FoundRaces extends RaceAnalysis {
  boats: Boat[];
  options: Partial<RaceOptions>;
  corrections: RaceCorrection[];
  failed: Failure[];
  /** Recordings that were named, also those that could not be read. */
  total: number;
}

/** Reads the recordings and finds their races. What cannot be read is printed and returned in `failed`. */
export async function findRaces(command: DayCommand, core: Core, io: Io): Promise<FoundRaces> {
  const options: Partial<Options> = { boat_class: command.boat ?? null };
  const { log, failed: unread } = await readWindLog(command.wind, core, io);
  const corrections = await readRaceCorrections(command.corrections, core, io);
  const { sources: found, missing } = await findSources(command.paths, io, { isDivided: true, apart: command.apart });
  const sources = oneOfEachBoat(found, (sentence) => io.stderr(`leebow: ${sentence}\n`));
  const failed = [...unread, ...missing];
  const total = sources.length + failed.length;
  const estimated = await estimateFleets(sources, core, () => options, log);
  const boats: Boat[] = [];
  const progress = progressOf(sources.length, io);
  const work = (source: Source, i: number) =>
    analyzeBoat(
      source,
      async () => estimated.recordings.get(i) ?? recordingOf(core, source),
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
  const race_options = { wind: windOf(estimated.fleets, log !== undefined), corrections };
  const tracks = boats.map(({ track }) => track);
  return { ...(await core.races(tracks, race_options)), boats, options: race_options, corrections, failed, total };
}

async function analyzeBoat(
  { name, notes = [] }: Source,
  read: () => Promise<FileRecording>,
  options: Partial<Options>,
  log: FileRecording | undefined,
): Promise<Boat | { failure: Failure }> {
  let recording: FileRecording | undefined;
  try {
    recording = await read();
    const { report, columns } = await recording.analyze(options, log);
    report.damage.lacks.push(...notes);
    return { report, track: raceTrackOf(report, columns), straights: straightRows(report, columns) };
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
