import type { Analysis, Core, FileAnalysis, FileRecording, Options } from "@leebow/core";
import { EngineError } from "@leebow/core";
import type { AnalyzeCommand } from "./command-line.ts";
import { readCorrections } from "./corrections.ts";
import { type Failure, sentence } from "./errors.ts";
import { exporterOf } from "./exporters/index.ts";
import { estimateFleets } from "./fleet.ts";
import { inOrder } from "./in-order.ts";
import { findSources, type Source, whyNot, windLog } from "./inputs.ts";
import type { Io } from "./io.ts";
import { openOutput } from "./output.ts";
import { pointsNames, pointsWriter } from "./points.ts";
import { progressOf } from "./progress.ts";

/** The result of one input. */
type Outcome = { name: string; report: FileAnalysis; pointsFile: string | undefined } | { failure: Failure };

/** Analyses the inputs of the command and prints each in the order given as soon as it is ready; returns the exit code. */
export async function analyzeFiles(command: AnalyzeCommand, core: Core, io: Io): Promise<number> {
  const options: Partial<Options> = { boat_class: command.boat ?? null, wind_hint_deg: command.windHint ?? null };
  const wind = await windLog(command.wind, io);
  const log = wind && core.read(wind);
  // The analysis of each recording reports that it cannot be read.
  log?.catch(() => undefined);
  const { sources, missing: failed } = await findSources(command.paths, io);
  const corrections = await readCorrections(command.corrections, sources, core, io);
  const total = sources.length + failed.length;
  const output = await openOutput(command.output, io);
  const estimated = command.fleet ? await estimateFleets(sources, core, options, log) : undefined;
  const setting = {
    engine: core.version,
    options,
    coloured: io.coloured && !command.output,
    fleets: estimated?.fleets,
  };
  const exporter = exporterOf(command.format, setting);
  const progress = progressOf(sources.length, io);
  const writePoints = command.points ? pointsWriter(core.version, command.output, io.cwd) : undefined;
  const pointsFiles = pointsNames(sources.map(({ name }) => name));
  const work = (source: Source, i: number) =>
    analyzeOne(
      source,
      async () => estimated?.recordings.get(i) ?? core.read({ name: source.name, bytes: await source.read() }),
      { ...options, fleet_wind: estimated?.winds.get(i) ?? null, corrections: corrections(source) },
      log,
      (analysis) => writePoints?.(pointsFiles[i]!, analysis),
    );
  for (const failure of failed) progress.print(sentence(failure));
  try {
    await output.write(exporter.begin());
    for await (const outcome of inOrder(sources, work)) {
      if ("failure" in outcome) {
        failed.push(outcome.failure);
        progress.step(outcome.failure.name);
        progress.print(sentence(outcome.failure));
      } else {
        progress.step(outcome.name);
        await output.write(exporter.file(outcome.report, outcome.pointsFile));
      }
    }
    await output.write(exporter.end(failed));
    await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    progress.done();
  }
  if (failed.length > 0 && total > 1)
    io.stderr(`leebow: ${failed.length} of ${total} could not be read; the others are complete.\n`);
  return failed.length > 0 ? 1 : 0;
}

async function analyzeOne(
  { name, notes = [] }: Source,
  read: () => Promise<FileRecording>,
  options: Partial<Options>,
  log: Promise<FileRecording> | undefined,
  writePoints: (analysis: Analysis) => Promise<string> | undefined,
): Promise<Outcome> {
  let recording: FileRecording | undefined;
  try {
    recording = await read();
    const analysis = await recording.analyze(options, await log);
    analysis.report.damage.lacks.push(...notes);
    return { name, report: analysis.report, pointsFile: await writePoints(analysis) };
  } catch (error) {
    const { kind, message } = error instanceof EngineError ? error : whyNot(error);
    return { failure: { name, kind, message } };
  } finally {
    recording?.free();
  }
}
