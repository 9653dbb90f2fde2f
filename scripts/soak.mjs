/**
 * `npm run soak`: the long runs that `npm test` has no time for; `npm run soak -- mutations-wasm` runs these alone.
 * The last line is `N passed, N failed`.
 */
import { bootstrap } from "./bootstrap.mjs";
import { build, QUICK_FOR_TESTS, TARGET_NAMES } from "./build.mjs";
import { chaos } from "./chaos.mjs";
import { generatedClients } from "./generated-clients.mjs";
import { MUTATION_SEED, mutationsChecked, mutationsInWasm, mutationsOptimised } from "./mutations.mjs";
import { outsideClient } from "./outside-client.mjs";
import { startCluster } from "./postgres-cluster.mjs";
import { Failure, main, step } from "./step.mjs";
import { playwright, vitest } from "./suites.mjs";
import { wasmPack } from "./tools.mjs";

/** Mutations a format. */
const MUTATIONS = 1e6;

/** On the embedded database. */
const FUZZED_REQUESTS = 10_000;
const FUZZED = { DATABASE_URL: "", FUZZED_REQUESTS: String(FUZZED_REQUESTS), FUZZ_SEED: String(MUTATION_SEED) };

/** Every long run: its name, the tools it needs, what is built for it, and a function that gives its counts. */
const LONG_RUNS = [
  {
    name: "mutations",
    title: `A million mutated files a format, optimised, seed ${MUTATION_SEED}`,
    needs: ["rust"],
    builds: ["native"],
    run: () => mutationsOptimised(MUTATIONS),
  },
  {
    name: "mutations-checked",
    title: `A million mutated files a format, overflow checked, seed ${MUTATION_SEED}`,
    needs: ["rust"],
    builds: [],
    run: () => mutationsChecked(MUTATIONS),
  },
  {
    name: "mutations-wasm",
    title: `A million mutated files a format in WASM, seed ${MUTATION_SEED}`,
    needs: ["rust"],
    builds: ["wasm"],
    run: () => mutationsInWasm(MUTATIONS),
  },
  {
    name: "requests",
    title: `${FUZZED_REQUESTS} fuzzed requests, seed ${MUTATION_SEED}`,
    needs: ["rust"],
    builds: ["native"],
    run: () => vitest("requests", "api", FUZZED, ["fuzzed-requests"]),
  },
  {
    name: "embedded",
    title: "The tests of the server that npm test runs on PostgreSQL alone, on the embedded database",
    needs: ["rust", "s3"],
    builds: ["native", "api"],
    run: ({ s3 }) =>
      vitest("embedded", "api", { DATABASE_URL: "", SERVER_TESTS: "embedded-rest", TEST_S3_SERVER: s3 ?? "" }),
  },
  {
    name: "contract",
    title: "Every call of the API, by a client that others wrote",
    needs: ["rust"],
    builds: ["native", "api"],
    run: () => outsideClient(),
  },
  {
    name: "clients",
    title: "Clients of two public generators, each of which uploads a recording",
    needs: ["rust"],
    builds: ["native", "api"],
    run: () => generatedClients(),
  },
  {
    name: "release",
    title: "The packages of a release, installed by npm",
    needs: ["rust"],
    builds: TARGET_NAMES,
    run: () => vitest("release", "scripts", { INSTALL_SERVER: "1" }, ["release"]),
  },
  {
    name: "wasm-pack",
    title: "wasm-pack, compiled here where it cannot be fetched, makes the same bytes as wasm-bindgen alone",
    needs: ["rust"],
    builds: [],
    run: async () => {
      await wasmPack({ compile: true });
      return vitest("wasm-pack", "scripts", {}, ["wasm-pack"]);
    },
  },
  {
    name: "million",
    title: "Lists and reports among a million tracks",
    needs: ["rust", "postgres"],
    builds: ["native"],
    run: million,
  },
  {
    name: "start",
    title: "A start with 100,000 tracks and files, on the embedded database and on PostgreSQL",
    needs: ["rust", "postgres"],
    builds: ["native", "api"],
    run: largeStart,
  },
  {
    name: "recordings",
    title: "Real recordings uploaded, analysed and opened in Chromium, and the cost of a frame of their replay",
    needs: ["rust", "chromium"],
    builds: ["native", "wasm", "web", "api", "cli"],
    run: ({ chromium }) =>
      playwright(chromium, "recordings", {
        words: ["--project=long", "--project=measured"],
        env: { LEEBOW_LONG_FLOWS: "1" },
      }),
  },
  {
    name: "season",
    title: "A season of 10,000 sessions of an hour as tables, killed once",
    needs: ["rust"],
    builds: ["native", "extra", "cli"],
    run: () => vitest("season", "cli", { SEASON_SESSIONS: "10000" }, ["large-season"]),
  },
  {
    name: "chaos",
    title: "A server of five processes, each killed again and again",
    needs: ["rust", "postgres", "s3"],
    builds: ["native", "api"],
    run: chaos,
  },
];

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !LONG_RUNS.some((known) => known.name === name));
  if (unknown) {
    const known = LONG_RUNS.map(({ name }) => name).join(", ");
    throw new Failure(`There is no long run called "${unknown}"; there are ${known}.`);
  }
  const runs = names.length ? LONG_RUNS.filter(({ name }) => names.includes(name)) : LONG_RUNS;
  const found = await bootstrap([...new Set(runs.flatMap(({ needs }) => needs))]);
  const builds = [...new Set(runs.flatMap((long) => long.builds))];
  if (builds.length > 0) await build(builds, { quick: QUICK_FOR_TESTS });
  const total = { passed: 0, failed: 0 };
  for (const long of runs) {
    const { passed, failed } = await runLong(long, found);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0) process.exitCode = 1;
});

async function million({ postgres }) {
  const cluster = await startCluster(postgres);
  try {
    const env = { DATABASE_URL: cluster.url, GENERATED_TRACKS: "1000000" };
    return await vitest("million", "api", env, ["million"]);
  } finally {
    cluster.stop();
  }
}

async function largeStart({ postgres }) {
  const cluster = await startCluster(postgres);
  const run = (url) => vitest("start", "api", { DATABASE_URL: url, STORED_TRACKS: "100000" }, ["large-start"]);
  try {
    const [embedded, other] = [await run(""), await run(cluster.url)];
    const both = { ...other };
    for (const count of ["passed", "failed"]) both[count] += embedded[count];
    both.failures = [...embedded.failures, ...other.failures];
    return both;
  } finally {
    cluster.stop();
  }
}

async function runLong({ title, run }, found) {
  let counts = { passed: 0, failed: 1, failures: [] };
  try {
    await step(title, async () => {
      counts = await run(found);
      if (counts.failed > 0) throw new Failure(title);
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    for (const failure of counts.failures) console.log(`      ${failure}`);
    if (counts.log) console.log(`      The whole output is in ${counts.log}`);
  }
  return counts;
}
