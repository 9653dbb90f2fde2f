import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { EngineError } from "@leebow/core";
import { writeSession } from "@leebow/core/node";
import type { SimulateCommand } from "./command-line.ts";
import { UsageError } from "./errors.ts";
import { whyNot } from "./inputs.ts";
import type { Io } from "./io.ts";

/** Endings of files and what is written there; `csv` stands for the layout asked for. The longest is tried first. */
const ENDINGS: [string, string][] = [
  [".truth.json", "truth"],
  [".wind.nmea", "nmea-wind"],
  [".fit", "fit"],
  [".gpx", "gpx"],
  [".csv", "csv"],
  [".nmea", "nmea"],
];

/** Sails the session of the command and writes it to each of the files; answers the exit code. */
export async function simulateSession(command: SimulateCommand, io: Io): Promise<number> {
  const spec = { ...(await specIn(command.specFile, io.cwd)), ...command.spec };
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
  const found = ENDINGS.find(([ending]) => path.toLowerCase().endsWith(ending));
  if (!found)
    throw new UsageError(`${path}: a session is written to files that end in ${ENDINGS.map(([e]) => e).join(", ")}.`);
  return found[1] === "csv" ? csv : found[1];
}

async function specIn(path: string | undefined, cwd: string): Promise<object> {
  if (path === undefined) return {};
  try {
    return JSON.parse(await readFile(resolve(cwd, path), "utf8")) as object;
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${path} is not JSON: ${error.message}.`);
    throw new UsageError(`The settings ${path} are not there to be read. ${whyNot(error).message}`);
  }
}

async function write(whole: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, bytes);
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
