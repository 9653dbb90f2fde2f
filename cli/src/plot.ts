import { basename, extname, join } from "node:path";
import { type Core, EngineError, type FileRecording, type Options } from "@leebow/core";
import type { PlotCommand } from "./commands/plot.ts";
import { type Failure, sentence, UsageError } from "./io/errors.ts";
import { findSources, readWindLog, recordingOf, type Source, whyNot } from "./io/inputs.ts";
import type { Io } from "./io/io.ts";
import { NotWritten, placeFile } from "./io/place-file.ts";
import { distinct } from "./io/points.ts";
import { progressOf } from "./io/progress.ts";
import { picture } from "./plot/picture.ts";
import { rasterOf } from "./plot/raster.ts";

/** Draws the inputs of the command; returns the exit code. */
export async function plotFiles(command: PlotCommand, core: Core, io: Io): Promise<number> {
  if (command.corrections !== undefined) throw new UsageError("--corrections are those of races: add --races.");
  const options: Partial<Options> = { boat_class: command.boat ?? null, wind_hint_deg: command.windHint ?? null };
  const { log, failed: unread } = await readWindLog(command.wind, core, io);
  const { sources, missing } = await findSources(command.paths, io, { isDivided: true, apart: command.apart });
  const failed = [...unread, ...missing];
  const total = sources.length + failed.length;
  const progress = progressOf(sources.length, io);
  const stems = distinct(
    sources.map(({ name }) => (name === "-" ? "stdin" : basename(name, extname(name)))),
    "",
  );
  for (const failure of failed) progress.print(sentence(failure));
  for (const [i, source] of sources.entries()) {
    const failure = await plotOne(source, join(command.out, stems[i]!), command.force, core, options, log, io);
    progress.step(source.name);
    if (failure === undefined) continue;
    failed.push(failure);
    progress.print(sentence(failure));
  }
  progress.done();
  if (failed.length > 0 && total > 1)
    io.stderr(`leebow: ${failed.length} of ${total} were not drawn; the others are complete.\n`);
  return failed.length > 0 ? 1 : 0;
}

async function plotOne(
  source: Source,
  stem: string,
  force: boolean,
  core: Core,
  options: Partial<Options>,
  log: FileRecording | undefined,
  io: Io,
): Promise<Failure | undefined> {
  let recording: FileRecording | undefined;
  try {
    recording = await recordingOf(core, source);
    const analysis = await recording.analyze(options, log);
    const svg = picture(analysis, core.channels.find(({ id }) => id === "sog")!);
    await placePicture(stem, svg, force, io);
    return undefined;
  } catch (error) {
    const { kind, message } = error instanceof EngineError || error instanceof NotWritten ? error : whyNot(error);
    return { name: source.name, kind, message };
  } finally {
    recording?.free();
  }
}

/** Writes a picture as SVG and PNG. */
export async function placePicture(stem: string, svg: string, force: boolean, io: Io): Promise<void> {
  await placeFile(`${stem}.svg`, io.cwd, new TextEncoder().encode(svg), force);
  await placeFile(`${stem}.png`, io.cwd, await rasterOf(svg), force);
  io.stderr(`${stem}.svg, ${stem}.png\n`);
}
