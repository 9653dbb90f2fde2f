/** The permitted imports (ARCHITECTURE.md, invariants 1 and 2). Any other import is an error. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { codeOf } from "./code-sizes.mjs";
import { folderCircles } from "./folder-circles.mjs";
import { filesBelow } from "./stamp.mjs";
import { ROOT } from "./step.mjs";

const GROUND = ["error", "damage", "units", "angle", "calendar"];
const BASE = [...GROUND, "geo", "channel", "track", "config", "stats"];
const MOVED = [...BASE, "clean", "motion"];
const SAILED = [...MOVED, "wind", "segment", "maneuver"];

/** The engine's modules, and the modules each may import. */
const MODULES = {
  error: [],
  damage: [],
  units: [],
  angle: [],
  calendar: [],
  // Functions of number slices.
  stats: [],
  geo: GROUND,
  channel: GROUND,
  config: GROUND,
  track: [...GROUND, "geo"],
  read: BASE,
  clean: BASE,
  motion: [...BASE, "clean"],
  parts: MOVED,
  wind: MOVED,
  segment: [...MOVED, "wind"],
  maneuver: [...MOVED, "wind", "segment"],
  report: SAILED,
  // Kinds and times of segments only.
  corrections: [...GROUND, "segment"],
  // Records have the gates of the summary's best speed.
  records: [...SAILED, "report"],
  // Statistics over the results of many sessions, without tracks; of maneuvers the bases of their losses.
  dashboard: [...GROUND, "config", "stats", "segment", "maneuver"],
  fleet: SAILED,
  // Columns and turns as the caller gives them: stored results are enough.
  race: [...BASE, "segment"],
  // Results as the caller gives them, as for races.
  debrief: [...BASE, "segment", "race", "dashboard"],
  polar: [...BASE, "segment", "debrief"],
  // Assembles an analysis into the types of the boundary.
  pipeline: [
    ...SAILED,
    "parts",
    "read",
    "report",
    "records",
    "corrections",
    "dashboard",
    "fleet",
    "race",
    "debrief",
    "polar",
    "api",
  ],
  api: [
    ...SAILED,
    "parts",
    "read",
    "report",
    "records",
    "corrections",
    "dashboard",
    "fleet",
    "race",
    "debrief",
    "polar",
    "pipeline",
  ],
  // Writes recordings in other formats.
  write: [...BASE, "read"],
  // Types alone.
  verdict: ["track"],
};

/** Modules of the engine that only its tests have. */
const OF_TESTS = ["random", "samples"];

/** The modules of the engine that the simulator may import. Its truth has the kinds of segments, and nothing is analysed. */
const SIMULATOR = [...BASE, "segment"];

/** Our crates, and the paths of those that each may depend on. */
const CRATES = {
  "core/engine": [],
  "core/simulator": ["../engine"],
  "core/tests": ["../engine", "../simulator"],
  "core/wasm": ["../engine"],
  "core/wasm-races": ["../engine"],
  "core/wasm-polars": ["../engine"],
  "core/node": ["../engine", "../simulator"],
  "core/cross-check": ["../engine"],
  "core/node-extra": ["../cross-check", "../engine"],
};

/** Our packages, and those of ours that each may import. Tests may import fixtures and the coast, too. */
const PACKAGES = {
  "core/js": ["@leebow/core/native"],
  basemap: [],
  fixtures: [],
  api: [
    "@leebow/core",
    "@leebow/core/node",
    "@leebow/core/tables",
    "@leebow/basemap",
    "@leebow/basemap/coast.bin",
    "@leebow/api/places.bin",
  ],
  cli: ["@leebow/core", "@leebow/core/node", "@leebow/core/tables"],
  web: [
    "@leebow/core",
    "@leebow/core/channels",
    "@leebow/core/boat-class-names",
    "@leebow/core/web",
    "@leebow/core/units",
    "@leebow/core/arrow",
    "@leebow/core/document",
    "@leebow/api/contract",
    "@leebow/basemap",
    "@leebow/basemap/coast.bin",
  ],
};

const FOR_TESTS = ["@leebow/fixtures", "@leebow/basemap"];

/**
 * Inside a package: which files (`from`) may import these files (`to`); both are tested against paths below the root.
 * `sameFolder`: files in the folder that `to` matched may import each other.
 */
