import { UsageError } from "./io/errors.ts";
import type { Io } from "./io/io.ts";
import { run } from "./run.ts";

/** Longest time without data from a pipe or a device that is named as a file, ms (guess). */
const READ_TIMEOUT_MS = 30_000;

/** Exit codes: 0 every input was read, 1 at least one was not, 2 the command line was wrong. */
async function main(): Promise<void> {
  // A program that stops reading our output (`| head`) is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  process.stderr.on("error", () => undefined);
  try {
    process.exitCode = await run(process.argv.slice(2), terminal());
  } catch (error) {
    process.stderr.write(`leebow: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

function terminal(): Io {
  return {
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: (text) => new Promise((written) => process.stdout.write(text, () => written())),
    stderr: (text) => void process.stderr.write(text),
    read_timeout_ms: READ_TIMEOUT_MS,
    watched: Boolean(process.stderr.isTTY),
    coloured: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== "dumb",
  };
}

await main();
