/** The engine for the browser: compiled by cargo, bound by wasm-bindgen through wasm-pack, made small by wasm-opt. */
import { readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { openLog, ROOT, run } from "./step.mjs";
import { cargoEnv, rust, targetFolder, wasmBindgen, wasmPack } from "./tools.mjs";

/** wasm-opt's arguments: optimise for size, for the instructions that every supported browser has. */
const WASM_OPT = [
  "-Os",
  "--strip-producers",
  "--strip-target-features",
  "--enable-bulk-memory",
  "--enable-mutable-globals",
  "--enable-nontrapping-float-to-int",
  "--enable-reference-types",
  "--enable-sign-ext",
  "--enable-multivalue",
  "--enable-simd",
];

const CARGO = ["--locked", "--profile", "wasm"];

/** Builds the module and its JavaScript into core/js/wasm; returns its size, for people. */
export async function buildWasm() {
  await rust();
  const [bindgen, pack] = await Promise.all([wasmBindgen(), wasmPack(), compileWasm()]);
  const fresh = join(ROOT, "target", "wasm-fresh");
  await (pack ? bindByWasmPack(pack, bindgen, fresh) : bindDirectly(bindgen, fresh));
  const wasm = join(fresh, "leebow_bg.wasm");
  await run(process.execPath, [join(ROOT, "node_modules/binaryen/bin/wasm-opt"), ...WASM_OPT, wasm, "-o", wasm], {
    log: openLog("wasm-opt"),
    remedy: "The engine for the browser could not be optimised: run npm ci and start again.",
  });
  const out = join(ROOT, "core/js/wasm");
  rmSync(out, { recursive: true, force: true });
  renameSync(fresh, out);
  const size = Math.round(gzipSync(readFileSync(join(out, "leebow_bg.wasm")), { level: 9 }).length / 1000);
  return `${size} kB gzipped, by ${pack ? "wasm-pack" : "wasm-bindgen"}`;
}

/** Before wasm-pack, which calls cargo again: the tools are installed meanwhile. */
export function compileWasm() {
  const args = ["build", ...CARGO, "--target", "wasm32-unknown-unknown", "-p", "leebow-wasm"];
  return run("cargo", args, {
    log: openLog("wasm"),
    env: cargoEnv(),
    remedy: "The engine for the browser could not be compiled: read the compiler's messages, repair and start again.",
  });
}

/** Writes the compiled module and its JavaScript into this folder, by wasm-pack and this wasm-bindgen. */
export async function bindByWasmPack(pack, bindgen, folder) {
  rmSync(folder, { recursive: true, force: true });
  const how = ["--mode", "no-install", "--target", "bundler", "--no-opt", "--no-pack"];
  const { PATH } = cargoEnv();
  // With --out-dir it would write below the crate's folder: an absolute path.
  const where = ["--out-dir", folder, "--out-name", "leebow"];
  await run(pack, ["build", join(ROOT, "core/wasm"), ...how, ...where, ...CARGO.slice(1), "--", CARGO[0]], {
    log: openLog("wasm-pack-build"),
    env: { PATH: [dirname(bindgen), PATH].join(delimiter) },
    remedy: "The engine for the browser could not be built by wasm-pack: read its messages, repair and start again.",
  });
  rmSync(join(folder, ".gitignore"), { force: true });
}

/** Writes the same without wasm-pack. */
export async function bindDirectly(bindgen, folder) {
  rmSync(folder, { recursive: true, force: true });
  const compiled = join(targetFolder(), "wasm32-unknown-unknown", "wasm", "leebow_wasm.wasm");
  await run(bindgen, [compiled, "--target", "bundler", "--out-dir", folder, "--out-name", "leebow"], {
    log: openLog("wasm-bindgen-run"),
    remedy: "The JavaScript of the engine for the browser could not be made: run npm ci and start again.",
  });
}