const INSIDE = [
  {
    to: /^core\/js\/src\/generated\//,
    from: /^core\/js\/src\/(index\.ts|generated\/)/,
    why: "generated types have one import site, index.ts",
  },
  {
    to: /^core\/js\/wasm\//,
    from: /^core\/js\/src\/(raw-web|races-web|load-wasm|load-wasm-node)\.ts$/,
    why: "the WASM modules are loaded by load-wasm.ts, in Node by load-wasm-node.ts, for raw-web.ts and races-web.ts alone",
  },
  {
    to: /^core\/js\/native\//,
    from: /^core\/js\/src\/raw-node\.ts$/,
    why: "the native addon has one import site, raw-node.ts",
  },
  {
    to: /^web\/src\/(?:[\w-]+\/)+(?:[\w-]+-)?page\.tsx$/,
    from: /^web\/src\/app\//,
    why: "a page is imported by the routes alone",
  },
  {
    to: /^web\/src\/(?!(session|playback|map|format)\/)/,
    from: /^(?!web\/src\/session\/)/,
    why: "the session imports the playback, geometry of the map and formats alone",
  },
  { to: /^api\/src\/[^/]+\/routes\.ts$/, from: /^api\/src\/http\//, why: "no resource imports another's routes" },
  {
    to: /^api\/src\/demo\//,
    from: /^api\/src\/(demo\/|http\/|commands\/|database\/schema\.ts|(main|contract|open-providers)\.ts$)/,
    why: "no resource imports the demo or an embedded provider",
  },
];

/** The rooms of the screens: each imports those before it alone. */
const ROOMS = [
  ...["look", "server", "format", "ui", "help", "playback", "map", "chart", "engine"],
  ...["tracks", "session", "corrections", "people", "journal", "wind-log", "analysis", "replay", "race"],
  ...["season", "home", "upload", "analyze", "app"],
];

/** The most files of a page, with all that it imports, now or later. Lowered when it can be; raised with a reason in DESIGN.md. */
const PAGES = { "replay/page.tsx": 185, "race/replay/page.tsx": 210, "analyze/page.tsx": 265 };

/** Renderers and the session they draw import no framework; valtio/vanilla does not import React. */
const FRAMEWORKS = /^(react|react-dom|react-router-dom|valtio(?!\/vanilla)|@base-ui\/react)(\/|$)/;
const RENDERERS = /^web\/src\/(playback|map|session)\//;

const broken = [...rustCrates(), ...rustModules(), ...simulator(), ...typescript(), ...foldersOfScreens()];
for (const line of broken) console.error(line);
console.log(
  broken.length ? `${broken.length} imports that ARCHITECTURE.md does not allow.` : "All imports are permitted.",
);
process.exitCode = broken.length ? 1 : 0;

function rustCrates() {
  return Object.entries(CRATES).flatMap(([folder, allowed]) => {
    const manifest = read(`${folder}/Cargo.toml`);
    const paths = [...manifest.matchAll(/\{ path = "(.+?)"/g)].map(([, path]) => path);
    return paths
      .filter((path) => !allowed.includes(path))
      .map((path) => `${folder}/Cargo.toml: depends on ${path}, which scripts/check-imports.mjs does not list`);
  });
}

function rustModules() {
  const found = [];
  for (const file of filesBelow(["core/engine/src"]).map(below)) {
    const module = file.split("/")[3].replace(/\.rs$/, "");
    if (module === "lib") continue;
    const allowed = MODULES[module];
    if (!allowed) found.push(`${file}: the module ${module} is not listed in scripts/check-imports.mjs`);
    for (const used of usedModules(file)) {
      if (OF_TESTS.includes(used)) continue;
      if (used !== module && allowed && !allowed.includes(used)) found.push(`${file}: ${module} may not use ${used}`);
    }
  }
  return found;
}

/** Modules of the engine that the simulator names, and may not. */
function simulator() {
  return filesBelow(["core/simulator/src"])
    .map(below)
    .flatMap((file) => {
      const used = modulesAfter(/\bleebow_engine::(?:(\w+)|\{([^;]*?)\})/g, file);
      const wrong = [...used].filter((name) => !SIMULATOR.includes(name));
      return wrong.map((name) => `${file}: the simulator may not use ${name} of the engine`);
    });
}

/** Modules of the crate that a file names outside of its tests and comments. */
function usedModules(file) {
  const isRoot = file.split("/").length === 4 || (file.endsWith("/mod.rs") && file.split("/").length === 5);
  const paths = isRoot ? /\b(?:crate|(?<!super::)super)::(?:(\w+)|\{([^;]*?)\})/g : /\bcrate::(?:(\w+)|\{([^;]*?)\})/g;
  return modulesAfter(paths, file);
}

/** The names, or the first ones inside braces, that follow these paths outside of the tests and comments of a file. */
function modulesAfter(paths, file) {
  const code = codeOf(file)
    .join("\n")
    .replace(/\/\/.*$/gm, "");
  const used = new Set();
  for (const [, name, group] of code.matchAll(paths)) {
    for (const each of name ? [name] : topNames(group)) if (/^[a-z]/.test(each)) used.add(each);
  }
  return used;
}

/** The first names inside `{a::b, c::{d, e}}`. */
function topNames(group) {
  let flat = group;
  while (/\{[^{}]*\}/.test(flat)) flat = flat.replace(/\{[^{}]*\}/g, "");
  return flat.split(",").map((part) => part.trim().split("::")[0]);
}

function typescript() {
  return Object.entries(PACKAGES).flatMap(([folder, allowed]) => {
    const files = filesBelow([folder], (path) => path.startsWith("core/js/wasm")).map(below);
    return files.filter((file) => /\.(ts|tsx|mts)$/.test(file)).flatMap((file) => wrongImports(folder, allowed, file));
  });
}

function wrongImports(folder, allowed, file) {
  const isTest = /(^|\/)(test|e2e)\/|\.(test|access)\.tsx?$|\.config\.ts$/.test(file);
  const found = [];
  for (const name of importedNames(read(file))) {
    if (name.startsWith("@leebow/")) {
      const ok = allowed.includes(name) || (isTest && FOR_TESTS.includes(name));
      if (!ok) found.push(`${file}: ${folder} may not import ${name}`);
    } else if (name.startsWith(".")) {
      const to = below(resolve(ROOT, dirname(file), name));
      if (!to.startsWith(`${folder}/`) && !isTest) found.push(`${file}: ${name} leads out of ${folder}`);
      const rule = isTest ? undefined : INSIDE.find((each) => isRefused(each, file, asFile(to)));
      if (rule) found.push(`${file}: ${name}: ${rule.why}`);
    } else if (RENDERERS.test(file) && FRAMEWORKS.test(name)) {
      found.push(`${file}: renderers and the session know no framework, ${name} is one`);
    }
  }
  return found;
}

/**
 * Circles between folders of the screens, imports of a room from a later one, and pages of too many files; imports of types
 * count, too.
 */
function foldersOfScreens() {
  const files = filesBelow(["web/src"]).map(below);
  const imports = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      importedNames(read(file))
        .filter((name) => name.startsWith("."))
        .map((name) => [file, asFile(below(resolve(ROOT, dirname(file), name)))]),
    );
  const roomOf = (file) => /^web\/src\/([\w-]+)\//.exec(file)?.[1];
  const found = folderCircles(imports);
  for (const [from, to] of imports) {
    const [own, other] = [roomOf(from), roomOf(to)].map((room) => room && ROOMS.indexOf(room));
    if (own === -1) found.push(`${from} is in no room that scripts/check-imports.mjs lists`);
    else if (own < other) found.push(`${from} imports ${to}, of a later room`);
  }
  for (const [page, most] of Object.entries(PAGES)) {
    const count = reached(imports, `web/src/${page}`);
    console.log(`${page}: ${count} files`);
    if (count > most) found.push(`web/src/${page} has ${count} files, allowed are ${most}`);
  }
  return found;
}

/** Number of the modules that a module imports, itself among them. */
function reached(imports, page) {
  const files = new Set([page]);
  for (const file of files) for (const [from, to] of imports) if (from === file && /\.tsx?$/.test(to)) files.add(to);
  return files.size;
}

function isRefused({ from, to, sameFolder }, file, imported) {
  const match = imported.match(to);
  return match !== null && !from.test(file) && !(sameFolder && file.startsWith(match[0]));
}

function importedNames(text) {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  return [...code.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)"([^"]+)"/g)].map(([, name]) => name.split("?")[0]);
}

/** The file of an import without an extension. */
function asFile(path) {
  const ending = [".ts", ".tsx"].find((each) => existsSync(join(ROOT, path + each)));
  const isFolder = existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isDirectory();
  return ending ? path + ending : isFolder ? `${path}/index.ts` : path;
}

function below(path) {
  return relative(ROOT, path).split(sep).join("/");
}

function read(path) {
  return readFileSync(join(ROOT, path), "utf8");
}
