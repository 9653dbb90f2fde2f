/**
 * Builds what is named: `node scripts/build.mjs [native] [wasm] [web] [api] [cli] [--quick]`; everything without names.
 * What has not changed is not built again. `--quick` builds the engine for Node without its last optimisations.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.mjs";
import { unlessSame } from "./stamp.mjs";
import { Failure, main, openLog, ROOT, run, step } from "./step.mjs";
import { cargoEnv, rust, targetFolder, WASM_ENV, wasmTools } from "./tools.mjs";

/** How it is made counts too. */
const HOW = ["scripts/build.mjs", "scripts/bundle.mjs", "scripts/tools.mjs"];
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

/** Every target: how it is called, what it is made of, what comes out, and how. Later ones stand on earlier ones. */
const TARGETS = {
  native: {
    title: "engine for Node",
    inputs: [...RUST, "core/node"],
    outputs: ["core/js/native/leebow.node"],
    make: buildNative,
  },
  wasm: {
    title: "engine for the browser",
    inputs: [...RUST, "core/wasm"],
    outputs: ["core/js/wasm/leebow_bg.wasm", "core/js/wasm/leebow.js"],
    make: buildWasm,
  },
  web: {
    title: "web",
    inputs: [...FACE, "core/js/wasm", "web", "basemap", "api/src/contract.ts"],
    outputs: ["web/dist/index.html"],
    make: buildWeb,
  },
  api: {
    title: "server",
    inputs: [...FACE, "api", "basemap", "fixtures"],
    outputs: ["api/dist/main.js"],
    make: () => bundle("api"),
  },
  cli: {
    title: "command line",
    inputs: [...FACE, "cli"],
    outputs: ["cli/dist/main.js"],
    make: () => bundle("cli"),
  },
};

/** Builds these targets in order, each only when its inputs changed. */
export async function build(names = Object.keys(TARGETS), { quick = false } = {}) {
  for (const [name, { title, inputs, outputs, make }] of Object.entries(TARGETS)) {
    if (!names.includes(name)) continue;
    const skip = (path) => /(^|\/)(test|e2e|__screenshots__)$/.test(path);
    const salt = name === "native" && quick ? "quick" : "";
    await step(`Build the ${title}`, async () => {
      let note;
      const made = await unlessSame(name, { inputs, outputs, skip, salt }, async () => (note = await make({ quick })));
      return made ? note : "unchanged";
    });
  }
}

async function buildNative({ quick }) {
  await rust();
  const log = openLog("native");
  const profile = quick ? "quick" : "release";
  const remedy = "The engine for Node could not be compiled: read the compiler's words, repair and start again.";
  await run("cargo", ["build", "--locked", "--profile", profile, "-p", "leebow-node"], {
    log,
    remedy,
    env: cargoEnv(),
  });
  const library = { darwin: "libleebow_node.dylib", win32: "leebow_node.dll" }[process.platform] ?? "libleebow_node.so";
  const folder = join(ROOT, "core/js/native");
  mkdirSync(folder, { recursive: true });
  // A running process keeps the old file: a copy in place would change the code under it.
  copyFileSync(join(targetFolder(), profile, library), join(folder, "leebow.node.new"));
  renameSync(join(folder, "leebow.node.new"), join(folder, "leebow.node"));
}

async function buildWasm() {
  await rust();
  const tools = await wasmTools();
  const log = openLog("wasm");
  const out = join(ROOT, "core/js/wasm");
  const fresh = join(ROOT, "target", "wasm-fresh");
  rmSync(fresh, { recursive: true, force: true });
  const env = { ...WASM_ENV, PATH: [...tools, cargoEnv().PATH].join(delimiter) };
  const flags = ["--mode", "no-install", "--target", "web", "--release", "--no-pack", "--no-opt"];
  await run(
    "wasm-pack",
    ["build", "core/wasm", ...flags, "--out-dir", fresh, "--out-name", "leebow", "--", "--locked"],
    {
      log,
      env,
      remedy: "The engine for the browser could not be compiled: read the compiler's words, repair and start again.",
    },
  );
  const wasm = join(fresh, "leebow_bg.wasm");
  const features = [
    "bulk-memory",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
    "multivalue",
  ];
  // Who made it and with what nobody asks any more.
  const strip = ["--strip-producers", "--strip-target-features"];
  const optimise = [
    "-Os",
    "--converge",
    ...strip,
    ...features.map((feature) => `--enable-${feature}`),
    wasm,
    "-o",
    wasm,
  ];
  await run(process.execPath, [join(ROOT, "node_modules/binaryen/bin/wasm-opt"), ...optimise], {
    log,
    remedy: "The engine for the browser could not be optimised: run npm ci and start again.",
  });
  rmSync(out, { recursive: true, force: true });
  renameSync(fresh, out);
  return `${Math.round(gzipSync(readFileSync(join(out, "leebow_bg.wasm")), { level: 9 }).length / 1000)} kB gzipped`;
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
      throw new Failure(`There is nothing called "${unknown}" to build; there are ${Object.keys(TARGETS).join(", ")}.`);
    if (!existsSync(join(ROOT, "node_modules")))
      throw new Failure("The packages are not installed: run npm ci, then build again.");
    await build(names.length ? names : undefined, { quick });
  });
}
