/**
 * `npm run soak`: the long runs that `npm test` has no time for; `npm run soak -- mutations-wasm` runs these alone.
 * The last line is `N passed, N failed`.
 */

import { generatedClients } from "../api/test/clients/generated.mjs";
import { outsideClient } from "../api/test/clients/schemathesis.mjs";
import { bootstrap } from "./bootstrap.mjs";
import { build, QUICK_FOR_TESTS, TARGET_NAMES } from "./build.mjs";
import { MUTATION_SEED, mutationsChecked, mutationsInWasm, mutationsOptimised } from "./mutations.mjs";
import { startCluster } from "./postgres-cluster.mjs";
import { Failure, main, step } from "./step.mjs";
import { playwright, vitest } from "./suites.mjs";
import { wasmPack } from "./tools.mjs";

/** Mutations a format. */
const MUTATIONS = 1e6;

/** On the embedded database. */
const FUZZED_REQUESTS = 10_000;
const FUZZED = { DATABASE_URL: "", FUZZED_REQUESTS: String(FUZZED_REQUESTS), FUZZ_SEED: String(MUTATION_SEED) };

/** Kills while recordings are uploaded, and as many while they are analysed. */
const KILLS = process.env.CHAOS_KILLS || "200";
const CHAOS = ["machines", "killed-worker", "database-away", "uploads"].map((name) => `test/${name}.test.ts`);

/** Every long run by its name: title, tools, what is built for it, and a function of the tools that gives its counts. */
const LONG_RUNS = {
  mutations: {
    title: `A million mutated files a format, optimised, seed ${MUTATION_SEED}`,
    needs: ["rust"],
    builds: ["native"],
    run: () => mutationsOptimised(MUTATIONS),
  },
  "mutations-checked": {
    title: `A million mutated files a format, overflow checked, seed ${MUTATION_SEED}`,
    needs: ["rust"],
    run: () => mutationsChecked(MUTATIONS),
  },
  "mutations-wasm": {
    title: `A million mutated files a format in WASM, seed ${MUTATION_SEED}`,
    builds: ["wasm"],
    run: () => mutationsInWasm(MUTATIONS),
  },
  requests: {
    title: `${FUZZED_REQUESTS} fuzzed requests, seed ${MUTATION_SEED}`,
    builds: ["native"],
    run: () => vitest("requests", "api", FUZZED, ["fuzzed-requests"]),
  },
  embedded: {
    title: "The tests of the server that npm test runs on PostgreSQL alone, on the embedded database",
    needs: ["s3"],
    builds: ["native", "api"],
    run: ({ s3 = "" }) =>
      vitest("embedded", "api", { DATABASE_URL: "", SERVER_TESTS: "embedded-rest", TEST_S3_SERVER: s3 }),
  },
  contract: {
    title: "Every call of the API, by a client that others wrote",
    builds: ["native", "api"],
    run: () => outsideClient(),
  },
  clients: {
    title: "Clients of two public generators, each of which uploads a recording",
    builds: ["native", "api"],
    run: generatedClients,
  },
  release: {
    title: "The packages of a release, installed by npm",
    builds: TARGET_NAMES,
    run: () => vitest("release", "scripts", { INSTALL_SERVER: "1" }, ["release"]),
  },
  "wasm-pack": {
    title: "wasm-pack, compiled here where it cannot be fetched, makes the same bytes as wasm-bindgen alone",
    needs: ["rust"],
    run: async () => {
      await wasmPack({ compile: true });
      return vitest("wasm-pack", "scripts", {}, ["wasm-pack"]);
    },
  },
  million: {
    title: "Lists and reports among a million tracks",
    needs: ["postgres"],
    builds: ["native"],
    run: onCluster(({ url }) =>
      vitest("million", "api", { DATABASE_URL: url, GENERATED_TRACKS: "1000000" }, ["million"]),
    ),
  },
  start: {
    title: "A start with 100,000 tracks and files, on PostgreSQL",
    needs: ["postgres"],
    builds: ["native", "api"],
    run: onCluster(({ url }) => largeStart(url)),
  },
  "start-embedded": {
    title: "The same on the embedded database",
    builds: ["native", "api"],
    run: () => largeStart(""),
  },
  recordings: {
    title: "Real recordings uploaded, analysed and opened in Chromium, and the cost of a frame of their replay",
    needs: ["chromium"],
    builds: ["native", "wasm", "web", "api", "cli"],
    run: ({ chromium }) =>
      playwright(chromium, "recordings", {
        words: ["--project=long", "--project=measured"],
        env: { LEEBOW_LONG_FLOWS: "1" },
      }),
  },
  season: {
    title: "A season of 10,000 sessions of an hour as tables, killed once",
    builds: ["native", "extra", "cli"],
    run: () => vitest("season", "cli", { SEASON_SESSIONS: "10000" }, ["large-season"]),
  },
  chaos: {
    title:
      "A server of five processes, each killed again and again; PostgreSQL away for 30 s; a thousand half-open uploads",
    needs: ["postgres", "s3"],
    builds: ["native", "api"],
    run: onCluster(({ url, data }, { postgres, s3 = "" }) => {
      const faults = { CHAOS_KILLS: KILLS, KILL_EVERY_ATTEMPT: "1", DATABASE_AWAY_MS: "30000", HALF_UPLOADS: "1000" };
      const tools = { DATABASE_URL: url, POSTGRES_BIN: postgres, POSTGRES_DATA: data, TEST_S3_SERVER: s3 };
      // One after the other: the first stops the database.
      return vitest("chaos", "api", { ...faults, ...tools }, [...CHAOS, "--no-file-parallelism"]);
    }),
  },
};

const largeStart = (url) => vitest("start", "api", { DATABASE_URL: url, STORED_TRACKS: "100000" }, ["large-start"]);

/** A run with a temporary cluster of PostgreSQL. */
function onCluster(run) {
  return async (found) => {
    const cluster = await startCluster(found.postgres);
    try {
      return await run(cluster, found);
    } finally {
      cluster.stop();
    }
  };
}

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in LONG_RUNS));
  if (unknown)
    throw new Failure(`There is no long run called "${unknown}"; there are ${Object.keys(LONG_RUNS).join(", ")}.`);
  const runs = (names.length ? names : Object.keys(LONG_RUNS)).map((name) => LONG_RUNS[name]);
  const all = (key) => [...new Set(runs.flatMap((long) => long[key] ?? []))];
  const builds = all("builds");
  const found = await bootstrap([...new Set([...all("needs"), ...(builds.length > 0 ? ["rust"] : [])])]);
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
