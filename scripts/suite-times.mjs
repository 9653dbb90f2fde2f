/** The minutes of the suites: their budgets, and the record of earlier runs. */
import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./step.mjs";

/** A suite may take this much of its budget before a line warns of it. */
const TOLERANCE = 4 / 3;

/** A sentence for each suite that took more processor time than its budget and the tolerance allow. */
export function overBudget(rows) {
  return rows
    .filter(({ cpu_s, suite }) => suite?.budget_min && cpu_s > suite.budget_min * 60 * TOLERANCE)
    .map(
      ({ title, cpu_s, suite }) =>
        `Warning: ${title} took ${(cpu_s / 60).toFixed(1)} min of processor; its budget is ${suite.budget_min} min.`,
    );
}

/** Appends a line a suite: start of the run, suite, elapsed and processor time in s, counts. */
export function recordMinutes(rows, path = join(ROOT, "target", "suite-times.csv"), now = new Date()) {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) appendFileSync(path, "ended_at,suite,elapsed_s,processor_s,passed,failed,skipped\n");
  const number = (value) => (value === undefined ? "" : value.toFixed(1));
  for (const { title, suite, elapsed_s, cpu_s, passed, failed, skipped } of rows) {
    const name = suite?.name ?? title.toLowerCase();
    const cells = [now.toISOString(), name, number(elapsed_s), number(cpu_s), passed, failed, skipped];
    appendFileSync(path, `${cells.join(",")}\n`);
  }
}
