/** Sizes with ceilings: lines of code and of files, constants, words of documents (`--lower` lowers them); and what a browser fetches. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { aboveCeilings, conclude } from "./ceilings.mjs";
import { codeFiles, codeOf, isTest } from "./import-graph.mjs";
import { ROOT } from "./step.mjs";

const LINES_OF_FILE = 600;
/** Folders and endings of what is counted together. */
const LINES = {
  engine: [["core/engine/src"], /\.rs$/],
  "simulator and programs that measure": [["core/simulator/src", "core/tests/examples"], /\.rs$/],
  bindings: [
    ["wasm", "wasm-races", "wasm-polars", "node", "cross-check", "node-extra"].map((name) => `core/${name}/src`),
    /\.rs$/,
  ],
  "core/js": [["core/js/src"], /\.ts$/],
  server: [["api/src"], /\.ts$/],
  screens: [["web/src"], /\.tsx?$/],
  "style sheets": [["web/src"], /\.css$/],
  terminal: [["cli/src"], /\.ts$/],
  scripts: [["scripts"], /\.mjs$/],
};
const DOCUMENTS = "README.md ARCHITECTURE.md DESIGN.md docs api cli core fixtures fuzz scripts web".split(" ");
/** Written by programs. */
const GENERATED_DOCUMENTS = /^(docs\/truth-table|fixtures\/bad\/expected)\.md$/;
const CONSTANT = /^\s*(?:pub(?:\([^)]+\))? )?const [A-Z]\w*: (?:\[+|\()?(?:f32|f64|[iu]\d+|[iu]size)\b/gm;
/**
 * What a browser fetches, kB gzipped, at most: the engine, its modules for races with the debrief and for polars, and the
 * JavaScript of the page of a track beside that of the list.
 */
const REQUIRED_KB = { leebow: 495, leebow_races: 290, leebow_polars: 120, "page of a track": 460 };

const problems = [];
const linesOf = (file) => codeOf(file).trimEnd().split("\n").length;
const isCounted = (file) => !isTest(file) || file.includes("/examples/");
const sum = (values) => values.reduce((total, value) => total + value, 0);
const filesOf = ([folders, ending]) => codeFiles(folders, ending).filter(isCounted);

for (const file of Object.values(LINES).flatMap(filesOf))
  if (linesOf(file) > LINES_OF_FILE) problems.push(`${file} has ${linesOf(file)} lines, allowed are ${LINES_OF_FILE}.`);
const lines = Object.entries(LINES).map(([name, what]) => [`${name}: lines`, sum(filesOf(what).map(linesOf))]);
const constants = sum(filesOf(LINES.engine).map((file) => codeOf(file).match(CONSTANT)?.length ?? 0));
const words = (files) => sum(files.map((file) => readFileSync(join(ROOT, file), "utf8").trim().split(/\s+/).length));
const documents = codeFiles(DOCUMENTS, /\.md$/).filter((file) => !GENERATED_DOCUMENTS.test(file));
const measured = {
  ...Object.fromEntries(lines),
  "engine: numeric constants": constants,
  "documents: words": words(documents),
  "ARCHITECTURE.md: words": words(["ARCHITECTURE.md"]),
};
for (const [name, most] of Object.entries(REQUIRED_KB)) {
  const size = name.startsWith("leebow") ? gzipped(`core/js/wasm/${name}_bg.wasm`, "wasm") : pageOfTrack();
  console.log(`${name}: ${size} kB gzipped of ${most}`);
  if (size > most) problems.push(`${name} is ${size} kB gzipped, allowed are ${most}.`);
}
problems.push(...aboveCeilings(measured));
conclude(problems, "All sizes are within their ceilings.");

function gzipped(path, target) {
  if (existsSync(join(ROOT, path)))
    return Math.ceil(gzipSync(readFileSync(join(ROOT, path)), { level: 9 }).length / 1000);
  problems.push(`There is no ${path} to weigh: run node scripts/build.mjs ${target}.`);
  return 0;
}

/** JavaScript that a browser fetches for the page of a track beside that of the sign-in page and the list. */
function pageOfTrack() {
  const path = join(ROOT, "web/dist/.vite/manifest.json");
  if (!existsSync(path)) return gzipped("web/dist/.vite/manifest.json", "web");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const list = ["index.html", pageAt("/home")];
  const weight = (names) => {
    const files = new Set([...chunksOf(manifest, names)].map((name) => manifest[name].file));
    return sum([...files].filter((file) => file.endsWith(".js")).map((file) => gzipped(`web/dist/${file}`, "web")));
  };
  return weight([...list, pageAt("/tracks/:track_id"), "src/map/replay-map.ts"]) - weight(list);
}

/** The page of an address, by the routes. */
function pageAt(address) {
  const route = codeOf("web/src/app/routes.tsx").split(`path: "${address}"`)[1];
  return `src/${/import\("\.\.\/([^"]+)"\)/.exec(route)[1]}.tsx`;
}

/** These chunks and all that they import statically. */
function chunksOf(manifest, names) {
  const found = new Set(names);
  for (const name of found) {
    if (manifest[name]) for (const each of manifest[name].imports ?? []) found.add(each);
    else throw new Error(`web/dist has no chunk for ${name}: build the web again.`);
  }
  return found;
}
