import type { Analysis, ComparedReport, Core, FileAnalysis, FileRecording, Options } from "@leebow/core";
import { comparedReport, EngineError, STANDARD_UNITS, targetColumns } from "@leebow/core";
import { prepare } from "./analyze/prepare.ts";
import type { AnalyzeCommand } from "./commands/analyze.ts";
import { partCorrections } from "./commands/part-times.ts";
import { exporterOf } from "./exporters/index.ts";
import { type Failure, sentence, UsageError } from "./io/errors.ts";
import { inOrder } from "./io/in-order.ts";
import { recordingOf, type Source, whyNot } from "./io/inputs.ts";
import type { Io } from "./io/io.ts";
import { openOutput } from "./io/output.ts";
import { pointsNames, pointsWriter } from "./io/points.ts";
import { progressOf } from "./io/progress.ts";
import { type NamedPolar, targetFileOf } from "./io/target-file.ts";
import { writeSeason } from "./season/write-season.ts";

/** The result of one input. */
type Outcome =
  | { name: string; report: FileAnalysis | ComparedReport; pointsFile: string | undefined }
  | { failure: Failure };

/** Analyses the inputs of the command and prints each in the order given as soon as it is ready; returns the exit code. */
export async function analyzeFiles(command: AnalyzeCommand, core: Core, io: Io): Promise<number> {
  if (command.units && (command.format === "json" || command.format === "parquet"))
    throw new UsageError("--units is for the table and CSV: the others have their units in the names of their fields.");
  if (command.target !== undefined && command.format === "parquet")
    throw new UsageError("--target is for the table, CSV and JSON.");
  if (command.format === "parquet") return writeSeason(command, core, io);
  if (command.out !== undefined) throw new UsageError("--out is the folder of --format parquet.");
  const target = await targetFileOf(command.target, io);
  const prepared = await prepare(command, core, io);
  const output = await openOutput(command.output, io);
  const { sources, failed, options, fleets } = prepared;
  const total = sources.length + failed.length;
  const setting = {
    engine: core.version,
    options,
    coloured: io.coloured && !command.output,
    units: { ...STANDARD_UNITS, ...command.units },
    parts: command.parts ?? false,
    has_target: target !== null,
    fleets,
  };
  const exporter = exporterOf(command.format, setting);
  const progress = progressOf(sources.length, io);
  const writePoints = command.points ? pointsWriter(core.version, command.output, io.cwd) : undefined;
  const pointsFiles = pointsNames(sources.map(({ name }) => name));
  const work = (source: Source, i: number) =>
    analyzeOne(
      source,
      async () => prepared.held(i) ?? recordingOf(core, source),
      prepared.optionsOf(source, i),
      prepared.log,
      (analysis) => writePoints?.(pointsFiles[i]!, analysis),
      command,
      target,
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

/** The analysis with the times that are left out and taken in, which are local times of the recording. */
async function withParts(
  recording: FileRecording,
  options: Partial<Options>,
  log: FileRecording | undefined,
  { leaveOut = [], takeIn = [], clock = 0 }: AnalyzeCommand,
): Promise<Analysis> {
  const analysis = await recording.analyze(options, log);
  if (leaveOut.length + takeIn.length === 0) return analysis;
  const corrections = [...(options.corrections ?? []), ...partCorrections(analysis.report, leaveOut, takeIn, clock)];
  return recording.analyze({ ...options, corrections }, log);
}

/** The report with its maneuvers against a polar file, whose speeds are taken for speeds through the water. */
function againstTarget({ report, columns }: Analysis, { name, polar }: NamedPolar, tws_kn: number | null) {
  const { winds } = polar;
  const measured = targetColumns(report, columns, { winds, over_ground: false, tws_kn: null });
  const by_hand_kn = measured ? null : tws_kn;
  const question = { winds, over_ground: false, tws_kn: by_hand_kn };
  const compared = measured ?? targetColumns(report, columns, question);
  return comparedReport(report, { ...question, name }, compared);
}

async function analyzeOne(
  { name, notes = [] }: Source,
  read: () => Promise<FileRecording>,
  options: Partial<Options>,
  log: FileRecording | undefined,
  writePoints: (analysis: Analysis) => Promise<string> | undefined,
  command: AnalyzeCommand,
  target: NamedPolar | null,
): Promise<Outcome> {
  let recording: FileRecording | undefined;
  try {
    recording = await read();
    const analysis = await withParts(recording, options, log, command);
    analysis.report.damage.lacks.push(...notes);
    const report = target ? againstTarget(analysis, target, command.tws ?? null) : analysis.report;
    return { name, report, pointsFile: await writePoints(analysis) };
  } catch (error) {
    const { kind, message } = error instanceof EngineError ? error : whyNot(error);
    return { failure: { name, kind, message } };
  } finally {
    recording?.free();
  }
}
