import { resolve } from "node:path";
import { type PolarFile, PolarFileError, polarFileDamage, polarFileWords, readPolarFile } from "@leebow/core";
import { meaningOf, UsageError } from "./errors.ts";
import type { Io } from "./io.ts";
import { readInput } from "./read-file.ts";

/** A polar file with the path by which it was named. */
export interface NamedPolar extends PolarFile {
  name: string;
}

/** Reads the polar file of `--target`, and says on stderr what was read; null without one. */
export async function targetFileOf(path: string | undefined, io: Io): Promise<NamedPolar | null> {
  if (path === undefined) return null;
  try {
    const file = readPolarFile(await readInput(resolve(io.cwd, path), io.read_timeout_ms));
    for (const sentence of [polarFileWords(path, file), ...polarFileDamage(file)]) io.stderr(`leebow: ${sentence}\n`);
    return { ...file, name: path };
  } catch (error) {
    if (error instanceof PolarFileError) throw new UsageError(`${path}: ${error.message}`);
    throw new UsageError(`${path} cannot be read: ${meaningOf(error)}.`);
  }
}

/** What a result says of its polar file; `damage` is what of it was not used, as sentences. */
export const targetHead = (file: NamedPolar) => ({
  name: file.name,
  format: file.format,
  damage: polarFileDamage(file),
});
export type TargetHead = ReturnType<typeof targetHead>;
