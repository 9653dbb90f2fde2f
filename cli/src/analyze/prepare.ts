import { resolve } from "node:path";
import type { Core, Correction, FileRecording, FleetAnswer, Options } from "@leebow/core";
import type { AnalyzeCommand } from "../commands/analyze.ts";
import type { Failure } from "../io/errors.ts";
import { estimateFleets } from "../io/fleet.ts";
import { findSources, readWindLog, type Source } from "../io/inputs.ts";
import type { Io } from "../io/io.ts";
import { oneOfEachBoat } from "../io/together.ts";
import { readCorrections } from "./corrections.ts";
import { type Manifested, readManifest } from "./manifest.ts";

/** What the recordings of a command are analysed with. */
export interface Prepared {
  sources: Source[];
  /** Paths that cannot be found, and a wind log that cannot be read. */
  failed: Failure[];
  /** The wind log that could be read. */
  log: FileRecording | undefined;
  log_sha256: string | null;
  /** The options of all recordings. */
  options: Partial<Options>;
  /** Those of a recording, the i-th source. */
  optionsOf(source: Source, i: number): Partial<Options>;
  /** What the manifest says of a recording. */
  manifested(source: Source): Manifested;
  /** A recording that is in memory already. */
  held(i: number): FileRecording | undefined;
  /** The fleets, when they were requested. */
  fleets: FleetAnswer[] | undefined;
}

/** Reads the wind log and the corrections of a command and finds its recordings and their fleets. */
export async function prepare(command: AnalyzeCommand, core: Core, io: Io): Promise<Prepared> {
  const options: Partial<Options> = { boat_class: command.boat ?? null, wind_hint_deg: command.windHint ?? null };
  const { log, sha256: log_sha256, failed: unread } = await readWindLog(command.wind, core, io);
  const { sources: found, missing } = await findSources(command.paths, io, {
    isDivided: true,
    apart: command.apart,
    isHeld: command.format !== "parquet",
  });
  // A manifest in the folder of the recordings is none of them.
  const isManifest = ({ name }: Source) =>
    command.manifest !== undefined && resolve(io.cwd, name) === resolve(io.cwd, command.manifest);
  const named = found.filter((source) => !isManifest(source));
  const isSum = command.format === "parquet";
  const sources = isSum ? oneOfEachBoat(named, (sentence) => io.stderr(`leebow: ${sentence}\n`)) : named;
  const manifested = await readManifest(command.manifest, core, io);
  const classOf = (source: Source) => manifested(source).boat_class ?? options.boat_class ?? null;
  const corrections = await readCorrections(command.corrections, sources, core, io);
  const given = correctionsOf(command);
  const ofBoat = (source: Source) => ({ ...options, boat_class: classOf(source) });
  const estimated = command.fleet ? await estimateFleets(sources, core, ofBoat, log) : undefined;
  return {
    sources,
    failed: [...unread, ...missing],
    log,
    log_sha256,
    options,
    optionsOf: (source, i) => ({
      ...ofBoat(source),
      fleet_wind: estimated?.winds.get(i) ?? null,
      corrections: [...given, ...corrections(source)],
    }),
    manifested,
    held: (i) => estimated?.recordings.get(i),
    fleets: estimated?.fleets,
  };
}

/** The corrections that options give. */
function correctionsOf({ clock, windClock, trustInstruments, calibration }: AnalyzeCommand): Correction[] {
  const given: (Correction | false)[] = [
    clock !== undefined && { action: "clock", shift_s: clock },
    windClock !== undefined && { action: "wind_clock", shift_s: windClock },
    trustInstruments === true && { action: "trust_instruments" },
    calibration !== undefined && { action: "calibrate", calibration },
  ];
  return given.filter((one) => one !== false);
}
