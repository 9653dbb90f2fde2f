/** Figures that may not grow: scripts/ceilings.json. One is raised only with a reason in DESIGN.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./step.mjs";

const MOST_PRINTED = 30;
const PATH = join(ROOT, "scripts/ceilings.json");

/**
 * Prints what was measured; returns a sentence for each figure above its ceiling, with an example of what is wrong by the name
 * of the figure. With `--lower` ceilings are lowered to what was measured.
 */
export function aboveCeilings(measured, examples = {}) {
  const ceilings = JSON.parse(readFileSync(PATH, "utf8"));
  for (const [name, value] of Object.entries(measured)) console.log(`${name}: ${value} of ${ceilings[name] ?? 0}`);
  if (process.argv.includes("--lower")) {
    for (const [name, value] of Object.entries(measured)) {
      // Large figures in steps of a hundred, so that not every line of code changes this file.
      const step = value > 1000 ? 100 : 1;
      ceilings[name] = Math.min(ceilings[name] ?? Number.POSITIVE_INFINITY, Math.ceil(value / step) * step);
    }
    writeFileSync(PATH, `${JSON.stringify(ceilings, null, 2)}\n`);
  }
  return Object.entries(measured)
    .filter(([name, value]) => value > (ceilings[name] ?? 0))
    .map(
      ([name, value]) =>
        `${name}: ${value}, allowed are ${ceilings[name] ?? 0}${examples[name] ? `, such as: ${examples[name]}` : ""}.`,
    );
}

/** Prints the problems, else the sentence that there are none, and sets the exit code. */
export function conclude(problems, success) {
  for (const problem of problems.slice(0, MOST_PRINTED)) console.error(problem);
  console.log(problems.length ? `${problems.length} problems.` : success);
  process.exitCode = problems.length ? 1 : 0;
}
