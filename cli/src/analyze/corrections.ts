import { basename } from "node:path";
import { type Core, type Correction, EngineError } from "@leebow/core";
import { UsageError } from "../io/errors.ts";
import { readNamed, type Source } from "../io/inputs.ts";
import type { Io } from "../io/io.ts";

/** The corrections that apply to a recording. */
export type CorrectionsOf = (source: Source) => Correction[];

/**
 * Reads a file of corrections: a list applies to the only recording, an object has a list for each recording it names.
 * The engine validates every list before anything is analysed, so that a mistake is reported at once.
 */
export async function readCorrections(
  path: string | undefined,
  sources: readonly Source[],
  core: Core,
  io: Io,
): Promise<CorrectionsOf> {
  if (path === undefined) return () => [];
  const patch = await parsed(path, io);
  const lists = Array.isArray(patch) ? forOnlyRecording(path, patch, sources) : Object.entries(patch);
  for (const [name, list] of lists) {
    if (!sources.some((source) => isNamed(source, name)))
      throw new UsageError(`${path} corrects ${name}, which is not among the recordings.`);
    validateCorrections(path, list, core);
  }
  return (source) => lists.filter(([name]) => isNamed(source, name)).flatMap(([, list]) => list);
}

async function parsed(path: string, io: Io): Promise<Correction[] | Record<string, Correction[]>> {
  const text = new TextDecoder().decode(await readNamed(path, "file of corrections", io));
  try {
    const patch: unknown = JSON.parse(text);
    if (patch !== null && typeof patch === "object") return patch as Correction[];
  } catch {
    // Reported below.
  }
  throw new UsageError(
    `${path} holds no corrections: it must be a JSON list, or an object with a list for each recording.`,
  );
}

function forOnlyRecording(
  path: string,
  list: Correction[],
  [source, ...others]: readonly Source[],
): [string, Correction[]][] {
  if (others.length > 0)
    throw new UsageError(`${path} does not say which recording it is about: give it as {"session.fit": [...]}.`);
  return source === undefined ? [] : [[source.name, list]];
}

/** Whether `name` is the recording's path on the command line or its file name. */
function isNamed(source: Source, name: string): boolean {
  return source.name === name || basename(source.name) === name;
}

function validateCorrections(path: string, corrections: Correction[], core: Core): void {
  try {
    core.open("", { corrections });
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}
