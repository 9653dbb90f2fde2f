/**
 * `npm test`: installs what the tests need, builds, runs every suite and counts the tests.
 * `npm test -- --only engine,api` runs these suites only, `--with bench` that one beside all. The last line is `N passed, N failed`.
 */
import { existsSync, readFileSync } from "node:fs";
import { bootstrap } from "./bootstrap.mjs";
import { build, ENGINES, lanesOf, QUICK_FOR_TESTS } from "./build.mjs";
import { startCluster } from "./postgres-cluster.mjs";
import { Failure, main, seconds, step } from "./step.mjs";
import { chosen } from "./suites.mjs";

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
  const found = await bootstrap([...new Set(tools)]);
  const rows = await buildAll(builds);
  const cluster = found.postgres && (await startCluster(found.postgres));

  console.log("\nThe tests");
  const given = { chromium: found.chromium, database_url: cluster?.url, s3: found.s3 };
  rows.push(...(await runSuites(suites, given)));
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

/** Builds the targets. Each that fails is a row with one failure; the suites run all the same. */
async function buildAll(names) {
  const failed = [];
  const attempt = async (name) => {
    try {
      await build([name], { quick: QUICK_FOR_TESTS });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.log(indent(error.message));
      failed.push({ title: `Build ${name}`, passed: 0, failed: 1, skipped: 0, time: "" });
    }
  };
  const inOrder = async (some) => {
    for (const name of some) await attempt(name);
  };
  await Promise.all(lanesOf(names).map(inOrder));
  await inOrder(names.filter((name) => !ENGINES.includes(name)));
  return failed;
}

/**
 * Runs the suites in two lanes at the same time, Rust in one and TypeScript in the other, then those that measure
 * time, one by one. Returns their rows in the order of the list.
 */
async function runSuites(suites, given) {
  const rows = new Map();
  const runLane = async (lane) => {
    for (const suite of suites)
      if ((suite.lane ?? "typescript") === lane) rows.set(suite, await runSuite(suite, given));
  };
  await Promise.all([runLane("rust"), runLane("typescript")]);
  await runLane("alone");
  return suites.map((suite) => rows.get(suite));
}

async function runSuite({ title, run }, given) {
  const start = performance.now();
  let counts = { passed: 0, failed: 1, skipped: 0, failures: [] };
  try {
    await step(title, async () => {
      counts = await run(given);
      if (counts.failed > 0) throw new Failure(title);
    });
    if (counts.table) console.log(indent(counts.table));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    for (const name of counts.failures.slice(0, 30)) console.log(`      ${name}`);
    if (counts.log && existsSync(counts.log)) {
      console.log(indent(readFileSync(counts.log, "utf8").trimEnd().split("\n").slice(-40).join("\n")));
      console.log(`      The whole output is in ${counts.log}`);
    }
  }
  return { title, ...counts, time: seconds(start) };
}

/** Prints the table of suites and the last line, which programs read. */
function printCounts(rows, start) {
  const cells = rows.map(({ title, passed, failed, skipped, time }) =>
    [title, passed, failed, skipped, time].map(String),
  );
  const table = [["Suite", "passed", "failed", "skipped", "time"], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join("  ");
  console.log(`\n${table.map(line).join("\n")}\n\nAll in ${seconds(start)}.`);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}

function indent(text) {
  return text.replace(/^/gm, "      │ ");
}
