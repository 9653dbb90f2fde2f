/** The suites of `npm test`: what they need, how they run, how their tests are counted. */
import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ENGINES, TARGET_NAMES } from "./build.mjs";
import { cargoCounts, judged, playwrightCounts, verdict, vitestCounts } from "./counts.mjs";
import { freePort } from "./free-port.mjs";
import { MUTATION_SEED, MUTATIONS, mutationsChecked } from "./mutations.mjs";
import { filesBelow } from "./stamp.mjs";
import { openLog, ROOT, run } from "./step.mjs";
import { cargoTestEnv } from "./tools.mjs";

const ALL = TARGET_NAMES;

/**
 * In the order they run: what fails most often and takes least first. `lane`: the suites of "engine" run beside all others (its
 * last one, a part of the server's, makes the two equally long), those of "alone" after both, by themselves. `budget_min`:
 * minutes of processor time, on the machine of continuous integration (*measured*, rounded up); a suite that takes a third
 * more is a line of warning. `group` is a second name for `--only`. `on_request`: only with `--only` or `--with`.
 */
export const SUITES = [
  {
    name: "lint",
    budget_min: 0.2,
    title: "Format and lint of the TypeScript",
    run: () => command("lint", ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "--colors=off"]),
  },
  {
    name: "types",
    budget_min: 0.5,
    title: "TypeScript's types",
    builds: ENGINES,
    run: () => command("types", ["node_modules/typescript/bin/tsc"]),
  },
  { name: "checks", budget_min: 0.3, title: "Imports, sizes, the specification", builds: ALL, run: checks },
  {
    name: "web",
    budget_min: 1.5,
    title: "The screens' code, and the screens without a server",
    builds: ["wasm"],
    needs: ["chromium"],
    run: ({ chromium }) => vitest("web", "web", { CHROMIUM: chromium }),
  },
  { name: "basemap", budget_min: 0.1, title: "The basemap", run: () => vitest("basemap", "basemap") },
  {
    name: "api-postgres",
    budget_min: 7,
    group: "api",
    title: "The server on PostgreSQL",
    builds: ["native", "extra", "api"],
    needs: ["postgres", "s3"],
    run: ({ database_url, s3 }) =>
      vitest("api-postgres", "api", { DATABASE_URL: database_url, TEST_S3_SERVER: s3 ?? "" }),
  },
  {
    name: "e2e",
    budget_min: 6,
    title: "The screens in Chromium",
    builds: ALL,
    needs: ["chromium"],
    run: ({ chromium }) => playwright(chromium),
  },
  {
    name: "format",
    budget_min: 0.1,
    lane: "engine",
    group: "engine",
    title: "Rust's formatting",
    needs: ["rust-lints"],
    run: () => cargo("format", ["fmt", "--check"]),
  },
  {
    name: "engine",
    budget_min: 7,
    lane: "engine",
    title: "The engine and the simulator",
    needs: ["rust"],
    run: engine,
  },
  {
    name: "mutations-checked",
    budget_min: 0.5,
    lane: "engine",
    group: "mutations",
    title: `Mutated files, overflow checked, seed ${MUTATION_SEED}`,
    needs: ["rust"],
    run: () => mutationsChecked(MUTATIONS),
  },
  {
    name: "clippy",
    budget_min: 2.2,
    lane: "engine",
    group: "engine",
    title: "Rust's lints",
    needs: ["rust-lints"],
    run: clippy,
  },
  {
    name: "scripts",
    budget_min: 0.6,
    lane: "engine",
    title: "The two commands, and what is delivered",
    builds: ALL,
    run: () => vitest("scripts", "scripts"),
  },
  {
    name: "core",
    budget_min: 0.9,
    lane: "engine",
    title: "Both bindings",
    builds: ENGINES,
    run: () => vitest("core", "core/js"),
  },
  {
    name: "cli",
    budget_min: 0.9,
    lane: "engine",
    title: "The command line",
    builds: [...ENGINES, "cli"],
    run: () => vitest("cli", "cli"),
  },
  {
    name: "api",
    budget_min: 5.5,
    lane: "engine",
    title: "The server on PGlite, where it may differ",
    builds: ["native", "extra", "api"],
    needs: ["s3"],
    // api/test/databases.ts names the files.
    run: ({ s3 }) => vitest("api", "api", { DATABASE_URL: "", SERVER_TESTS: "embedded", TEST_S3_SERVER: s3 ?? "" }),
  },
  {
    name: "bench",
    budget_min: 3,
    lane: "alone",
    on_request: true,
    title: "Speed, as ratios to other readers",
    builds: ENGINES,
    needs: ["rust"],
    run: benchmark,
  },
];

/**
 * The suites with these names or groups; without words all of them but those that run on request, of which those named
 * in `more` are added.
 */
