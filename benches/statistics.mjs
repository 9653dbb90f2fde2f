/**
 * Times of the engine's statistics relative to SciPy's on the same arrays, in one run: `node benches/statistics.mjs`.
 * The engine's tests compare the values to nine digits (docs/vectors/statistics.json). Installs nothing.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const VALUES = 18_000;
/** Largest ratio that is allowed, and the target. */
const REQUIRED = 2;
const TARGET = 1;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const python = ["python3", "/usr/bin/python3"].find((each) => succeeds(each, ["-c", "import numpy, scipy"]));
if (python === undefined) {
  console.log("Skipped: no Python with SciPy was found. On Debian install python3-scipy.");
} else {
  const engine = ["run", "--quiet", "--release", "-p", "leebow-tests", "--example", "statistics", "--", String(VALUES)];
  const ours = JSON.parse(execFileSync("cargo", engine, { cwd: here("..") }));
  const theirs = JSON.parse(execFileSync(python, [here("statistics.py"), "time", String(VALUES)]));
  const worst = Math.max(...Object.keys(ours).map((name) => print(name, ours[name], theirs[name])));
  console.log(
    `The slowest takes ${worst.toFixed(2)} of SciPy's time; required is at most ${REQUIRED}, the target is ${TARGET}.`,
  );
  process.exitCode = worst <= REQUIRED ? 0 : 1;
}

/** Prints a row and gives the ratio. */
function print(name, ours_s, theirs_s) {
  const micros = (s) => `${(s * 1e6).toFixed(1).padStart(9)} µs`;
  console.log(`${name.padEnd(14)} ${micros(ours_s)}  SciPy ${micros(theirs_s)}  ${(ours_s / theirs_s).toFixed(2)}`);
  return ours_s / theirs_s;
}

function succeeds(command, words) {
  try {
    execFileSync(command, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
