/** Size limits of files, functions, tests and of what a browser fetches. An exception needs a reason. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { codeOf, functionsOf, isTestFile, testLinesOf } from "./code-sizes.mjs";
import { filesBelow } from "./stamp.mjs";
import { ROOT } from "./step.mjs";

const FILE = { limit: 600 };
const FUNCTION = { median: 10, p90: 40, limit: 60 };
/** Least ratio of test lines to source lines. */
const TESTS = { core: 0.6, api: 0.6 };
/** Gzipped. */
const KB = 1000;
/**
 * The engine with the readers of all formats; the analysis of races and the debrief, which are fetched where there are several
 * recordings; and the polars.
 */
const WASM = { leebow: 495 * KB, leebow_races: 290 * KB, leebow_polars: 120 * KB };
/** Beside what the list has loaded. */
const MAP_ROUTE_MORE = 460 * KB;

/** Files and functions over their limit, each with its reason. */
const REASONS = {};

const SOURCES = [
  "core/engine/src",
  "core/simulator/src",
  "core/wasm/src",
  "core/wasm-races/src",
  "core/wasm-polars/src",
  "core/node/src",
  "core/cross-check/src",
  "core/node-extra/src",
  "core/js/src",
  "api/src",
  "cli/src",
  "web/src",
  "basemap/src",
  "scripts",
  "benchmark",
];
const TESTED = {
  core: [
    "core/engine",
    "core/simulator",
    "core/tests",
    "core/wasm",
    "core/wasm-races",
    "core/wasm-polars",
    "core/node",
    "core/cross-check",
    "core/node-extra",
    "core/js",
  ],
  api: ["api"],
};
const GENERATED = /^core\/js\/(src\/generated|wasm)\/|\.d\.ts$/;

const broken = [];
const demand = (ok, sentence) => ok || broken.push(sentence);

const sources = codeFiles(SOURCES).filter((file) => !isTestFile(file));
checkLengths(
  "files",
  sources.map((file) => ({ name: file, lines: codeOf(file).length })),
  FILE,
);
checkLengths("functions", sources.flatMap(functionsOf), FUNCTION);
for (const [name, share] of Object.entries(TESTS)) checkTests(name, share);
for (const [name, most] of Object.entries(WASM)) checkWasm(name, most);
checkRoutes();
checkReasons();

for (const sentence of broken) console.error(sentence);
console.log(broken.length ? `${broken.length} budgets are broken.` : "All sizes are within their budgets.");
process.exitCode = broken.length ? 1 : 0;

function checkLengths(what, items, { median = Infinity, p90 = Infinity, limit }) {
  const lengths = items.map(({ lines }) => lines).sort((a, b) => a - b);
  const at = (share) => lengths[Math.floor(share * (lengths.length - 1))] ?? 0;
  console.log(`${what}: ${items.length}, median ${at(0.5)} lines, p90 ${at(0.9)}, longest ${at(1)}`);
  demand(at(0.5) <= median, `The median of ${what} is ${at(0.5)} lines, allowed are ${median}.`);
  demand(at(0.9) <= p90, `One in ten ${what} is over ${at(0.9)} lines, allowed are ${p90}.`);
  for (const { name, lines } of items) {
    demand(
      lines <= limit || name in REASONS,
      `${name} has ${lines} lines, allowed are ${limit}: divide it, or give a reason.`,
    );
  }
}

function checkTests(name, share) {
  const files = codeFiles(TESTED[name]).filter((file) => !GENERATED.test(file) && !/\/examples\//.test(file));
  const all = files.reduce((sum, file) => sum + codeOf(file).length, 0);
  const tests = files.reduce((sum, file) => sum + testLinesOf(file), 0);
  const found = tests / (all - tests);
  console.log(`tests of ${name}: ${found.toFixed(2)} lines a line of source`);
  demand(found >= share, `${name} has ${found.toFixed(2)} lines of tests a line of source, wanted are ${share}.`);
}

function checkWasm(name, most) {
  const path = join(ROOT, `core/js/wasm/${name}_bg.wasm`);
  if (!existsSync(path)) return demand(false, `There is no ${name}_bg.wasm to weigh: run node scripts/build.mjs wasm.`);
  const size = gzipped(path);
  console.log(`WASM ${name}: ${kB(size)} gzipped`);
  demand(size <= most, `The WASM module ${name} is ${kB(size)} gzipped, allowed are ${kB(most)}.`);
}

/** JavaScript that a browser fetches for the sign-in page and the list, then for the page of a track. */
function checkRoutes() {
  const path = join(ROOT, "web/dist/.vite/manifest.json");
  if (!existsSync(path)) return demand(false, "There are no pages to weigh: run node scripts/build.mjs web.");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const list = chunksOf(manifest, ["index.html", "src/home/page.tsx"]);
  for (const page of ["people/sign-in/login-page", "home/page"]) {
    const size = weight(manifest, chunksOf(manifest, ["index.html", `src/${page}.tsx`]));
    // What counts is how long a person waits: `npm run bench:web`.
    console.log(`first route by ${page}: ${kB(size)} gzipped`);
  }
  const track = chunksOf(manifest, [...list, "src/replay/page.tsx", "src/map/replay-map.ts"]);
  const more = weight(manifest, track) - weight(manifest, list);
  console.log(`map route: ${kB(more)} gzipped more`);
  demand(more <= MAP_ROUTE_MORE, `The map route is ${kB(more)} gzipped more, allowed are ${kB(MAP_ROUTE_MORE)}.`);
}

/** These chunks and all that they import statically. */
function chunksOf(manifest, names) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    if (!manifest[name]) return demand(false, `web/dist has no chunk for ${name}: build the web again.`);
    found.add(name);
    manifest[name].imports?.forEach(visit);
  };
  names.forEach(visit);
  return found;
}

function weight(manifest, chunks) {
  const files = new Set([...chunks].map((name) => manifest[name].file).filter((file) => file.endsWith(".js")));
  return [...files].reduce((sum, file) => sum + gzipped(join(ROOT, "web/dist", file)), 0);
}

/** Exceptions that are no longer needed are errors. */
function checkReasons() {
  const long = new Set([
    ...sources.filter((file) => codeOf(file).length > FILE.limit),
    ...sources
      .flatMap(functionsOf)
      .filter(({ lines }) => lines > FUNCTION.limit)
      .map(({ name }) => name),
  ]);
  for (const name of Object.keys(REASONS)) demand(long.has(name), `${name} is within its limit: take its reason out.`);
}

function codeFiles(folders) {
  const files = filesBelow(folders).map((path) => relative(ROOT, path).split(sep).join("/"));
  return files.filter((file) => /\.(rs|ts|tsx|mjs)$/.test(file) && !GENERATED.test(file));
}

function gzipped(path) {
  return gzipSync(readFileSync(path), { level: 9 }).length;
}

function kB(bytes) {
  return `${Math.round(bytes / KB)} kB`;
}
