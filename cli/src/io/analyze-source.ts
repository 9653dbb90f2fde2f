import { type Analysis, type Core, EngineError, type FileRecording, type Options } from "@leebow/core";
import type { Failure } from "./errors.ts";
import { recordingOf, type Source, whyNot } from "./inputs.ts";

/** What is made of the analysis of a recording, whose memory is free afterwards; or why it could not be read. */
export async function analyzeSource<T>(
  source: Source,
  core: Core,
  options: Partial<Options>,
  log: FileRecording | undefined,
  of: (analysis: Analysis) => T,
): Promise<{ name: string; result: Awaited<T> } | { failure: Failure }> {
  const { name } = source;
  let recording: FileRecording | undefined;
  try {
    recording = await recordingOf(core, source);
    return { name, result: await of(await recording.analyze(options, log)) };
  } catch (error) {
    const { kind, message } = error instanceof EngineError ? error : whyNot(error);
    return { failure: { name, kind, message } };
  } finally {
    recording?.free();
  }
}
