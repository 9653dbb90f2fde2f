import { UsageError } from "./errors.ts";
import type { Io } from "./io.ts";
import { run } from "./run.ts";

/** Exit codes: 0 everything was read, 1 something was not, 2 the command line was wrong. */
async function main(): Promise<void> {
  // A reader that has seen enough (`| head`) is no error.
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
    watched: Boolean(process.stderr.isTTY),
    coloured: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR && process.env.TERM !== "dumb",
  };
}

await main();
