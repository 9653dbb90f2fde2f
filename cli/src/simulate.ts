import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { EngineError } from "@leebow/core";
import { writeSession } from "@leebow/core/node";
import type { SimulateCommand } from "./commands/simulate.ts";
import { meaningOf, UsageError } from "./io/errors.ts";
import { readNamed } from "./io/inputs.ts";
import type { Io } from "./io/io.ts";

/** File extensions and the format of each; `csv` stands for the requested layout. Longer ones come first. */
const EXTENSIONS: [string, string][] = [
  [".truth.json", "truth"],
  [".wind.nmea", "nmea-wind"],
  [".fit", "fit"],
  [".gpx", "gpx"],
  [".csv", "csv"],
  [".nmea", "nmea"],
];

/** Simulates the session of the command and writes it to each of the files; returns the exit code. */
export async function simulateSession(command: SimulateCommand, io: Io): Promise<number> {
  const spec = { ...(await specIn(command.specFile, io)), ...command.spec };
  const formats = command.outputs.map((path) => formatOf(path, command.csv));
  for (const [i, path] of command.outputs.entries()) {
    const bytes = session(spec, formats[i]!);
    await write(resolve(io.cwd, path), path, bytes);
    io.stderr(`${path}: ${bytes.length.toLocaleString("en-GB")} bytes\n`);
  }
  return 0;
}

function session(spec: object, format: string): Uint8Array {
  try {
    return writeSession(spec, format);
  } catch (error) {
    if (error instanceof EngineError && error.kind === "bad_options") throw new UsageError(error.message);
    throw error;
  }
}

function formatOf(path: string, csv: string): string {
  const found = EXTENSIONS.find(([ending]) => path.toLowerCase().endsWith(ending));
  if (!found)
    throw new UsageError(
      `${path}: a session is written to files that end in ${EXTENSIONS.map(([e]) => e).join(", ")}.`,
    );
  return found[1] === "csv" ? csv : found[1];
}

async function specIn(path: string | undefined, io: Io): Promise<object> {
  if (path === undefined) return {};
  const text = new TextDecoder().decode(await readNamed(path, "file of settings", io));
  try {
    return JSON.parse(text) as object;
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}.`);
  }
}

async function write(target: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${meaningOf(error)}.`);
  }
}
