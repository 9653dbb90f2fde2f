/** The engine for the browser: compiled by cargo, bound by wasm-bindgen, through wasm-pack where it is, made small by wasm-opt. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { openLog, ROOT, run } from "./step.mjs";
import { cargoEnv, rust, targetFolder, wasmBindgen, wasmPack } from "./tools.mjs";

/**
 * wasm-opt's arguments: optimise for size, for the instructions that every supported browser has. Three passes: more of them
 * (`--converge`) take three times as long for 0.3 kB.
 */
const WASM_OPT = [
  ...["-Os", "-Oz", "-Oz", "--strip-producers", "--strip-target-features"],
  ..."bulk-memory mutable-globals nontrapping-float-to-int reference-types sign-ext multivalue simd"
    .split(" ")
    .map((feature) => `--enable-${feature}`),
];

/** Profiles of cargo: the module as it is delivered, and a larger one with the same numbers (npm start). */
const [DELIVERED, QUICK] = ["wasm", "wasm-quick"];

/** The modules: folder of the crate, and name of the files. The second and the third are fetched where they are needed. */
export const WASM_MODULES = [
  { crate: "wasm", name: "leebow" },
  { crate: "wasm-races", name: "leebow_races" },
  { crate: "wasm-polars", name: "leebow_polars" },
];

/**
 * Builds the modules and their JavaScript into core/js/wasm; returns their sizes, for people. wasm-pack is one of the
 * `packages`, which may still be being installed.
 */
export async function buildWasm({ quick = false, packages } = {}) {
  await rust();
  const profile = quick ? QUICK : DELIVERED;
  const packTool = Promise.resolve(packages).then(() => wasmPack());
  const [bindgen, pack] = await Promise.all([wasmBindgen(), packTool, compileWasm(profile)]);
  const fresh = join(ROOT, "target", "wasm-fresh");
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const sizes = [];
  for (const module of WASM_MODULES) {
    const folder = join(ROOT, "target", `${module.crate}-bound`);
    const bind = pack ? bindByWasmPack.bind(undefined, pack) : bindDirectly;
    await bind(bindgen, folder, module, profile);
    const wasm = join(folder, `${module.name}_bg.wasm`);
    if (!quick) await optimise(wasm);
    sizes.push(Math.round(gzipSync(readFileSync(wasm), { level: 9 }).length / 1000));
    for (const file of readdirSync(folder)) renameSync(join(folder, file), join(fresh, file));
  }
  const out = join(ROOT, "core/js/wasm");
  rmSync(out, { recursive: true, force: true });
  renameSync(fresh, out);
  const how = `by ${pack ? "wasm-pack" : "wasm-bindgen"}${quick ? ", not made small" : ""}`;
  return `${sizes.join(", ")} kB gzipped, ${how}`;
}

/** Replaces a module by its optimised form. */
async function optimise(wasm) {
  await run(process.execPath, [join(ROOT, "node_modules/binaryen/bin/wasm-opt"), ...WASM_OPT, wasm, "-o", wasm], {
    log: openLog("wasm-opt"),
    remedy: "The engine for the browser could not be optimised: run npm ci and start again.",
  });
}

/** Before wasm-pack, which calls cargo again: the tools are installed meanwhile. */
export function compileWasm(profile = DELIVERED) {
  const args = ["build", "--locked", "--profile", profile, "--target", "wasm32-unknown-unknown"];
  args.push(...WASM_MODULES.flatMap(({ crate }) => ["-p", `leebow-${crate}`]));
  return run("cargo", args, {
    log: openLog("wasm"),
    env: cargoEnv(),
    remedy: "The engine for the browser could not be compiled: read the compiler's messages, repair and start again.",
  });
}

/** Writes a compiled module and its JavaScript into this folder, by wasm-pack and this wasm-bindgen. */
export async function bindByWasmPack(pack, bindgen, folder, { crate, name } = WASM_MODULES[0], profile = DELIVERED) {
  rmSync(folder, { recursive: true, force: true });
  const how = ["--mode", "no-install", "--target", "bundler", "--no-opt", "--no-pack"];
  const { PATH } = cargoEnv();
  // With --out-dir it would write below the crate's folder: an absolute path.
  const where = ["--out-dir", folder, "--out-name", name];
  await run(pack, ["build", join(ROOT, "core", crate), ...how, ...where, "--profile", profile, "--", "--locked"], {
    log: openLog("wasm-pack-build"),
    env: { PATH: [dirname(bindgen), PATH].join(delimiter) },
    remedy: "The engine for the browser could not be built by wasm-pack: read its messages, repair and start again.",
  });
  rmSync(join(folder, ".gitignore"), { force: true });
}

/** Writes the same without wasm-pack. */
export async function bindDirectly(bindgen, folder, { crate, name } = WASM_MODULES[0], profile = DELIVERED) {
  rmSync(folder, { recursive: true, force: true });
  const compiled = join(targetFolder(), "wasm32-unknown-unknown", profile, `leebow_${crate.replace("-", "_")}.wasm`);
  await run(bindgen, [compiled, "--target", "bundler", "--out-dir", folder, "--out-name", name], {
    log: openLog("wasm-bindgen-run"),
    remedy: "The JavaScript of the engine for the browser could not be made: run npm ci and start again.",
  });
}
