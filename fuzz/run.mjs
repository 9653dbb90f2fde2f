/**
 * `npm run fuzz` searches for files on which a reader fails.
 * `npm run fuzz -- gpx --seconds 600`, `-- csv --runs 1000000`, `-- fit --minimise` (the corpus found so far, into `fuzz/corpus`).
 * Without a target each runs in turn. Inputs are stored in `target/fuzz/corpus`, failures in `target/fuzz/found`.
 */
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main, openLog, ROOT, run, step } from "../scripts/step.mjs";
import { cargoEnv, cxx, rust } from "../scripts/tools.mjs";

const WORK = join(ROOT, "target", "fuzz");
/** Largest input by target, bytes (guess): small inputs run more often. */
const LONGEST = {
  decimal: 70,
  instant: 48,
  analyze: 2048,
  options: 4096,
  chunks: 1024,
  pieces: 512,
  races: 512,
  debrief: 512,
  polar: 2048,
  usual: 4096,
};
/** Flags of rustc for libFuzzer: edge counters and traced comparisons. */
const PASSES = ["level=4", "inline-8bit-counters", "pc-table", "trace-compares"];
const FLAGS = [
  "--cfg fuzzing",
  "-Cpasses=sancov-module",
  ...PASSES.map((pass) => `-Cllvm-args=-sanitizer-coverage-${pass}`),
];

await main(async () => {
  const { targets, runs, seconds, minimise } = wanted(process.argv.slice(2));
  await rust();
  await cxx();
  const program = await built();
  for (const target of targets)
    await (minimise ? minimised(program, target) : fuzzed(program, target, { runs, seconds }));
});

function wanted(args) {
  const options = { runs: { type: "string" }, seconds: { type: "string" }, minimise: { type: "boolean" } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const known = knownTargets();
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown) throw new Failure(`There is no target called "${unknown}"; there are ${known.join(", ")}.`);
  const seconds = values.seconds ?? (values.runs ? "0" : "60");
  return {
    targets: positionals.length ? positionals : known,
    runs: values.runs ?? "-1",
    seconds,
    minimise: values.minimise,
  };
}

function knownTargets() {
  const source = readFileSync(join(ROOT, "fuzz/src/targets.rs"), "utf8");
  return [...source.matchAll(/^ {4}\("(\w+)", /gm)].map(([, name]) => name);
}

/** Builds the instrumented fuzzer and its seeds. */
async function built() {
  const host = (await run("rustc", ["-vV"], { env: cargoEnv() })).stdout.match(/host: (\S+)/)[1];
  const remedy = "The fuzzer could not be compiled: read the compiler's messages; libFuzzer needs Linux or macOS.";
  await step("Build the fuzzer", () => {
    const env = { ...cargoEnv(), RUSTFLAGS: FLAGS.join(" "), CARGO_TARGET_DIR: WORK };
    return run("cargo", ["build", "--locked", "--release", "--target", host, "--bin", "fuzz"], {
      cwd: join(ROOT, "fuzz"),
      log: openLog("fuzz-build"),
      env,
      remedy,
    });
  });
  const program = join(WORK, host, "release", "fuzz");
  await run(program, [], {
    env: { LEEBOW_SEEDS: folder(join(WORK, "corpus")) },
    remedy: "The seeds could not be written.",
  });
  return program;
}

async function fuzzed(program, target, { runs, seconds }) {
  const found = join(WORK, "found");
  const folders = [folder(join(WORK, "corpus", target)), folder(join(ROOT, "fuzz/corpus", target))];
  folder(found);
  const length = LONGEST[target] ?? LONGEST.usual;
  const bounds = [
    `-runs=${runs}`,
    `-max_total_time=${seconds}`,
    `-max_len=${length}`,
    "-timeout=10",
    "-rss_limit_mb=1024",
  ];
  await step(target, async () => {
    const { code, log } = await fuzzer(program, target, [
      ...folders,
      ...bounds,
      `-artifact_prefix=${found}/${target}-`,
    ]);
    const output = readFileSync(log, "utf8");
    const input = /Test unit written to (.+)/.exec(output)?.[1];
    if (input) throw new Failure(`The ${target} reader fails on ${input}: the whole output is in ${log}.`);
    if (code !== 0) throw new Failure(`The fuzzer ended with an error: the whole output is in ${log}.`);
    return `${/Done (\d+) runs/.exec(output)?.[1]} runs, nothing found`;
  });
}

/** Minimises the corpus: the fewest inputs with the same coverage. */
async function minimised(program, target) {
  const corpus = join(ROOT, "fuzz/corpus", target);
  const fresh = join(WORK, "fresh", target);
  rmSync(fresh, { recursive: true, force: true });
  const from = [folder(fresh), folder(corpus), folder(join(WORK, "corpus", target))];
  await step(target, async () => {
    const { code, log } = await fuzzer(program, target, [
      "-merge=1",
      "-use_counters=0",
      `-max_len=${LONGEST[target] ?? LONGEST.usual}`,
      ...from,
    ]);
    if (code !== 0) throw new Failure(`The corpus could not be minimised: the whole output is in ${log}.`);
    rmSync(corpus, { recursive: true, force: true });
    const { code: moved } = await run("cp", ["-r", fresh, corpus]);
    if (moved !== 0) throw new Failure(`The corpus could not be copied to ${corpus}.`);
  });
}

function fuzzer(program, target, args) {
  const log = openLog(`fuzz-${target}`);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, LEEBOW_FUZZ: target },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => appendFileSync(log, chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, log }));
  });
}

function folder(path) {
  if (!existsSync(path)) mkdirSync(path, { recursive: true });
  return path;
}
