import type * as Wasm from "../wasm/leebow.js";
// @ts-expect-error: wasm-bindgen writes no types of this file; its exports are those of leebow.js and __wbg_set_wasm.
import * as functions from "../wasm/leebow_bg.js";
import type * as Polars from "../wasm/leebow_polars.js";
// @ts-expect-error: as above.
import * as polar_functions from "../wasm/leebow_polars_bg.js";
import type * as Races from "../wasm/leebow_races.js";
// @ts-expect-error: as above.
import * as race_functions from "../wasm/leebow_races_bg.js";

/** Loads the engine in Node, which cannot import .wasm files: what leebow.js does, from the bytes. */
export async function loadModule(): Promise<typeof Wasm> {
  return bound("leebow", functions);
}

/** Loads the analysis of races in the same way. */
export async function loadRaces(): Promise<typeof Races> {
  return bound("leebow_races", race_functions);
}

/** Loads the polars in the same way. */
export async function loadPolars(): Promise<typeof Polars> {
  return bound("leebow_polars", polar_functions);
}

interface Bindings {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

function bound<F extends Bindings>(name: string, imports: F): F {
  const path = new URL(`../wasm/${name}_bg.wasm`, import.meta.url);
  const module = new WebAssembly.Module(process.getBuiltinModule("node:fs").readFileSync(path));
  const { exports } = new WebAssembly.Instance(module, { [`./${name}_bg.js`]: imports as never });
  imports.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
  return imports;
}
