/** The packages that people install without Rust, from what is built: both hold the engine of this platform. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openLog, ROOT, run } from "../step.mjs";
import { lockedPackages } from "./locked-packages.mjs";

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const PLATFORM = { os: [process.platform], cpu: [process.arch] };
const NATIVE = ["leebow.node", "leebow-extra.node"].map((name) => `core/js/native/${name}`);

/**
 * The command line as a package of npm, which holds everything it needs: `npm i -g FILE` needs neither a compiler nor a
 * connection. Returns the path of the file.
 */
export async function packCommandLine(folder) {
  const stage = emptyFolder(folder, "command-line");
  const [own, core] = [readJson("cli/package.json"), readJson("core/js/package.json")];
  const dependencies = { ...own.dependencies, ...core.dependencies };
  copy(["LICENSE", "NOTICE"], stage);
  for (const part of ["bin", "dist", "fonts"]) copyTo(`cli/${part}`, stage, part);
  for (const path of thirdParty("cli")) copyTo(path, stage, path.slice(path.indexOf("node_modules/")), isOfPackage);
  for (const path of NATIVE) copyTo(path, stage, path.replace("core/js", "node_modules/@leebow/core"));
  writeJson(stage, "node_modules/@leebow/core/package.json", runtime(core));
  writeJson(stage, "package.json", {
    ...runtime(own),
    ...PLATFORM,
    engines: readJson("package.json").engines,
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  });
  const log = openLog("release-command-line");
  const remedy = "The command line could not be packed: read npm's messages, repair and start again.";
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const args = [...first, "pack", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run(command, args, { log, remedy, cwd: stage });
  rmSync(stage, { recursive: true });
  return join(folder, basename(stdout.trim().split("\n").at(-1)));
}

/** What of the project the server needs. */
const SERVER_FILES = [
  "api/bin",
  "api/dist",
  "api/src/platform/geo/places.bin",
  "basemap/data/coast.bin",
  ...NATIVE,
  "web/dist",
];
const SERVER_WORKSPACES = ["api", "core/js", "basemap"];

/**
 * The server with its screens, laid out as the project is: unpack it, `npm ci --omit=dev` in its folder, `npm start`.
 * Its lock file has the versions that were tested. Returns the path of the file.
 */
export async function packServer(folder) {
  const stage = emptyFolder(folder, "leebow-server");
  const project = readJson("package.json");
  copy(["LICENSE", "NOTICE", "api/README.md", ...SERVER_FILES], stage);
  for (const path of SERVER_WORKSPACES.map((workspace) => `${workspace}/package.json`))
    writeJson(stage, path, runtime(readJson(path)));
  const root = {
    ...{ name: "leebow-server", version: project.version, private: true, license: project.license, type: "module" },
    ...{ engines: readJson("api/package.json").engines, ...PLATFORM, workspaces: SERVER_WORKSPACES },
  };
  writeJson(stage, "package.json", { ...root, scripts: { start: "node --enable-source-maps api/dist/main.js" } });
  writeJson(stage, "package-lock.json", serverLock(root));
  const file = join(folder, `leebow-server-${project.version}-${process.platform}-${process.arch}.tgz`);
  const log = openLog("release-server");
  const remedy = "The server could not be packed: the program tar is needed.";
  await run("tar", ["-czf", file, "-C", folder, basename(stage)], { log, remedy });
  rmSync(stage, { recursive: true });
  return file;
}

/** The project's lock file without what the server does not need. */
function serverLock(root) {
  const lock = readJson("package-lock.json");
  const kept = new Set(SERVER_WORKSPACES.flatMap((workspace) => lockedPackages(lock.packages, workspace)));
  const links = Object.entries(lock.packages).filter(([, { resolved }]) => SERVER_WORKSPACES.includes(resolved));
  const packages = {
    "": root,
    ...Object.fromEntries(SERVER_WORKSPACES.map((workspace) => [workspace, runtime(lock.packages[workspace])])),
    ...Object.fromEntries(links),
    ...Object.fromEntries([...kept].map((path) => [path, { ...lock.packages[path], dev: undefined }])),
  };
  return { ...lock, name: root.name, version: root.version, packages };
}

/** Installed packages of others that a workspace needs; those for other platforms are not installed. */
function thirdParty(workspace) {
  const { packages } = readJson("package-lock.json");
  return lockedPackages(packages, workspace).filter((path) => !packages[path].link && existsSync(join(ROOT, path)));
}

/** What a package's description says of running it. */
function runtime({ devDependencies, private: _, ...rest }) {
  return rest;
}

function emptyFolder(folder, name) {
  const path = join(folder, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

function copy(paths, stage) {
  for (const path of paths) copyTo(path, stage, path);
}

const copyTo = (path, stage, to, filter = () => true) =>
  cpSync(join(ROOT, path), join(stage, to), {
    recursive: true,
    filter: (from) => filter(from.slice(ROOT.length), path),
  });
/** The packages inside a package are copied by themselves. */
const isOfPackage = (path, ofPackage) => !path.slice(ofPackage.length).includes("node_modules");

function writeJson(stage, path, value) {
  mkdirSync(join(stage, path, ".."), { recursive: true });
  writeFileSync(join(stage, path), `${JSON.stringify(value, null, 2)}\n`);
}
