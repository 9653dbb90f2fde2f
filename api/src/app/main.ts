import { DEMO, disableDemo, openDemo, seedDemo } from "../resources/demo/seed.ts";
import { commandLine } from "./commands.ts";
import { isLocal, readConfig } from "./config.ts";
import { type RunningServer, startServer } from "./start.ts";

/**
 * Starts the server and prints one line when it is ready, with `demo` after the demo account exists: its recordings follow.
 * The first signal, from the first moment on, ends it when its requests and jobs are done, the second one at once.
 */
async function serve({ demo }: { demo: boolean }): Promise<void> {
  const signal = firstSignal();
  const server = await startServer(await readConfig(process.env, { demo }));
  const prepared = prepareDemo(server, demo).then((is_open) => {
    if (server.context.stopping) return;
    process.stdout.write(`Leebow is ready${server.address ? ` at ${server.address}` : " to work"}.\n`);
    return is_open ? fillDemo(server) : undefined;
  });
  await Promise.race([prepared, signal]);
  await signal;
  // What the demo account lacks when its preparation is cut short, the next start makes.
  server.context.stopping = true;
  await prepared;
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

/**
 * The demo account's password is public: it is open only with `--demo` on a server that this machine alone can reach.
 * Answers whether it is.
 */
async function prepareDemo({ context }: RunningServer, is_requested: boolean): Promise<boolean> {
  const is_open = is_requested && isLocal(context.config);
  await (is_open ? openDemo(context) : disableDemo(context.db));
  const login = is_open
    ? `${DEMO.email}, password ${DEMO.password}`
    : "none, because other machines can reach this server";
  if (is_requested) process.stdout.write(`Demo account: ${login}.\n`);
  return is_open;
}

/** Makes the demo's recordings and what it shows of them. What fails is made at the next start. */
async function fillDemo({ context }: RunningServer): Promise<void> {
  await seedDemo(context).catch((error: unknown) =>
    context.log.error("the demo account could not be filled", { error }),
  );
}

function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  const sentence =
    code === "EADDRINUSE" ? `Port ${process.env.PORT ?? 4300} is in use. Set PORT to another one.` : message;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

commandLine(serve).parseAsync().catch(fail);