export function chosen(words, more = []) {
  const known = new Set(SUITES.flatMap(({ name, group }) => [name, group ?? name]));
  const unknown = [...words, ...more].find((word) => !known.has(word));
  if (unknown) return { unknown, known: [...known] };
  const isChosen = ({ name, group, on_request }) =>
    more.includes(name) || (words.length ? words.includes(name) || words.includes(group) : !on_request);
  return { suites: SUITES.filter(isChosen) };
}

const report = (name) => {
  const path = join(ROOT, "target", "reports", `${name}.json`);
  mkdirSync(join(path, ".."), { recursive: true });
  rmSync(path, { force: true });
  return path;
};

/** Runs a command that counts as one test. */
async function command(name, [script, ...args], env = {}) {
  const log = openLog(name);
  const { code } = await run(process.execPath, [join(ROOT, script), ...args], { log, env });
  return verdict(name, code, log);
}

async function cargo(name, args, env = {}) {
  const log = openLog(name);
  const { code } = await run("cargo", args, { log, env: { ...cargoTestEnv(), ...env } });
  return verdict(name, code, log);
}

function clippy() {
  return cargo("clippy", [
    "clippy",
    "--locked",
    "--workspace",
    "--all-targets",
    "--all-features",
    "--",
    "-D",
    "warnings",
  ]);
}

/** The unit tests of the engine: optimised a little, with overflow checks, with every feature. */
const UNIT_TESTS = ["-p", "leebow-engine", "--all-features", "--lib"];

/** With the profile and the packages of the engine for Node, so that cargo uses the engine compiled for it. */
const AS_FOR_NODE = ["--profile", "quick", "-p", "leebow-node", "-p", "leebow-simulator"];

/** The same for the second library, which has the other readers. */
const AS_FOR_EXTRA = ["--profile", "quick", "-p", "leebow-node-extra"];

/** All tests of the engine and the simulator. The mutations have a suite of their own. */
async function engine() {
  const log = openLog("engine");
  const test = (...what) => run("cargo", ["test", "--locked", "--no-fail-fast", ...what], { log, env: cargoTestEnv() });
  const units = await test(...UNIT_TESTS, "--", "--skip", "mutations::");
  const tests = await test(...AS_FOR_NODE, "-p", "leebow-tests", "--tests");
  const others = await test(...AS_FOR_EXTRA, "-p", "leebow-cross-check", "--lib");
  const docs = await test(...AS_FOR_NODE, "-p", "leebow-engine", "--doc");
  const code = units.code || tests.code || others.code || docs.code;
  const printed = [units, tests, others, docs].map(({ stdout }) => stdout).join("");
  return judged(cargoCounts(printed), code, "engine", log);
}

/** The tests of a folder, or those in the files whose paths contain a word. */
export async function vitest(name, folder, env = {}, words = []) {
  const log = openLog(name);
  const path = report(name);
  const args = [
    "run",
    ...words,
    "--root",
    join(ROOT, folder),
    "--exclude",
    "**/e2e/**",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${path}`,
  ];
  const bin = join(ROOT, "node_modules/vitest/vitest.mjs");
  const { code } = await run(process.execPath, [bin, ...args], {
    log,
    cwd: join(ROOT, folder),
    env: { NO_COLOR: "1", ...env },
  });
  return judged(vitestCounts(path), code, name, log);
}

const ATTEMPTS = ["--retries=1", "--max-failures=10"];

/**
 * The flows in Chromium: one that fails is tried once more, alone, after all others. Where ten fail twice, the
 * others are not tried again. `more` are further words of the command and variables of its environment.
 */
export async function playwright(chromium, name = "e2e", more = { words: [], env: {} }) {
  const log = openLog(name);
  const path = report(name);
  const port = String(await freePort(4390));
  const env = {
    CHROMIUM: chromium,
    LEEBOW_E2E_PORT: port,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
    NO_COLOR: "1",
    ...more.env,
  };
  const args = [
    join(ROOT, "node_modules/@playwright/test/cli.js"),
    "test",
    "--reporter=list,json",
    ...ATTEMPTS,
    ...more.words,
  ];
  const { code } = await run(process.execPath, args, { log, cwd: join(ROOT, "web"), env });
  return judged(playwrightCounts(path), code, name, log);
}

/** The quick benchmark is one test, which fails where a required ratio is missed by more than half. */
async function benchmark() {
  const log = openLog("bench-quick");
  const { code, stdout } = await run(process.execPath, [join(ROOT, "benches/run.mjs"), "--quick"], { log });
  return { ...verdict("bench", code, log), table: stdout.slice(stdout.lastIndexOf("\n\n") + 2).trimEnd() };
}

/** Each check script is one test. */
async function checks() {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const file of filesBelow(["scripts"]).filter((path) => /check-[\w-]+\.mjs$/.test(path))) {
    const counts = await command(/check-[\w-]+/.exec(file)[0], [relative(ROOT, file)]);
    for (const key of ["passed", "failed"]) total[key] += counts[key];
    total.failures.push(...counts.failures);
    total.log ??= counts.log;
  }
  return total;
}
