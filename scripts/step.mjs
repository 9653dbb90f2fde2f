/** Steps that print their title and time, and commands whose failure is one sentence. */
import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const LOGS = join(ROOT, "target", "logs");

/** A failure whose message is one sentence that says what to do. */
export class Failure extends Error {}

/** Runs a command line's main function. Of a Failure only its message is printed, of other errors the stack. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`\n${error instanceof Failure ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

/** Titles of the steps that run now; a terminal shows them in its last line. */
const running = new Set();

/**
 * Runs one step and prints its title and time when it ends. What `work` returns as text is printed beside the title.
 * Steps may run at the same time.
 */
export async function step(title, work) {
  const start = performance.now();
  running.add(title);
  showRunning();
  const end = (line) => {
    running.delete(title);
    process.stdout.write(`${CLEAR_LINE}  ${line} (${seconds(start)})\n`);
    showRunning();
  };
  try {
    const note = await work();
    end(`✓ ${typeof note === "string" ? `${title}: ${note}` : title}`);
    return note;
  } catch (error) {
    end(`✗ ${title}`);
    throw error;
  }
}

const CLEAR_LINE = process.stdout.isTTY ? "\r\x1b[K" : "";

function showRunning() {
  if (process.stdout.isTTY && running.size > 0) process.stdout.write(`${CLEAR_LINE}  … ${[...running].join("; ")}`);
}

/** Time since a `performance.now()`, for people. */
export function seconds(start) {
  const s = (performance.now() - start) / 1000;
  return s < 60 ? `${s.toFixed(1)} s` : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
}

/** Empties the log file of this name and returns its path. */
export function openLog(name) {
  mkdirSync(LOGS, { recursive: true });
  const path = join(LOGS, `${name}.log`);
  rmSync(path, { force: true });
  return path;
}

/** Processor time of the commands that `work` runs, s. */
const processorTime = new AsyncLocalStorage();

/**
 * Runs `work`; returns its result, and the processor time (user and system, s) of the commands that it ran, with all
 * processes they waited for. Undefined where the system has no POSIX shell to measure it. Servers that a command leaves
 * running do not count.
 */
export async function withProcessorTime(work) {
  const total = { cpu_s: 0 };
  const result = await processorTime.run(total, work);
  return { result, cpu_s: process.platform === "win32" ? undefined : total.cpu_s };
}

/** Runs a command and writes the times of its process and of those it waited for to file descriptor 3. */
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code';

/** The shell's second line of `times`: user and system time of its children, such as `1m2.34s 0m0.56s`. */
function childTimes(text) {
  const cells = [...(text.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  return cells.reduce((sum, [, minutes, s]) => sum + Number(minutes) * 60 + Number(s), 0);
}

/**
 * Runs a command with its output in a log. Returns its exit code and standard output.
 * With `remedy` a failing command throws that sentence and the path of the log. It is ended after `timeout` ms.
 */
export function run(command, args, { log, remedy, cwd = ROOT, env = {}, uid, gid, timeout } = {}) {
  return new Promise((resolve, reject) => {
    const total = process.platform === "win32" ? undefined : processorTime.getStore();
    const stdio = ["ignore", "pipe", "pipe", total ? "pipe" : "ignore"];
    const [program, words] = total ? ["sh", ["-c", TIMED, "sh", command, ...args]] : [command, args];
    const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, uid, gid, stdio, timeout });
    let stdout = "";
    let times = "";
    const record = (chunk) => log && appendFileSync(log, chunk);
    record(`$ ${command} ${args.join(" ")}\n`);
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      record(chunk);
    });
    child.stderr.on("data", record);
    child.stdio[3]?.on("data", (chunk) => {
      times += chunk;
    });
    const end = (code, why) => {
      if (total) total.cpu_s += childTimes(times);
      if (why) record(`${why}\n`);
      if (code === 0 || !remedy) return resolve({ code, stdout });
      reject(new Failure(log ? `${remedy} The whole output is in ${log}.` : remedy));
    };
    child.on("error", (error) => end(127, error.message));
    child.on("close", (code, signal) => end(code ?? 1, signal && `ended by ${signal}`));
  });
}
