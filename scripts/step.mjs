/** Steps that say what they do and how long it took, and commands whose failure is one sentence. */
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const LOGS = join(ROOT, "target", "logs");

/** What stopped us, as one sentence that says what to do. */
export class Failure extends Error {}

/** Runs a command line's main function; a Failure is told in its own words. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`\n${error instanceof Failure ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

/** Runs one step and prints its title and time. What `work` returns as text is printed beside the title. */
export async function step(title, work) {
  const start = performance.now();
  const live = process.stdout.isTTY;
  if (live) process.stdout.write(`  … ${title}`);
  try {
    const note = await work();
    const said = typeof note === "string" ? `${title}: ${note}` : title;
    process.stdout.write(`${live ? "\r\x1b[K" : ""}  ✓ ${said} (${seconds(start)})\n`);
    return note;
  } catch (error) {
    process.stdout.write(`${live ? "\r\x1b[K" : ""}  ✗ ${title} (${seconds(start)})\n`);
    throw error;
  }
}

/** Time since a `performance.now()`, for people. */
export function seconds(start) {
  const s = (performance.now() - start) / 1000;
  return s < 60 ? `${s.toFixed(1)} s` : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
}

/** Begins a log file of this name anew and gives its path. */
export function openLog(name) {
  mkdirSync(LOGS, { recursive: true });
  const path = join(LOGS, `${name}.log`);
  rmSync(path, { force: true });
  return path;
}

/**
 * Runs a command with its output in a log, and gives its exit code and standard output.
 * With `remedy` a failure throws: that sentence, and where the whole output is.
 */
export function run(command, args, { log, remedy, cwd = ROOT, env = {}, uid, gid } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = ["ignore", "pipe", "pipe"];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, uid, gid, stdio });
    let stdout = "";
    const keep = (chunk) => log && appendFileSync(log, chunk);
    keep(`$ ${command} ${args.join(" ")}\n`);
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      keep(chunk);
    });
    child.stderr.on("data", keep);
    const end = (code, why) => {
      if (why) keep(`${why}\n`);
      if (code === 0 || !remedy) return resolve({ code, stdout });
      reject(new Failure(log ? `${remedy} The whole output is in ${log}.` : remedy));
    };
    child.on("error", (error) => end(127, error.message));
    child.on("close", (code, signal) => end(code ?? 1, signal && `ended by ${signal}`));
  });
}
