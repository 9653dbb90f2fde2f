import { readConfig } from "./config.ts";
import { DEMO, seedDemo } from "./seed.ts";
import { startServer } from "./start.ts";

/**
 * Starts the server and says so in one line, with `--demo` after the demo account and its recordings are there;
 * ends it in good order on the first signal, at once on the second.
 */
async function run(): Promise<void> {
  const config = await readConfig();
  const server = await startServer(config);
  if (process.argv.includes("--demo")) {
    await seedDemo(server.context);
    process.stdout.write(`Demo account: ${DEMO.email}, password ${DEMO.password}.\n`);
  }
  process.stdout.write(`Leebow is ready${server.address ? ` at ${server.address}` : " to work"}.\n`);
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    server.stop().then(() => process.exit(0), fail);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  const sentence =
    code === "EADDRINUSE" ? `Port ${process.env.PORT ?? 4300} is in use. Set PORT to another one.` : message;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

run().catch(fail);
