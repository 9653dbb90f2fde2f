/**
 * `node scripts/build.mjs [native] [wasm] [web] [api] [cli] [--quick]` builds these targets, all of them without names.
 * A target whose inputs have not changed is not built again. `--quick` compiles the engine for Node without link-time
 * optimisation, in a third of the time, where there is no current one.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { buildWasm, WASM_MODULES } from "./build-wasm.mjs";
import { bundle } from "./bundle.mjs";
import { unlessSame } from "./stamp.mjs";
import { Failure, main, openLog, ROOT, run, step } from "./step.mjs";
import { cargoEnv, rust, targetFolder } from "./tools.mjs";

/** The build itself is an input of every target. */
const HOW = ["scripts/build.mjs", "scripts/build-wasm.mjs", "scripts/bundle.mjs", "scripts/tools.mjs"];
const RUST = [
  ...HOW,
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain.toml",
  ".cargo",
  "core/engine/Cargo.toml",
  "core/engine/src",
];
const FACE = [...HOW, "core/js/src", "package-lock.json"];

/** Every target: its title, inputs, outputs and how it is made. Later ones depend on earlier ones. */
const TARGETS = {
  native: {
    title: "engine for Node",
    inputs: [...RUST, "core/simulator/Cargo.toml", "core/simulator/src", "core/node"],
    outputs: ["core/js/native/leebow.node"],
    make: buildNative,
  },
  wasm: {
    title: "engine for the browser",
    inputs: [...RUST, "core/wasm", "core/wasm-races"],
    outputs: WASM_MODULES.flatMap(({ name }) =>
      [`${name}_bg.wasm`, `${name}_bg.js`, `${name}.js`].map((file) => `core/js/wasm/${file}`),
    ),
    make: buildWasm,
  },
  web: {
    title: "web",
    inputs: [...FACE, "core/js/wasm", "web", "basemap", "api/src/contract.ts", "docs/metrics.md", "docs/truth.md"],
    outputs: ["web/dist/index.html"],
    make: buildWeb,
  },
  api: {
    title: "server",
    inputs: [...FACE, "api", "basemap", "fixtures"],
    outputs: ["api/dist/main.js", "api/dist/embedded-worker.js"],
    make: () => bundle("api", { main: "src/main.ts", "embedded-worker": "src/database/embedded-worker.ts" }),
  },
  cli: {
    title: "command line",
    inputs: [...FACE, "cli"],
    outputs: ["cli/dist/main.js"],
    make: () => bundle("cli"),
  },
};

/**
 * Builds these targets, each only when its inputs changed: the two engines at the same time, then the rest in order.
 * With `quick` an engine for Node of either profile is accepted, and a missing one is built with the profile `quick`.
 */
export async function build(names = Object.keys(TARGETS), { quick = false } = {}) {
  const wanted = Object.keys(TARGETS).filter((name) => names.includes(name));
  const engines = wanted.filter((name) => name === "native" || name === "wasm");
  const built = await Promise.allSettled(engines.map((name) => buildTarget(name, quick)));
  const failed = built.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
  for (const name of wanted) if (!engines.includes(name)) await buildTarget(name, quick);
}

function buildTarget(name, quick) {
  const { title, inputs, outputs, make } = TARGETS[name];
  const skip = (path) => /(^|\/)(test|e2e|__screenshots__)$/.test(path);
  const isQuick = name === "native" && quick;
  return step(`Build the ${title}`, async () => {
    let note;
    const salts = isQuick ? ["quick", ""] : [""];
    const made = await unlessSame(name, { inputs, outputs, skip, salts }, async () => {
      note = await make({ quick });
    });
    return made ? note : "unchanged";
  });
}

async function buildNative({ quick }) {
  await rust();
  const profile = quick ? "quick" : "release";
  await run("cargo", ["build", "--locked", "--profile", profile, "-p", "leebow-node"], {
    log: openLog("native"),
    env: cargoEnv(),
    remedy: "The engine for Node could not be compiled: read the compiler's messages, repair and start again.",
  });
  const library = { darwin: "libleebow_node.dylib", win32: "leebow_node.dll" }[process.platform] ?? "libleebow_node.so";
  const folder = join(ROOT, "core/js/native");
  mkdirSync(folder, { recursive: true });
  // A running process keeps the old file: a copy in place would change the code under it.
  copyFileSync(join(targetFolder(), profile, library), join(folder, "leebow.node.new"));
  renameSync(join(folder, "leebow.node.new"), join(folder, "leebow.node"));
}

async function buildWeb() {
  const log = openLog("web");
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const remedy = "The web pages could not be built: read what Vite says, repair and start again.";
  await run(process.execPath, [vite, "build"], { log, remedy, cwd: join(ROOT, "web") });
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const [names, quick] = [
      process.argv.slice(2).filter((word) => word !== "--quick"),
      process.argv.includes("--quick"),
    ];
    const unknown = names.find((name) => !(name in TARGETS));
    if (unknown)
      throw new Failure(`There is no target called "${unknown}"; the targets are ${Object.keys(TARGETS).join(", ")}.`);
    if (!existsSync(join(ROOT, "node_modules")))
      throw new Failure("The packages are not installed: run npm ci, then build again.");
    await build(names.length ? names : undefined, { quick });
  });
}
