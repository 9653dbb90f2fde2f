import { commandLine } from "./commands/commands.ts";
import { isLocal, readConfig } from "./config.ts";
import { DEMO, disableDemo, seedDemo } from "./seed.ts";
import { type RunningServer, startServer } from "./start.ts";

/**
 * Starts the server and prints one line when it is ready, with `demo` after the demo account and its recordings exist.
 * The first signal, from the first moment on, ends it when its requests and jobs are done, the second one at once.
 */
async function serve({ demo }: { demo: boolean }): Promise<void> {
  const signal = firstSignal();
  const server = await startServer(await readConfig());
  const prepared = prepareDemo(server, demo).then(() => {
    if (server.context.stopping) return;
    process.stdout.write(`Leebow is ready${server.address ? ` at ${server.address}` : " to work"}.\n`);
  });
  // What the demo account lacks when its preparation is cut short, the next start makes.
  await Promise.race([prepared, signal]);
  await signal;
  await server.stop();
  process.exit(0);
}

/** Resolves at the first signal to end; the second one ends the process at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}

/** The demo account's password is public: it is open only with `--demo` on a server that this machine alone can reach. */
async function prepareDemo({ context }: RunningServer, is_requested: boolean): Promise<void> {
  if (!is_requested || !isLocal(context.config)) await disableDemo(context.db);
  if (!is_requested) return;
  if (isLocal(context.config)) await seedDemo(context);
  const login = `${DEMO.email}, password ${DEMO.password}`;
  const note = isLocal(context.config) ? login : "none, because other machines can reach this server";
  process.stdout.write(`Demo account: ${note}.\n`);
}

function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  const sentence =
    code === "EADDRINUSE" ? `Port ${process.env.PORT ?? 4300} is in use. Set PORT to another one.` : message;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

commandLine(serve).parseAsync().catch(fail);
