/**
 * `npm test`: installs what the tests need, builds, runs every suite and counts the tests.
 * `npm test -- --only engine,api` runs these suites only, `--with bench` that one beside all. The last line is `N passed, N failed`.
 */
import { existsSync, readFileSync } from "node:fs";
import { bootstrap } from "./bootstrap.mjs";
import { build, ENGINES, lanesOf, QUICK_FOR_TESTS } from "./build.mjs";
import { startCluster } from "./postgres-cluster.mjs";
import { Failure, main, seconds, step, withProcessorTime } from "./step.mjs";
import { overBudget, recordMinutes } from "./suite-times.mjs";
import { chosen } from "./suites.mjs";

/** Failures of a suite that are named, at most. */
const MOST_FAILURES = 30;

// An interrupted run stops its database, too: its exit handler needs `process.exit`.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

await main(async () => {
  const { suites, unknown, known } = chosen(namesAfter("--only"), namesAfter("--with"));
  if (unknown) throw new Failure(`There is no suite called "${unknown}"; there are ${known.join(", ")}.`);
  const start = performance.now();
  const wanted = (key) => [...new Set(suites.flatMap((suite) => suite[key] ?? []))];

  console.log("What the tests need");
  const builds = wanted("builds");
  const needsRust = builds.some((name) => ENGINES.includes(name));
  const tools = [...wanted("needs"), ...(needsRust ? ["rust"] : [])];
  const rows = [];
  const found = await measured("Packages and tools", rows, () => bootstrap([...new Set(tools)]));
  const cluster = found.postgres && (await startCluster(found.postgres));

  console.log("\nBuilds and tests");
  const built = startBuilds(builds);
  const given = { chromium: found.chromium, database_url: cluster?.url, s3: found.s3 };
  rows.push(...(await runSuites(suites, given, built)));
  rows.splice(1, 0, ...(await built.rows));
  cluster?.stop();
  printCounts(rows, start);
});

/** The names after this option, separated by commas. */
function namesAfter(option) {
  const args = process.argv.slice(2);
  const at = args.findIndex((word) => word === option || word.startsWith(`${option}=`));
  if (at < 0) return [];
  return (args[at].split("=")[1] ?? args[at + 1] ?? "").split(",").filter(Boolean);
}

/**
 * Starts to build the targets, the engines at the same time. `ready(names)` resolves when the build of these has ended,
 * successful or not: their suites run all the same. A failed build is a row with one failure.
 */
function startBuilds(names) {
  const rows = [];
  const ended = new Map();
  const attempt = (name) =>
    measured(`Build ${name}`, rows, async (row) => {
      try {
        await build([name], { quick: QUICK_FOR_TESTS });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        console.log(indent(error.message));
        row.failed = 1;
      }
    });
  /** One after the other, the first one after the promise `before`. */
  const inOrder = (some, before) => {
    let last = before;
    for (const name of some) {
      last = last.then(() => attempt(name));
      ended.set(name, last);
    }
    return last;
  };
  const engines = Promise.all(lanesOf(names).map((lane) => inOrder(lane, Promise.resolve())));
  const last = inOrder(
    names.filter((name) => !ENGINES.includes(name)),
    engines,
  );
  return { ready: (wanted = []) => Promise.all(wanted.map((name) => ended.get(name))), rows: last.then(() => rows) };
}

/** Runs `work` and adds a row with its elapsed and processor time; `work` may change the row's counts. */
async function measured(title, rows, work, more = {}) {
  const start = performance.now();
  const row = { title, passed: 0, failed: 0, skipped: 0, ...more };
  const { result, cpu_s } = await withProcessorTime(() => work(row));
  Object.assign(row, { elapsed_s: (performance.now() - start) / 1000, cpu_s });
  rows.push(row);
  return result;
}

/**
 * Runs the suites in two lanes at the same time, the engine and its bindings in one, each suite as soon as what it
 * needs is built; then those that compare times, one by one. Returns their rows in the order of the list.
 */
async function runSuites(suites, given, built) {
  const rows = [];
  const runLane = async (lane) => {
    for (const suite of suites) {
      if ((suite.lane ?? "others") !== lane) continue;
      await built.ready(suite.builds);
      await measured(suite.title, rows, (row) => runSuite(suite, given, row), { suite });
    }
  };
  await Promise.all([runLane("engine"), runLane("others")]);
  await runLane("alone");
  return suites.map((suite) => rows.find((row) => row.suite === suite));
}

/** Runs a suite and puts its counts into the row. A failure is printed with its cause when the suite ends. */
async function runSuite({ title, run }, given, row) {
  let counts = { passed: 0, failed: 1, skipped: 0, failures: [] };
  try {
    await step(title, async () => {
      counts = await run(given);
      if (counts.failed > 0) throw new Failure(title);
    });
    if (counts.table) console.log(indent(counts.table));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    for (const name of counts.failures.slice(0, MOST_FAILURES)) console.log(`      ${name}`);
    if (counts.log && existsSync(counts.log)) {
      console.log(indent(readFileSync(counts.log, "utf8").trimEnd().split("\n").slice(-40).join("\n")));
      console.log(`      The whole output is in ${counts.log}`);
    }
  }
  for (const text of counts.unsteady ?? []) console.log(`      unsteady: ${text}`);
  for (const key of ["passed", "failed", "skipped", "failures"]) row[key] = counts[key];
}

/**
 * Prints the table of suites with their minutes, what went over its budget, once more what failed, for those who see the end of
 * a log only, and the last line, which programs read.
 */
function printCounts(rows, start) {
  const minutes = (s) => (s === undefined ? "" : (s / 60).toFixed(1));
  const cells = rows.map(({ title, passed, failed, skipped, elapsed_s, cpu_s }) =>
    [title, passed, failed, skipped, minutes(elapsed_s), minutes(cpu_s)].map(String),
  );
  const sum = (key) => rows.reduce((total, row) => total + (row[key] ?? 0), 0);
  const table = [["Suite", "passed", "failed", "skipped", "minutes", "of processor"], ...cells];
  table.push(["All", sum("passed"), sum("failed"), sum("skipped"), "", minutes(sum("cpu_s"))].map(String));
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  ");
  console.log(`\n${table.map(line).join("\n")}\n`);
  for (const text of overBudget(rows)) console.log(text);
  recordMinutes(rows);
  for (const { title, failures = [] } of rows)
    for (const name of failures.slice(0, MOST_FAILURES)) console.log(`Failed: ${title}: ${name.split("\n")[0]}`);
  console.log(`All in ${seconds(start)}.`);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}

function indent(text) {
  return text.replace(/^/gm, "      │ ");
}
