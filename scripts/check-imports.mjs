/**
 * Imports between folders: the rules of ARCHITECTURE.md (invariants 1 and 2), and figures with ceilings: circles of folders,
 * exports that one other file uses, files that a page reaches. `--circles server` lists the circles of a program, `--lower`
 * lowers the ceilings. That packages are declared is checked by Biome.
 */
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { aboveCeilings, conclude } from "./ceilings.mjs";
import { circlesOf, codeFiles, exportsOf, importsOf, isTest, moduleOf, rustImportsOf } from "./import-graph.mjs";

/** Files `from` import no `to`, with `sameFolder` but that of their own. Both are paths below the root, or names of packages. */
const RULES = [
  {
    from: /^core\/engine\/src\/(?!read|write|pipeline|api)/,
    to: /^core\/engine\/src\/read\//,
    why: "analysis knows no format",
  },
  {
    from: /^core\/engine\/src\/read/,
    to: /^core\/engine\/src\/(?!read|error|damage|units|angle|calendar|geo|channel|track|config|stats)/,
    why: "readers do not analyse",
  },
  {
    from: /^core\/engine\/src\/(?!write)/,
    to: /^core\/engine\/src\/write\//,
    why: "nothing in the engine writes files",
  },
  {
    from: /^core\/simulator\//,
    to: /^core\/engine\/src\/(?!error|damage|units|angle|calendar|geo|channel|track|config|stats|segment)/,
    why: "the truth of a simulated session is computed without the engine",
  },
  {
    from: /^core\/js\/src\/(?!core\.ts|generated\/)/,
    to: /^core\/js\/src\/generated\//,
    why: "generated types are imported by core.ts",
  },
  {
    from: /^core\/js\/src\/(?!(raw-web|races-web|load-wasm|load-wasm-node)\.ts)/,
    to: /^core\/js\/wasm\//,
    why: "the WASM modules are loaded by load-wasm.ts and load-wasm-node.ts",
  },
  {
    from: /^core\/js\/src\/(?!raw-node\.ts)/,
    to: /^core\/js\/native\//,
    why: "the native addon is loaded by raw-node.ts",
  },
  { from: /^api\/src\/platform\//, to: /^api\/src\/(access|resources|app)\//, why: "the platform knows no resource" },
  { from: /^api\/src\/access\//, to: /^api\/src\/(resources|app)\//, why: "resources are above access" },
  {
    from: /^api\/src\/resources\//,
    to: /^api\/src\/app\//,
    why: "the one room that knows all resources is above them",
  },
  {
    from: /^api\/src\/(?!app\/)/,
    to: /^api\/src\/(?:[\w-]+\/)+(?:routes|handlers)\.ts$/,
    sameFolder: true,
    why: "no resource imports another's calls",
  },
  {
    from: /^api\/src\/(?!(?:resources\/)?demo\/|app\/|main\.ts)/,
    to: /^api\/src\/(?:resources\/)?demo\//,
    why: "no resource imports the demo or an embedded provider",
  },
  {
    from: /^web\/src\/(?!app\/)/,
    to: /^web\/src\/(?:[\w-]+\/)+(?:[\w-]+-)?page\.tsx$/,
    why: "the routes alone import pages",
  },
  {
    from: /^web\/src\/(playback|map|session)\//,
    to: /^(react|react-dom|react-router-dom|valtio(?!\/vanilla)|@base-ui\/react)(\/|$)/,
    why: "renderers and the session that they draw know no framework",
  },
];

/** The rooms of the screens: each imports those before it alone. */
const ROOMS = [
  ...["look", "server", "format", "ui", "help", "playback", "map", "chart", "engine"],
  ...["tracks", "session", "corrections", "people", "journal", "wind-log", "analysis", "replay", "race"],
  ...["season", "home", "upload", "analyze", "app"],
].map((name) => `web/src/${name}/`);

const PROGRAMS = { server: "api/src", screens: "web/src", terminal: "cli/src", "core/js": "core/js/src" };
const ROUTES = "web/src/app/routes.tsx";
/** Files that a page may reach; one that reaches more has a ceiling. */
const FILES_OF_PAGE = 150;

const typescript = codeFiles(["api", "basemap", "cli", "core/js", "web"], /\.m?tsx?$/).filter((file) => !isTest(file));
const imports = typescript.flatMap((file) => importsOf(file));
const rust = codeFiles(["core/engine/src", "core/simulator/src"], /\.rs$/);
const rustImports = rust.filter((file) => !isTest(file) && !file.endsWith("/lib.rs")).flatMap(rustImportsOf);

const { circles: listed } = parseArgs({ options: { circles: { type: "string" }, lower: { type: "boolean" } } }).values;
const [measured, shortest] = [{}, {}];
for (const [program, folder] of Object.entries({ engine: "core/engine/src", simulator: "core/simulator/src" }))
  measureCircles(program, folder, rustImports, moduleOf);
for (const [program, folder] of Object.entries(PROGRAMS)) {
  measureCircles(program, folder, imports);
  // A room is a folder directly below the program's, with all that is in it.
  measureCircles(program, folder, imports, (file) => file.split("/").slice(0, -1).slice(0, 3).join("/"), "rooms");
  measured[`${program}: exports that one other file uses`] = usedOnce(folder);
}
Object.assign(measured, filesOfPages());
conclude([...refused(), ...aboveCeilings(measured, shortest)], "All imports are permitted.");

function measureCircles(program, folder, all, folderOf, what = "folders") {
  const isOwn = ({ from, to, isList }) => from.startsWith(folder) && to.startsWith(folder) && !isList;
  const circles = circlesOf(all.filter(isOwn), folderOf).map((steps) => steps.join(", "));
  const name = `${program}: imports on circles of ${what}`;
  measured[name] = circles.length;
  shortest[name] = circles[0];
  if (listed === program) console.log(circles.join("\n"));
}

function usedOnce(folder) {
  const users = new Map();
  for (const { from, to, names } of imports)
    for (const name of names) users.set(`${to} ${name}`, (users.get(`${to} ${name}`) ?? new Set()).add(from));
  const count = (file, name) =>
    new Set([...(users.get(`${file} ${name}`) ?? []), ...(users.get(`${file} *`) ?? [])]).size;
  const files = typescript.filter((file) => file.startsWith(folder));
  return files.flatMap((file) => exportsOf(file).filter((name) => count(file, name) === 1)).length;
}

/** The files below web/src that a page reaches, also by way of what is loaded later. */
function filesOfPages() {
  const targets = new Map();
  for (const { from, to } of imports)
    if (to.startsWith("web/src/")) targets.set(from, [...(targets.get(from) ?? []), to]);
  const pages = imports.filter(({ from, names }) => from === ROUTES && names.includes("*"));
  const sizes = pages.map(({ to }) => {
    const seen = new Set([to]);
    for (const file of seen) for (const next of targets.get(file) ?? []) seen.add(next);
    const size = [...seen].filter((file) => /\.tsx?$/.test(file)).length;
    return [`screens: files that ${to.replace("web/src/", "")} reaches`, size];
  });
  return Object.fromEntries(sizes.filter(([, size]) => size > FILES_OF_PAGE));
}

function refused() {
  const room = (path) => ROOMS.findIndex((folder) => path.startsWith(folder));
  const packageOf = (path) => /^(?:core\/js|api|basemap|cli|web|fixtures)\//.exec(path)?.[0];
  return [...imports, ...rustImports].flatMap(({ from, to }) => {
    const isOwn = dirname(from) === dirname(to);
    const rule = RULES.find((each) => each.from.test(from) && each.to.test(to) && !(each.sameFolder && isOwn));
    const leaves = from.endsWith(".rs") || [undefined, packageOf(from)].includes(packageOf(to));
    const isUpward = room(from) >= 0 && room(from) < room(to);
    const why =
      rule?.why ?? (isUpward ? "its room is a later one" : leaves ? undefined : "it leads out of the package");
    return why ? [`${from} imports ${to}: ${why}.`] : [];
  });
}
