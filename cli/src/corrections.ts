import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type Core, type Correction, EngineError } from "@leebow/core";
import { UsageError } from "./errors.ts";
import { type Source, whyNot } from "./inputs.ts";

/** What people know better, by the recording it is about. */
export type CorrectionsOf = (source: Source) => Correction[];

/**
 * Reads a patch: a list is about the one recording there is, an object has a list for each recording it names. Every list is
 * held against the engine before anything is analysed, so that a mistake is told at once.
 */
export async function readCorrections(
  path: string | undefined,
  cwd: string,
  sources: readonly Source[],
  core: Core,
): Promise<CorrectionsOf> {
  if (path === undefined) return () => [];
  const patch = await parsed(path, cwd);
  const lists = Array.isArray(patch) ? forTheOne(path, patch, sources) : Object.entries(patch);
  for (const [name, list] of lists) {
    if (!sources.some((source) => isCalled(source, name)))
      throw new UsageError(`${path} corrects ${name}, which is not among the recordings.`);
    checkSense(path, list, core);
  }
  return (source) => lists.filter(([name]) => isCalled(source, name)).flatMap(([, list]) => list);
}

async function parsed(path: string, cwd: string): Promise<Correction[] | Record<string, Correction[]>> {
  const text = await readFile(resolve(cwd, path), "utf8").catch((error) => {
    throw new UsageError(`The corrections ${path} are not there to be read. ${whyNot(error).message}`);
  });
  try {
    const patch: unknown = JSON.parse(text);
    if (patch !== null && typeof patch === "object") return patch as Correction[];
  } catch {
    // Told below.
  }
  throw new UsageError(
    `${path} holds no corrections: it must be a JSON list, or an object with a list for each recording.`,
  );
}

function forTheOne(path: string, list: Correction[], [source, ...others]: readonly Source[]): [string, Correction[]][] {
  if (others.length > 0)
    throw new UsageError(`${path} does not say which recording it is about: give it as {"session.fit": [...]}.`);
  return source === undefined ? [] : [[source.name, list]];
}

/** By the name on the command line, or the file's own. */
function isCalled(source: Source, name: string): boolean {
  return source.name === name || basename(source.name) === name;
}

function checkSense(path: string, corrections: Correction[], core: Core): void {
  try {
    core.open("", { corrections });
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}
