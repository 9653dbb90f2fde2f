/** `npm start`: installs what is missing, builds what changed, starts the server with the demo account, prints its address. */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { build, ENGINES, isBuilt } from "./build.mjs";
import { freePort } from "./free-port.mjs";
import { Failure, main, openLog, ROOT, seconds, step } from "./step.mjs";
import { node, rust } from "./tools.mjs";

const DEFAULT_PORT = 4300;
/** Longest start of the server, ms: the first one analyses the demo recordings (guess). */
const READY_WITHIN_MS = 300_000;

const USAGE = `npm start: installs what is missing, builds what changed, starts the server with the demo account.

  PORT              port of the server, ${DEFAULT_PORT} if not given; another one if it is in use
  LEEBOW_DATA       folder of the database and the files, .leebow if not given

Every other variable is in api/README.md.`;

await main(async () => {
  const [word] = process.argv.slice(2);
  if (word === "--help" || word === "-h") return console.log(USAGE);
  if (word !== undefined) throw new Failure(`npm start takes no "${word}". npm start -- --help tells what it takes.`);
  const start = performance.now();
  console.log("Leebow");
  node();
  const packages = bootstrap();
  packages.catch(() => undefined);
  await rust();
  const options = { quick: ENGINES, packages };
  const isComplete = isBuilt("extra", options);
  // The server starts while the engine for the browser is compiled: it reads a page when a browser requests it.
  const pages = build(isComplete ? ["extra", "wasm", "web", "cli"] : ["wasm", "web", "cli"], options);
  pages.catch(() => undefined);
  await Promise.all([packages, build(["native", "api"], options)]);
  const wanted = Number(process.env.PORT || DEFAULT_PORT);
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65535) {
    throw new Failure(`PORT=${process.env.PORT} is not a port number: choose one below 65536, or leave it out.`);
  }
  const port = await freePort(wanted);
  const server = startServer(port);
  const started = step("Start the server and make the demo account ready", () => server.ready);
  await Promise.all([started, pages]).catch((error) => {
    server.stop();
    throw error;
  });
  if (port !== wanted) console.log(`    Port ${wanted} is in use by another program; this is ${port}.`);
  printAddress(port, seconds(start), server.demo());
  if (!isComplete) buildExtra(server.ended);
});

/** The server as a child process, its output in a log. It ends with this process, and this process with it. */
function startServer(port) {
  const log = openLog("server");
  const file = createWriteStream(log);
  const args = ["--enable-source-maps", join(ROOT, "api/dist/main.js"), "--demo"];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let isReady = false;
  const ready = new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Failure(`The server was not ready in time: read ${log}.`)),
      READY_WITHIN_MS,
    );
    const settle = (act, value) => {
      clearTimeout(timer);
      act(value);
    };
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes("Leebow is ready")) {
        isReady = true;
        settle(resolve);
      }
    });
    child.on("error", (error) => settle(reject, new Failure(`The server could not be started: ${error.message}.`)));
    child.on("exit", (code) => {
      if (isReady) process.exitCode = code ?? 0;
      else settle(reject, new Failure(`The server ended before it was ready: read ${log}.`));
    });
  });
  ready.catch(() => child.kill());
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => file.write(chunk));
  // A terminal sends Ctrl-C to the child too; a signal to this process alone must be passed on.
  process.once("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  process.once("SIGTERM", () => child.kill("SIGTERM"));
  return {
    ready,
    ended: new Promise((resolve) => child.once("exit", resolve)),
    stop: () => child.kill(),
    demo: () => /Demo account: (.+)\./.exec(output)?.[1],
  };
}

/**
 * Compiles what the first page does not need, in a process of low priority. Its processes are a group, which ends when the
 * server has `ended`.
 */
function buildExtra(ended) {
  console.log("  `leebow verify` and tables of points are ready in about a minute: their part is compiled now.\n");
  const isGroup = process.platform !== "win32";
  const args = [join(ROOT, "scripts/build.mjs"), "extra", "--quick"];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    detached: isGroup,
  });
  setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  ended.then(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(isGroup ? -child.pid : child.pid);
  });
}

function printAddress(port, time, demo) {
  console.log(`
  Leebow is ready (${time}).

    Address    http://localhost:${port}
    Demo       ${demo}

  Ctrl-C stops it. Its data is in ${process.env.LEEBOW_DATA || ".leebow"}.
`);
}
