/**
 * `node scripts/build.mjs [native] [wasm] [extra] [web] [api] [cli] [--quick]` builds these targets, all of them without
 * names. A target whose inputs have not changed is not built again. `--quick` compiles the engines without link-time
 * optimisation, in a third of the time, where there is no current one.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWasm, WASM_MODULES } from "./build-wasm.mjs";
import { bundle } from "./bundle.mjs";
import { isCurrent, unlessSame } from "./stamp.mjs";
import { Failure, main, openLog, ROOT, run, step } from "./step.mjs";
import { cargoEnv, rust, targetFolder } from "./tools.mjs";

/** The build itself is an input of every target. */
const HOW = ["scripts/build.mjs", "scripts/build-wasm.mjs", "scripts/bundle.mjs", "scripts/tools.mjs"];
const CARGO = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo"];
const RUST = [...HOW, ...CARGO, "core/engine/Cargo.toml", "core/engine/src"];
const FACE = [...HOW, "core/js/src", "package-lock.json"];

/** Documents whose tables the screens show. */
const SHOWN = ["docs/metrics.md", "docs/truth.md", "docs/truth-table.md"];

const NATIVE = join(ROOT, "core/js/native");

/** Every target: its title, inputs, outputs and how it is made. Later ones depend on earlier ones. */
const TARGETS = {
  native: {
    title: "engine for Node",
    inputs: [...RUST, "core/simulator/Cargo.toml", "core/simulator/src", "core/node"],
    outputs: ["core/js/native/leebow.node"],
    make: (options) => buildNative("leebow-node", "leebow.node", options),
  },
  wasm: {
    title: "engine for the browser",
    inputs: [...RUST, "core/wasm", "core/wasm-races", "core/wasm-polars"],
    outputs: WASM_MODULES.flatMap(({ name }) =>
      [`${name}_bg.wasm`, `${name}_bg.js`, `${name}.js`].map((file) => `core/js/wasm/${file}`),
    ),
    make: buildWasm,
  },
  extra: {
    title: "engine's part for tables and other readers",
    inputs: [...RUST, "core/cross-check/Cargo.toml", "core/cross-check/src", "core/node", "core/node-extra"],
    outputs: ["core/js/native/leebow-extra.node"],
    make: buildExtra,
  },
  web: {
    title: "web",
    inputs: [...FACE, "core/js/wasm", "web", "basemap", "api/src/app/contract.ts", ...SHOWN],
    outputs: ["web/dist/index.html"],
    make: buildWeb,
  },
  api: {
    title: "server",
    inputs: [...FACE, "api", "basemap", "fixtures"],
    outputs: ["api/dist/main.js", "api/dist/embedded-worker.js"],
    make: () => bundle("api", { main: "src/app/main.ts", "embedded-worker": "src/platform/db/embedded-worker.ts" }),
  },
  cli: {
    title: "command line",
    inputs: [...FACE, "cli"],
    outputs: ["cli/dist/main.js"],
    make: () => bundle("cli"),
  },
};

export const TARGET_NAMES = Object.keys(TARGETS);

/** The targets that cargo compiles. */
export const ENGINES = ["native", "wasm", "extra"];

/** What `npm test` compiles without link-time optimisation: the module for the browser is the one whose size counts. */
export const QUICK_FOR_TESTS = ["native", "extra"];

/**
 * Builds these targets, each only when its inputs changed: the engines at the same time, then the rest in order. Of
 * those in `quick` an engine of either profile is accepted, and a missing one is built without link-time optimisation.
 * The engines do not wait for `packages`, a promise of the installed packages.
 */
export async function build(names = TARGET_NAMES, { quick = [], packages } = {}) {
  const wanted = TARGET_NAMES.filter((name) => names.includes(name));
  const built = await Promise.allSettled(lanesOf(wanted).map((lane) => buildInOrder(lane, { quick, packages })));
  const failed = built.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
  await packages;
  const others = wanted.filter((name) => !ENGINES.includes(name));
  await buildInOrder(others, { quick });
}

/** The engines that are compiled at the same time. The two libraries for Node share the compiled engine. */
export function lanesOf(names) {
  return [["native", "extra"], ["wasm"]].map((lane) => lane.filter((name) => names.includes(name)));
}

async function buildInOrder(names, { quick, packages }) {
  for (const name of names) await buildTarget(name, { quick: quick.includes(name), packages });
}

/** Inputs and outputs of a target, and the variants that are accepted. */
function described(name, isQuick) {
  const { inputs, outputs } = TARGETS[name];
  const skip = (path) => /(^|\/)(test|e2e|__screenshots__)$/.test(path);
  return { inputs, outputs, skip, salts: isQuick ? ["quick", ""] : [""] };
}

/** Whether a target need not be built. */
export const isBuilt = (name, { quick }) => isCurrent(name, described(name, quick.includes(name)));

function buildTarget(name, options) {
  const { title, make } = TARGETS[name];
  return step(`Build the ${title}`, async () => {
    let note;
    const made = await unlessSame(name, described(name, options.quick), async () => {
      note = await make(options);
    });
    return made ? note : "unchanged";
  });
}

const REMEDY = "The engine for Node could not be compiled: read the compiler's messages, repair and start again.";

/** Compiles a library for Node and stores it under this name. */
async function buildNative(crate, name, { quick, remedy = REMEDY }) {
  await rust();
  const profile = quick ? "quick" : "release";
  await run("cargo", ["build", "--locked", "--profile", profile, "-p", crate], {
    log: openLog(crate),
    env: cargoEnv(),
    remedy,
  });
  const stem = crate.replaceAll("-", "_");
  const library = { darwin: `lib${stem}.dylib`, win32: `${stem}.dll` }[process.platform] ?? `lib${stem}.so`;
  mkdirSync(NATIVE, { recursive: true });
  // A running process keeps the old file: a copy in place would change the code under it.
  copyFileSync(join(targetFolder(), profile, library), join(NATIVE, `${name}.new`));
  renameSync(join(NATIVE, `${name}.new`), join(NATIVE, name));
}

/** The library that few calls need. A call that needs it waits while the file with this process's number is there. */
async function buildExtra(options) {
  const compiledBy = join(NATIVE, "leebow-extra.pid");
  mkdirSync(NATIVE, { recursive: true });
  writeFileSync(compiledBy, String(process.pid));
  try {
    const remedy =
      "leebow verify and tables of points cannot be used, because their part of the engine could not be compiled; " +
      "all else works. Read the compiler's messages, repair and start again.";
    await buildNative("leebow-node-extra", "leebow-extra.node", { ...options, remedy });
  } finally {
    rmSync(compiledBy, { force: true });
  }
}

async function buildWeb() {
  const log = openLog("web");
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const remedy = "The web pages could not be built: read what Vite says, repair and start again.";
  await run(process.execPath, [vite, "build"], { log, remedy, cwd: join(ROOT, "web") });
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const { values, positionals: names } = parseArgs({
      options: { quick: { type: "boolean" } },
      allowPositionals: true,
    });
    const unknown = names.find((name) => !(name in TARGETS));
    if (unknown)
      throw new Failure(`There is no target called "${unknown}"; the targets are ${Object.keys(TARGETS).join(", ")}.`);
    if (!existsSync(join(ROOT, "node_modules")))
      throw new Failure("The packages are not installed: run npm ci, then build again.");
    await build(names.length ? names : undefined, { quick: values.quick ? ENGINES : [] });
  });
}
